internal import SystemPackage

/// What the name of a file says.
enum FileName {
  /// `json` of `report.JSON`; `nil` for names without any.
  static func `extension`(of path: String) -> String? { FilePath(path).extension?.lowercased() }
}
