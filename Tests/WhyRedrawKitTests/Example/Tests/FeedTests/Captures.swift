import Foundation

/// Captures of UI tests, as they lie in the repository.
enum Captures {
  static let all = ["run-1.log.gz", "run-2.log.gz"].map {
    URL(filePath: #filePath).appending(path: "../../../../../../SampleTraces/Scenarios/expanded-row/after/\($0)")
      .standardized.path()
  }
}
