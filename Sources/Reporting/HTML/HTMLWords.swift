/// What the words of the page mean, a sentence each, for whoever reads one for the first time.
enum HTMLWords {
  private static let words: [(word: String, meaning: String)] = [
    (
      "Update",
      "SwiftUI ran the body of a view again because something had changed. Whether anything looked different afterwards is another matter."
    ),
    ("First appearance, initial", "The first run of a view’s body. It cannot be saved, and counts as no update."),
    ("Evaluation", "Any run of a body: an update or a first appearance."),
    (
      "Re-created",
      "A view that was there lost its identity and was built anew, with its state lost."
    ),
    (
      "Avoidable",
      "The sources prove that nothing the body reads had changed. Likely avoidable: the evidence says so, or a change would save it."
    ),
    (
      "40 → 9 updates (between 0 and 20)",
      "The recorded updates were played again as if the change were made: 9 would be left of 40. The numbers in brackets are the least and the most, where the recording does not tell exactly."
    ),
    (
      "Proven, likely, possible, static",
      "How sure a finding is: the sources prove it and the recording shows it; both point to it; the recording shows the view alone; no recording shows it."
    ),
    (
      "Root cause",
      "The first change of a chain, such as a @State that was written. It leads to all updates that follow from it."
    ),
    (
      "Recorded, inferred",
      "Recorded is what the file says itself. Inferred is what follows from the order and time of its lines."
    ),
    (
      "@self",
      "The view’s own value: its parent passed something that differs, or that SwiftUI cannot compare."
    ),
    ("@identity", "The view is new, or lost its identity."),
    ("@dependencies", "A model that the body reads changed; the system did not say which property."),
    (
      "@16",
      "A property inside of a property wrapper of your own, here 16 bytes into the view."
    ),
  ]

  static func render() -> HTML {
    var html: HTML = "<section aria-labelledby=\"words-title\">\n<details id=\"words\"><summary><h2 id=\"words-title\">"
    html += "What the words mean</h2></summary>\n<dl class=\"words\">\n"
    for (word, meaning) in words { html += "<div><dt>\(word)</dt><dd>\(meaning)</dd></div>\n" }
    return html + "</dl>\n</details>\n</section>\n"
  }
}
