/// What the sources show positively that makes a finding worth more than a note: what costs updates while the view is on screen, or
/// what is wrong at every use. What merely could cost something has none.
package enum Grounds: Sendable, Hashable {
  /// What the finding is about happens again and again.
  case recurring(Recurrence)
  /// What the parent passes is changed while the view stays on screen.
  case replaced(String, by: String, SourcePlace)
  /// A view is evaluated again, and that makes anew what should have been kept.
  case madeAgain(view: String, when: String, SourcePlace)
  /// Elements are added to what is shown, page by page or event by event.
  case growing(String, SourcePlace)
  /// It is wrong at every use, whatever happens how often: how that shows, and where.
  case wrong(String, SourcePlace)

  package var place: SourcePlace {
    switch self {
    case .recurring(let recurrence): recurrence.place
    case .replaced(_, _, let place), .madeAgain(_, _, let place), .growing(_, let place), .wrong(_, let place):
      place
    }
  }

  /// A sentence without the place.
  package var text: String {
    switch self {
    case .recurring(let recurrence): recurrence.text
    case .replaced(let name, let cause, _): "'\(name)' is changed by \(cause)"
    case .madeAgain(let view, let property, _): "'\(view)' is evaluated when '\(property)' changes"
    case .growing(let name, _): "elements are added to '\(name)'"
    case .wrong(let text, _): text
    }
  }
}

extension Draft {
  /// Names what shows that it matters, in the sentence and as a place of its own.
  mutating func name(_ grounds: Grounds) {
    let place = grounds.place
    let known = related.contains { $0.place == place }
    if place != self.place {
      message += " (\(grounds.text) at \(place.shortText))"
      if !known { related.append(.init(.grounds, place: place, message: grounds.text)) }
    } else if case .wrong = grounds {
      // The sentence says so already.
    } else {
      message += " (\(grounds.text))"
    }
  }
}

extension SourcePlace {
  /// `Player.swift:40`.
  fileprivate var shortText: String { "\(file.split(separator: "/").last ?? Substring(file)):\(line)" }
}
