internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// Captures that people and tools have put their hands on.
@Suite struct OddCaptureTests {
  static let header = "2025-11-08 10:12:13.123456+0100 MyApp[1234:5678] [Changed Body Properties] "
  static let app = ProcessIdentity(name: "MyApp", pid: 1234)
  static let headers = [
    header,
    "2025-11-08 10:12:13.123456+0100  localhost MyApp[1234]: (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] ",
    "2025-11-08 10:12:13.123456+0100 0x1a2b     Info        0x0                  1234   0    MyApp: (SwiftUICore) "
      + "[com.apple.SwiftUI:Changed Body Properties] ",
    "2025-11-08 10:12:13.123 I  MyApp[1234:5678] (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] ",
    "Nov  8 10:12:13 MyApp(SwiftUICore)[1234] <Notice>: ",
    "2025-11-08 10:12:13.123456 MyApp{SwiftUICore}[1234] <INFO>: ",
  ]

  /// The app's own records have no sender or category; neither they nor SwiftUI's are read by the header of the other.
  @Test(arguments: headers) func aHeaderMayBeTheBeginningOfAnother(_ header: String) {
    let category = "[com.apple.SwiftUI:Changed Body Properties] "
    let bare = header.replacing("(SwiftUICore) " + category, with: "").replacing("[Changed Body Properties] ", with: "")
    guard bare != header else { return }
    let (own, swiftUIs) = (bare + "Row: @self changed.", header + "List: unchanged.")
    for lines in [[own, swiftUIs], [swiftUIs, own], [own, swiftUIs, own, swiftUIs, own]] {
      let summary = Reading(lines).summary
      #expect(summary.unchanged == lines.count(where: { $0 == swiftUIs }))
      #expect(summary.events == lines.count(where: { $0 == own }))
    }
  }

  @Test(
    arguments: headers,
    ["2025-08-10T01:38:41.1234567Z ", "2026-09-08T19:54:27.000+09:00\t[os] ", "    ", "\t", "> ", "- "])
  func whatStandsBeforeAHeaderIsTakenOff(_ header: String, _ front: String) {
    let lines = (0..<5).map { index in front + header + "Root: \(index < 4 ? "_x changed" : "unchanged")." }
    let reading = Reading(lines)
    #expect(reading.summary.events == 4 && reading.summary.unchanged == 1)
    #expect(Set(reading.events.map(\.process)) == [Self.app])
    #expect(reading.summary.format == Reading([header + "Root: _x changed."]).summary.format)
  }

