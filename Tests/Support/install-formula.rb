# Installs and tests a formula as Homebrew does, as far as this project's formula asks for it:
# install-formula.rb FORMULA PREFIX SYSTEM PROCESSOR, with SYSTEM 'macos' or 'linux' and PROCESSOR 'arm' or 'intel'.
#
# The names are Homebrew's (https://docs.brew.sh/Formula-Cookbook). What it does not know ends it, so a misspelt name does, too.
require "digest"
require "fileutils"
require "net/http"
require "open3"
require "pathname"
require "tmpdir"

FORMULA, PREFIX, SYSTEM, PROCESSOR = ARGV

class Pathname
  # Homebrew's own addition: copies into a folder, which it makes.
  def install(*sources)
    mkpath
    sources.each { |source| FileUtils.cp(source, self, preserve: true) }
  end

  alias plain_write write
  def write(text)
    dirname.mkpath
    plain_write(text)
  end
end

class Formula
  class << self
    attr_reader :fields, :installed_test

    %w[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| (@fields ||= {})[name] = value }
    end

    { "macos" => SYSTEM, "linux" => SYSTEM, "arm" => PROCESSOR, "intel" => PROCESSOR }.each do |name, here|
      define_method("on_#{name}") { |&block| instance_eval(&block) if name == here }
    end

    def test(&block)
      @installed_test = block
    end
  end

  attr_reader :testpath

  def prefix = Pathname(PREFIX) / "Cellar" / "whyredraw" / self.class.fields.fetch("version")
  def bin = prefix / "bin"
  def man1 = prefix / "share/man/man1"
  def bash_completion = prefix / "etc/bash_completion.d"
  def zsh_completion = prefix / "share/zsh/site-functions"
  def fish_completion = prefix / "share/fish/vendor_completions.d"

  def shell_output(command, expected = 0)
    text, status = Open3.capture2(command, chdir: testpath.to_s)
    abort "formula: '#{command}' ended with #{status.exitstatus}" if status.exitstatus != expected
    text
  end

  def assert_match(pattern, text)
    abort "formula: #{pattern.inspect} is not in:\n#{text}" unless text.match?(pattern)
  end

  def pour
    data = download(URI(self.class.fields.fetch("url")))
    found = Digest::SHA256.hexdigest(data)
    abort "formula: the checksum is #{found}" if found != self.class.fields.fetch("sha256")
    Dir.mktmpdir do |folder|
      # The one folder of an archive is where 'install' begins.
      abort "formula: the archive cannot be unpacked" unless system("tar", "-xzf", "-", "-C", folder, in: pipe(data))
      parts = Dir.children(folder)
      Dir.chdir(parts.size == 1 ? File.join(folder, parts[0]) : folder) { install }
    end
    link
    Dir.mktmpdir do |folder|
      @testpath = Pathname(folder)
      instance_eval(&self.class.installed_test)
    end
  end

  def download(address)
    return File.binread(address.path) if address.scheme == "file"
    answer = Net::HTTP.get_response(address)
    abort "formula: #{address} answers with #{answer.code}" unless answer.is_a?(Net::HTTPSuccess)
    answer.body
  end

  def pipe(data)
    reader, writer = IO.pipe(binmode: true)
    Thread.new { writer.write(data); writer.close }
    reader
  end

  # What is in the cellar appears below the prefix.
  def link
    prefix.find.select(&:file?).each do |file|
      target = Pathname(PREFIX) / file.relative_path_from(prefix)
      target.dirname.mkpath
      target.make_symlink(file)
    end
  end
end

load FORMULA
Whyredraw.new.pour
