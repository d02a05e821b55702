internal import ArgumentParser
internal import Platform
internal import Reporting
internal import SystemPackage

/// A reader that goes away (`whyredraw … | head`) is no error; the write then fails with `EPIPE`.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Gives memory back as soon as it is free, at the price of getting it anew.
///
/// By default each thread has a heap of its own, and what is free in them stays with the process: a fifth of what a trace
/// with no end of distinct names takes. Not for reading sources, where all threads ask for memory all the time.
func keepMemorySmall() {
  #if canImport(Glibc)
    // Swift's module of the library leaves it out.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let setOption = unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)
    let mostHeaps: CInt = -8
    let mappingThreshold: CInt = -3
    _ = setOption(mostHeaps, 1)
    _ = setOption(mappingThreshold, 1 << 16)
  #endif
}

/// Gives back what lies free between pieces in use: a fifth of it all when a long input has been read.
func giveFreeMemoryBack() {
  #if canImport(Glibc)
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
  #endif
}

/// Writes all bytes to a descriptor. Where the reader is gone, the rest is dropped: that ends the printing and nothing else.
///
/// - Throws: `ExitCode.cannotCreate` when the system refuses to write, for example because the disk is full.
func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
  do {
    try FileDescriptor(rawValue: descriptor).writeAll(bytes)
  } catch Errno.brokenPipe {
    return
  } catch {
    throw ExitCode.cannotCreate
  }
}

func write(_ text: String, to descriptor: Int32) throws {
  var text = text
  try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes a report, or a part of it, to standard output.
///
/// - Throws: `ExitCode.cannotCreate`, having said why.
func writeReport(_ bytes: UnsafeRawBufferPointer) throws {
  do {
    try write(bytes, to: STDOUT_FILENO)
  } catch {
    throw OutputFile.failure("standard output", lastSystemError())
  }
}

func writeReport(_ text: String) throws {
  var text = text
  try text.withUTF8 { try writeReport(UnsafeRawBufferPointer($0)) }
}

/// Says something to the person at the terminal, on one line: names of files and views in it may hold anything, such as a line
/// break and a command for the CI that reads along. Never fails, since there is nobody else to tell.
func tell(_ message: String) {
  Reach.hear(message)
  try? write("whyredraw: \(Escaping.visible(message))\n", to: STDERR_FILENO)
}

/// Whether a person looks at the descriptor.
func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The width of the terminal in columns, `nil` when standard output is none.
func terminalWidth() -> Int? {
  guard isTerminal(STDOUT_FILENO) else { return nil }
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}

func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The system's words for the last error.
func lastSystemError() -> String { String(cString: strerror(errno)) }