  @Test func markersKeepTheirPlaceAmongMessagesThatWaitForMetadata() {
    let reading = Reading([
      "Test Case '-[A.B testA]' started.", "Root: @self, @identity, _x changed.",
      "Test Case '-[A.B testA]' passed (0.1 seconds).", "Type: stdio", "Test Case '-[A.B testB]' started.",
      "Root: _x changed.", "Root: _x changed.", "Test Case '-[A.B testB]' passed (0.1 seconds).", "Type: stdio",
    ])
    #expect(
      reading.texts == [
        "> A.B/testA", "Root: @self, @identity, _x", "<", "> A.B/testB", "Root: _x", "Root: _x", "<",
      ])
  }

  @Test func metadataNeedsNoType() {
    let columns = [
      "Timestamp: 2025-11-08 10:12:13.123456+01:00", "Process: Widget", "Library: SwiftUICore",
      "Subsystem: com.apple.SwiftUI", "Category: Changed Body Properties", "TID: 0x1a2b",
    ]
    for chosen in 1..<64 where chosen.nonzeroBitCount > 1 || chosen == 1 {
      let line = columns.indices.filter { chosen >> $0 & 1 == 1 }.map { columns[$0] }.joined(separator: " | ")
      let reading = Reading(["Root: _x changed.", line])
      #expect(reading.summary.format == "xcode-metadata", "\(line)")
      #expect(reading.events.map(\.process.name) == [chosen & 2 == 0 ? nil : "Widget"])
      #expect((reading.events.first?.time != nil) == (chosen & 1 == 1))
    }
    for other in [
      "Process: Widget", "Timestamp: 2025-11-08 10:12:13", "Timestamp: 2025-11-08 10:12:13.123456+01:00 now",
    ] {
      #expect(Reading(["Root: _x changed.", other]).summary.format == "stdout")
    }
  }

  /// NULs and colours may stand anywhere, also in the words that everything else is found by.
  @Test(arguments: Layout.all) func controlsInTheMiddleOfWordsAreTakenOut(layout: Layout) {
    guard !layout.format.contains("json") else { return }
    let messages = ["Root: @self, @identity, _x changed.", "Root: unchanged.", "Root: _x changed."]
    let lines = messages.enumerated().flatMap { layout.lines($0.element, $0.offset * 1000) }
    for controls in ["\0", "\u{1B}[1m", "\0\u{1B}[0;32m"] {
      let odd = lines.map { line in
        line.replacing("changed.", with: "cha\(controls)nged.").replacing("Root", with: "R\(controls)oot")
      }
      #expect(Reading(odd).events == Reading(lines).events)
      #expect(Reading(odd).summary.unchanged == 1)
    }
  }

  @Test(arguments: ["log-ndjson", "pymobiledevice3-json"]) func recordsAreReadWhateverStandsAroundThem(format: String)
    throws
  {
    let layout = try #require(Layout.all.first { $0.format == format })
    let messages = ["Root: @self, @identity, \\M.v changed.", "Root: \\M.v changed.", "Root: unchanged."]
    let lines = messages.enumerated().flatMap { layout.lines($0.element, $0.offset * 1000) }
    let plain = Reading(lines)
    #expect(plain.texts.count == 3)
    let wrappings: [(String, String)] = [
      ("\0", ""), ("", "\0"), ("\u{1B}[32m", "\u{1B}[0m"), ("", "\u{1B}[0m"), ("  ", ""), ("- ", ""),
      ("", " // remark"),
      ("2025-08-10T01:38:41.1234567Z ", ""), ("", "\r"),
    ]
    for (before, behind) in wrappings {
      let reading = Reading(lines.map { before + $0 + behind })
      #expect(reading.events == plain.events, "\(before.debugDescription) \(behind.debugDescription)")
      #expect(reading.summary.issues.isEmpty)
    }
    #expect(Reading(lines.map { $0.replacing("changed", with: "cha\0nged") }).events == plain.events)
    #expect(Reading([lines[0] + "Row: _y changed.", lines[1]]).texts == [plain.texts[0], "Row: _y", plain.texts[1]])
  }

  @Test func offsetsMeanWhatTheProcessLastSaid() {
    func line(_ message: String, _ pid: Int) -> String {
      "2025-11-08 10:12:13.123456+0100 MyApp[\(pid):44] [Changed Body Properties] \(message)"
    }
    let lines = [
      line("A: @self, @identity, _x, @16 changed.", 1), line("A: @16 changed.", 1), line("B: @16 changed.", 1),
      line("A: @self, @identity, _y, @16, _z, @32 changed.", 2), line("A: @16 changed.", 2),
      line("A: @self, @16, @40 changed.", 2), line("A: @32, _z changed.", 2), line("A: @16 changed.", 1),
    ]
    #expect(
      Reading(lines).texts == [
        "A: @self, @identity, _x", "A: _x", "B: @16", "A: @self, @identity, _y, _z", "A: _y", "A: @self, _y, @40",
        "A: _z", "A: _x",
      ])
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    #expect(Reading(bytes, pieceSize: 50, isLive: true).texts == Reading(lines).texts)
    // One build says the same in every line, and whoever reads may resolve it.
    #expect(Reading(Array(lines.prefix(3))).texts[1] == "A: @16")
  }

  @Test func unchangedIsFoundBehindNULsColoursAndOtherMessages() {
    for line in [
      "info\t10:12:13.123456+0100\tMyApp\tRoot: unchanged.\0",
      "\u{1B}[32minfo\t10:12:13.123456+0100\tMyApp\tRoot: unchanged.\u{1B}[0m",
      "Nov  8 10:12:13 MyApp(SwiftUICore)[1234] <Notice>: Root: unchanged.\0",
    ] {
      let reading = Reading(["Root: _x changed.", line])
      #expect(reading.summary.events == 1 && reading.summary.unchanged == 1, "\(line.debugDescription)")
    }
    let glued = Reading(["Root: _x changed.Root: unchanged."]).summary
    #expect(glued.events == 1 && glued.unchanged == 1)
  }

  @Test func aSmallLetterNeedsAnotherLineThatVouches() {
    #expect(Reading(["row: @self changed.", "row: _x changed.", "row: _x changed."]).summary.events == 3)
    #expect(Reading(["row: _x changed."]).summary.events == 0)
  }

  @Test func whatWasPrintedWithoutALineEndIsNoPartOfTheName() {
    for front in ["Loading...", "Loading\u{2026}", "done)", "a.b..", "[1/3]", "50%", "x=>"] {
      #expect(Reading([front + "Root.Row<A>: _x changed."]).texts == ["Root.Row<A>: _x"], "\(front)")
    }
  }

  @Test func twoDotsInANameAreASlip() {
    #expect(
      Reading(["Root: @self changed.", "Root..A: _x changed.", "Root: _x changed."]).texts == [
        "Root: @self", "Root: _x",
      ])
    #expect(Reading(["Loading...A: _x changed."]).texts == ["A: _x"])
  }

  @Test(arguments: [200, 500, 4000]) func valuesInRecordsMayBeNested(_ depth: Int) {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let reading = Reading([
      #"{"traceID":1,"eventMessage":"Root: @self changed.","x":\#(nested)}"#,
      #"{"traceID":2,"eventMessage":"Root: _x changed."}"#,
    ])
    #expect(reading.texts == ["Root: @self", "Root: _x"])
    #expect(reading.summary.issues.isEmpty)
  }

  @Test func noAddressStaysInAKeyPath() {
    #expect(
      Reading(["Root: \\M.<computed 0x1 (A)>.b.<computed 0x2 (B)> changed."]).texts
        == ["Root: \\M.<computed (A)>.b.<computed (B)>"])
    #expect(
      Reading(["Root: \\M<(unknown context at $10490b1e0).T>.x changed."]).texts == ["Root: \\M<T>.x"])
    #expect(Reading(["A: @self, @99999999999999999999999 changed."]).summary.events == 1)
  }

  @Test func bytesThatAreNoUTF8AtTheStartAreNoUTF16() {
    let log = Array("Root: _x changed.\n".utf8)
    #expect(Reading([0xFF, 0xFE, 0xC0, 0xAF, 0x0A] + log).summary.events == 1)
    let wide: [UInt8] = [0xFF, 0xFE] + log.flatMap { [$0, 0] as [UInt8] }
    #expect(Reading(wide).summary.isFaulty)
  }

  @Test func januaryComesAfterDecember() throws {
    let times = Reading([
      "Dec 31 23:59:59.900000 MyApp(SwiftUICore)[1] <Notice>: A: _x changed.",
      "Jan  1 00:00:00.100000 MyApp(SwiftUICore)[1] <Notice>: A: _x changed.",
    ]).events.compactMap(\.time)
    #expect(times.count == 2 && times[1] - times[0] == 200_000_000)
  }

  @Test func anIntervalHasOneNameInEveryStyle() {
    for line in [
      "2025-11-08 10:12:13.123456+0100 0x1a2b     Signpost    0x0                  1234   0    [spid 0x29, process, begin] "
        + "MyApp: [com.example:perf] Scroll: ",
      "2025-11-08 10:12:13.123 Sp MyApp[1:a] [spid 0x29, process, begin] [com.example:perf] Scroll: Before Dispatch",
      "2025-11-08 10:12:13.123456+0100  localhost MyApp[1234]: [spid 0x29, process, begin] [com.example:perf] Scroll: fast",
    ] {
      #expect(Reading([line, "Root: _x changed."]).texts.first == "> Scroll", "\(line)")
    }
  }

  @Test func aMarkerMayStandInARecordOverManyLines() {
    let text = """
      [{
        "eventMessage" : "Root: _x changed.",
        "category" : "Changed Body Properties"
      },{
        "eventMessage" : "== begin scroll"
      },{
        "eventMessage" : "Root: _y changed.",
        "category" : "Changed Body Properties"
      }]
      """
    let reading = Reading(Array(text.utf8), marker: { $0.contains("== begin scroll") ? "scroll" : nil })
    #expect(reading.texts == ["Root: _x", "> scroll", "Root: _y"])
  }

  static func record(_ message: String) -> String {
    #"{"traceID":1,"eventMessage":"\#(message)","category":"Changed Body Properties","processID":7,"#
      + #""processImagePath":"/a/MyApp","timestamp":"2025-11-08 10:12:13.123456+0100"}"#
  }

  @Test func aRecordWithoutItsEndTakesNoOthersWithIt() {
    let good = Array(repeating: Self.record("Root: _x changed."), count: 18)
    let whole = Self.record("Root: _y changed.")
    for length in [20, 45, 60, 90, whole.utf8.count - 1] {
      let summary = Reading([good[0], String(whole.prefix(length))] + good).summary
      #expect(summary.events >= 19, "cut after \(length)")
    }
    for line in ["{", "[{", #"{"a": 1,"#, #"{"state": {"#] {
      #expect(Reading([good[0], line] + good).summary.events == 19, "\(line)")
      for header in Self.headers {
        #expect(Reading([good[0], line, header + "Root: _y changed."]).summary.events == 2, "\(line) \(header)")
      }
    }
  }

  @Test func markersAreLookedForInMessages() {
    func names(_ lines: [String]) -> [String] {
      Reading(
        Array(lines.joined(separator: "\n").utf8),
        marker: { $0.hasPrefix("== \"") ? String($0.dropFirst(3)) : nil }
      ).texts.filter { $0.hasPrefix(">") }
    }
    let changes = Array(repeating: Self.record("Root: _x changed."), count: 100)
    #expect(names([Self.record(#"== \"a\""#)] + changes + [Self.record(#"== \"b\""#)]) == [#"> "a""#, #"> "b""#])
    #expect(names(["Root: _x changed.", #"== "c""#]) == [#"> "c""#])
  }

  /// Lines of `idevicesyslog` whose names stand in front of the library.
  private func processes(_ names: [String]) -> (names: [String?], issues: [String]) {
    let reading = Reading(names.map { "Nov  8 10:12:13 \($0)(SwiftUICore)[99] <Info>: Root: _x changed." })
    return (reading.events.map(\.process.name), reading.summary.issues.map(\.message))
  }

  @Test func theDeviceIsNoPartOfTheProcess() {
    #expect(processes(["MyApp", "Widget Ext"]).names == ["MyApp", "Widget Ext"])
    #expect(processes(["Widget Ext", "Share Ext"]).names == ["Widget Ext", "Share Ext"])
    #expect(processes(["Desk Unit MyApp", "Desk Unit Widget Ext"]).names == ["MyApp", "Widget Ext"])
    #expect(processes(["Ann's iPhone MyApp", "Ann's iPhone MyApp"]).names == ["MyApp", "MyApp"])
    #expect(processes(["MyApp", "Widget Ext"]).issues.isEmpty)
    let unknown = processes(["Unit MyApp", "Unit MyApp"])
    #expect(unknown.names == ["MyApp", "MyApp"])
    #expect(unknown.issues.first?.hasSuffix("as in 'Unit MyApp': the capture does not say") == true)
  }

  @Test func aRecordBehindAMessageWithoutLineEndIsRead() {
    let reading = Reading(["Root: @self changed.info\t10:12:13.123456+0100\tMyApp\tRoot: _y changed."])
    #expect(reading.texts == ["Root: @self", "Root: _y"])
  }

  @Test func theLabelIsNoPartOfTheMessage() {
    let line =
      "2025-11-08 10:12:13.123456 MyApp{SwiftUICore}[1] <INFO>: == down [com.apple.SwiftUI][Changed Body Properties]"
    let reading = Reading(Array("Root: _x changed.\n\(line)\n".utf8)) { line in
      line.range(of: "== ").map { String(line[$0.upperBound...]) }
    }
    #expect(reading.texts == ["Root: _x", "> down"])
  }

  /// Each text is found wherever in a line it stands, among others that are alike.
  @Test func whatMattersIsFoundAtAnyPlace() {
    for place in 0..<24 {
      let before = String("edged paded updited >== edited bedding padding ".prefix(place))
      let texts = [
        "Modifying state during view update, this will cause undefined behavior.",
        "=== Messages dropped during live streaming (use `log show` to see what they were)", "lost >= 3 messages",
      ]
      let reading = Reading(texts.map { before + $0 } + [before + " Root: _x changed."])
      #expect(reading.texts == ["! modifyingStateDuringUpdate", "Root: _x"], "\(place)")
      #expect(reading.summary.issues.map(\.count) == [2], "\(place)")
      let header =
        "2025-11-08 10:12:13.123456+0100 MyApp[1:2] (\(before.filter { $0 != " " })) [Changed Body Properties] "
      #expect(Reading([header + "<private>"]).summary.issues.contains { $0.severity == .dataLoss }, "\(place)")
    }
  }
}
