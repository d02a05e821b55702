internal import Platform
internal import SystemPackage

/// What the system knows of paths.
enum SystemPath {
  enum Kind { case regular, folder, link, other }

  /// A path of the command line, byte for byte.
  static func argument(_ text: String) -> FilePath {
    FilePath(platformString: InputFiles.systemPath(of: text).map(CChar.init(bitPattern:)) + [0])
  }

  /// `json` of `report.JSON`; `nil` for names without any.
  static func fileExtension(_ path: String) -> String? { FilePath(path).extension?.lowercased() }

  /// The folder that a file is in, `.` for a bare name.
  static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// What is at a path itself, `nil` for nothing.
  static func kind(of path: FilePath) -> Kind? {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString({ stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of the ordinary file that a path leads to; `nil` for anything else, and for nothing.
  static func size(ofFile path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The executable that is running.
  static var executable: String? {
    #if canImport(Darwin)
      Bundle.main.executablePath
    #else
      real("/proc/self/exe")
    #endif
  }

  /// Where what may be lost is kept between runs.
  static var cacheFolder: String {
    (environment("XDG_CACHE_HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.cache") + "/whyredraw"
  }

  /// Where a link leads to, one step; the path itself where that cannot be read.
  static func destination(ofLink path: FilePath) -> FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = path.withPlatformString { readlink($0, &buffer, Int(PATH_MAX)) }
    guard length > 0 else { return path }
    let link = FilePath(platformString: buffer)
    return link.isAbsolute ? link : folder(of: path).pushing(link)
  }

  /// The path without any links; `nil` where it leads to nothing.
  static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path without any links; of what does not exist yet, where it would be. `nil` where that is nowhere.
  static func realOrPlanned(_ path: String) -> String? {
    if let real = real(path) { return real }
    // A link that leads to nothing would be followed by whoever writes to it.
    guard kind(of: FilePath(path)) == nil, let name = FilePath(path).lastComponent, name.kind == .regular else {
      return nil
    }
    guard let parent = realOrPlanned(folder(of: FilePath(path)).string) else { return nil }
    return (parent == "/" ? "" : parent) + "/" + name.string
  }
}
