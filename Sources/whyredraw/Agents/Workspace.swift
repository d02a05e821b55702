import Platform
import SystemPackage

/// The folders that an agent's call may look at, and what its paths mean there.
struct Workspace: Sendable {
  /// Why a call cannot be done, for whoever made it.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// Real paths, without links; relative paths start in the first.
  let folders: [String]

  /// - Parameters:
  ///   - roots: Addresses as the client gives them; `nil` where it gives none.
  ///   - fixed: Folders that the command line names. They come before anything that a client says.
  ///   - start: The folder that the server was started in.
  /// - Throws: `Refusal` where that leaves nothing.
  init(roots: [String]?, fixed: [String], start: String) throws {
    if !fixed.isEmpty {
      folders = fixed.compactMap(SystemPath.real)
    } else if let roots {
      folders = roots.compactMap(Self.path(of:)).compactMap(SystemPath.real)
    } else {
      folders = [start]
    }
    guard !folders.isEmpty else {
      throw Refusal(
        description: roots?.isEmpty == false
          ? "none of the client's roots is a folder of this machine"
          : "the client opens no folder to the server; open one there, or start 'whyredraw mcp --root FOLDER'")
    }
    // Some clients start servers there. Nobody means the whole disk.
    guard !fixed.isEmpty || roots != nil || start != "/" else {
      throw Refusal(
        description: "the server was started in '/' and knows no folder; start it with 'whyredraw mcp --root FOLDER'")
    }
  }

  /// `file:///Users/me/App` as a path.
  private static func path(of address: String) -> String? {
    guard let url = URL(string: address), url.isFileURL else { return nil }
    return url.path(percentEncoded: false)
  }

  /// Makes the first folder the one that relative paths start in.
  func enter() {
    let folder =
      SystemPath.isFolder(FilePath(folders[0])) ? folders[0] : FilePath(folders[0]).removingLastComponent().string
    _ = FileManager.default.changeCurrentDirectoryPath(folder)
  }

  /// A path as commands take it.
  ///
  /// - Throws: `Refusal` for one that leads out of the folders.
  func path(_ text: String) throws -> String {
    guard !text.isEmpty else { throw Refusal(description: "a path is empty") }
    guard !text.unicodeScalars.contains("\0") else { throw Refusal(description: "a path holds a zero") }
    if text.hasPrefix("/") {
      guard Reach.includes(text) else { throw outside(text) }
      return text
    }
    // A path means the first folder where there is something of that name.
    let places = folders.dropFirst().map { $0 + "/" + text }
    let relative = text.hasPrefix("-") ? "./" + text : text
    let place = ([relative] + places).first { Reach.includes($0) && SystemPath.real($0) != nil } ?? relative
    guard Reach.includes(place) else { throw outside(text) }
    return place
  }

  private func outside(_ path: String) -> Refusal {
    Refusal(description: "\(path): lies outside of \(folders.joined(separator: ", "))")
  }
}
