internal import Platform

/// Whole files and folders, read with as few system calls as there can be: a scan opens thousands of them.
enum FileContents {
  /// `nil` for what does not exist, is no ordinary file or cannot be read to its end.
  static func data(at path: String) -> Data? {
    guard Reach.includes(path), !Reach.isCancelled else { return nil }
    // Opening a pipe would wait for somebody to write into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    guard size > 0 else { return Data() }
    guard let buffer = malloc(size) else { return nil }
    var count = 0
    while count < size {
      let step = read(descriptor, buffer + count, size - count)
      if step < 0, errno == EINTR { continue }
      if step <= 0 { break }
      count += step
    }
    guard count == size else {
      free(buffer)
      return nil
    }
    return Data(bytesNoCopy: buffer, count: size, deallocator: .free)
  }

  /// Why a document was not read.
  enum DocumentProblem: Error {
    case cannotBeOpened
    /// Larger than anything of its kind, in bytes.
    case tooLarge(Int)
  }

  /// A document that is read at once, from a file or a pipe.
  ///
  /// - Parameter largest: More than one of its kind ever holds; what is larger is something else.
  static func document(at path: String, largest: Int) throws(DocumentProblem) -> [UInt8] {
    guard Reach.includesFile(path) else { throw .cannotBeOpened }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotBeOpened }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    let step = 1 << 16
    while true {
      var chunk = [UInt8](repeating: 0, count: step)
      let count = read(descriptor, &chunk, step)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotBeOpened }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= largest else { throw .tooLarge(largest) }
      bytes += chunk[..<count]
    }
  }

  /// Size and time of change of a file.
  static func identity(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  enum Kind { case file, folder, other }

  /// The names in a folder with what they are; links to files count as files, links to folders as nothing.
  static func entries(of folder: String) -> [(name: String, kind: Kind)] {
    guard Reach.includes(folder), let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, kind: Kind)] = []
    while let entry = readdir(stream) {
      let type = Int32(entry.pointee.d_type)
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      switch type {
      case Int32(DT_REG): entries.append((name, .file))
      case Int32(DT_DIR): entries.append((name, .folder))
      default: entries.append((name, kind(of: folder + "/" + name)))
      }
    }
    return entries
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .other }
    return .file
  }
}
