import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// State written for every event of a stream of events.
  package static let hotPathStateWrite: SourceRule = .init(
    id: "hot_path_state_write",
    summary: "state is written for every scroll, geometry, preference, drag or animation event",
    rationale: """
      Such callbacks run up to 120 times per second. A view that stores what they deliver is evaluated as often, also \
      when what it shows changes only at a threshold. Compute the flag first and write it when it differs; keep raw \
      positions out of state, or in the smallest view that shows them.
      """,
    advice: [.hotPaths], severity: .warning, fix: .writeOnThreshold, isNoteWithoutTrace: true,
    options: [
      Option(
        "large_view_lines",
        "lines from which evaluating a view for each event is reported even where it shows the value", standard: 60)
    ],
    page: Page(
      inTrace: """
        Thirty and more evaluations per second by one cause
        """,
      neverReported: """
        values that are shown continuously by a small view; heights and other sizes; writes past a \
        threshold; bindings that a control writes for its own sake
        """,
      limits: """
        how large a view is stands for what it costs; a place on the screen counts where a scroll view is \
        around it in the same view
        """),
    triggering: [
      """
      @Observable final class Chat {
        var messages: [Message] = []
        func send(_ kit: Kit, to id: Message.ID) async throws {
          for try await piece in kit.answer() { change(id) { ↓$0.text += piece } }
        }
        private func change(_ id: Message.ID, _ body: (inout Message) -> Void) {
          guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
          var message = messages[index]
          body(&message)
          messages[index] = message
        }
      }
      struct ChatView: View {
        @State private var chat = Chat()
        var body: some View { ForEach(chat.messages) { Text($0.text) } }
      }
      """,
      """
      final class Recorder: ObservableObject {
        @Published private(set) var level: Float = 0
        func start(_ engine: AVAudioEngine) {
          engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { [weak self] buffer, _ in
            let level = buffer.rms
            DispatchQueue.main.async { ↓self?.level = level }
          }
        }
      }
      struct Meter: View {
        @ObservedObject var recorder: Recorder
        var body: some View { ProgressView(value: recorder.level) }
      }
      """,
      """
      @Observable final class Pointer {
        private(set) var position: CGPoint = .zero
        func start() {
          monitor = NSEvent.addGlobalMonitorForEvents(matching: [.mouseMoved]) { [weak self] event in self?.follow(event) }
        }
        private func follow(_ event: NSEvent) { ↓position = event.locationInWindow }
      }
      struct Cursor: View {
        let pointer: Pointer
        var body: some View { Circle().position(pointer.position) }
      }
      """,
      """
      @Observable final class Chat {
        var reply = ""
        var messages: [Message] = []
        private var generation: AnyCancellable?
        func send(_ kit: Kit) {
          generation = kit.answer().sink { [weak self] piece in self?.receive(piece) }
          kit.translate(onToken: { [weak self] token in ↓self?.messages[0].content += token })
        }
        private func receive(_ piece: Piece) {
          let current = reply
          DispatchQueue.main.async { ↓self.reply = current + piece.text }
        }
      }
      struct ChatView: View {
        @State private var chat = Chat()
        var body: some View { Text(chat.reply); ForEach(chat.messages) { Text($0.content) } }
      }
      """,
      """
      final class Downloads: NSObject, ObservableObject, URLSessionDownloadDelegate {
        @Published var progress: [Int: Double] = [:]
        nonisolated func urlSession(
          _ session: URLSession, downloadTask task: URLSessionDownloadTask, didWriteData bytes: Int64,
          totalBytesWritten written: Int64, totalBytesExpectedToWrite expected: Int64
        ) {
          Task { @MainActor in
            guard let id = self.ids[task.taskIdentifier] else { return }
            ↓self.progress[id] = Double(written) / Double(expected)
          }
        }
      }
      struct DownloadRow: View {
        @ObservedObject var downloads: Downloads
        let id: Int
        var body: some View { ProgressView(value: downloads.progress[id]) }
      }
      """,
      """
      @Observable final class Writer {
        var output = ""
        func write(_ tokens: Tokens) async {
          var text = ""
          for token in tokens {
            text += token.text
            await MainActor.run { ↓self.output = text }
          }
        }
      }
      struct Page: View {
        let writer: Writer
        var body: some View { Text(writer.output) }
      }
      """,
      """
      final class Bar: ObservableObject {
        @Published var offset = 0.0
        @Published var title = ""
      }
      struct Handle: View {
        @EnvironmentObject var bar: Bar
        var body: some View {
          Circle().gesture(DragGesture().onChanged { ↓bar.offset = $0.translation.width })
        }
      }
      struct Title: View {
        @EnvironmentObject var bar: Bar
        var body: some View { Text(bar.title) }
      }
      """,
      """
      @Observable final class Egg {
        var elapsed: Double = 0
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in ↓self.elapsed = self.source.now }
        }
      }
      struct EggView: View {
        let egg: Egg
        var body: some View { Text("\\(Int(egg.elapsed))") }
      }
      """,
      """
      struct Badge: View {
        let end: Date
        var body: some View {
          ↓TimelineView(.periodic(from: .now, by: 1)) { context in
            if let left = left(at: context.date) {
              Text("\\(left)")
            } else {
              Color.clear.frame(width: 12)
            }
          }
        }
        private func left(at date: Date) -> Int? { end > date ? Int(end.timeIntervalSince(date)) : nil }
      }
      """,
      """
      struct Row: View {
        @State private var isHovered = false
        var body: some View {
          Text("").opacity(isHovered ? 1 : 0.5).onContinuousHover { phase in
            switch phase {
            case .active: ↓isHovered = true
            case .ended: isHovered = false
            }
          }
        }
      }
      """,
      """
      struct Meetings: App {
        @State private var frame = 0
        let clock = Timer.publish(every: 0.4, on: .main, in: .common).autoconnect()
        var body: some Scene {
          MenuBarExtra { Menus() } label: { Icon(frame: frame).onReceive(clock) { _ in ↓frame = (frame + 1) % 6 } }
        }
      }
      """,
      """
      struct Card: View {
        @State private var drag = CGSize.zero
        private var isLiked: Bool { drag.width > 120 }
        var body: some View {
          Image(isLiked ? "heart.fill" : "heart")
            .gesture(DragGesture().onChanged { ↓drag = $0.translation })
        }
      }
      """,
      """
      struct Screen: View {
      @State private var shouldShowTitle = false
      var body: some View {
      Text(shouldShowTitle ? "Title" : "")
      .onPreferenceChange(ScrollOffsetKey.self) { offset in
      ↓shouldShowTitle = offset.y <= -32 // Fires constantly during scroll!
      }
      }
      }
      """,
      """
      struct Screen: View {
        @State private var frames: [Int: CGRect] = [:]
        var body: some View {
          Text("\\(frames.count)")
            .onPreferenceChange(FrameKey.self) { ↓frames = $0 }
        }
      }
      """,
      """
      final class Theme: ObservableObject {
        @Published var scale = 1.0
        @Published var tint = Color.blue
        @Published var spacing = 4.0
      }
      struct Settings: View {
        @EnvironmentObject private var theme: Theme
        var body: some View { ↓Slider(value: $theme.scale, in: 0.5...1.5) }
      }
      """,
      """
      struct Profile: View {
        let name: String
        var body: some View {
          ScrollView {
            GeometryReader { proxy in
              Banner(name: name, offset: ↓proxy.frame(in: .global).minY)
            }
          }
        }
      }
      struct Banner: View {
        let name: String
        let offset: CGFloat
        var body: some View { Text(name).scaleEffect(1 + offset / 150) }
      }
      """,
      """
      struct Row: View {
        let start: Date
        var body: some View {
          ↓TimelineView(.periodic(from: start, by: 1)) { context in
            HStack {
              Image(systemName: "clock")
              VStack { Text("Running"); Text(context.date, style: .time) }
            }
          }
        }
      }
      struct Screen: View {
        let jobs: [Job]
        var body: some View { List(jobs) { Row(start: $0.start) } }
      }
      """,
      """
      struct Board: View {
        @State private var drag = CGSize.zero
        var body: some View {
          VStack {
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Circle().offset(drag).gesture(DragGesture().onChanged { ↓drag = $0.translation })
          }
        }
      }
      """,
      """
      @Observable final class Chrome {
        private(set) var offset: CGFloat = 0
        func didScroll(to new: CGFloat) { ↓offset = new }
      }
      struct Page: View {
        let chrome: Chrome
        var body: some View { if chrome.offset > -80 { Text("Bar") } }
      }
      """,
      """
      @Observable final class Meter {
        var level = 0.0
        func updateLevel(_ level: Double) { ↓self.level = min(1, level) }
      }
      struct MeterView: View {
        let meter: Meter
        var body: some View { ProgressView(value: meter.level) }
      }
      """,
      """
      enum Event { case contentDelta(id: Int, text: String), done }
      final class Chat: ObservableObject {
        @Published var messages: [Message] = []
        func handle(_ event: Event) {
          var buffer = messages
          switch event {
          case let .contentDelta(id, text):
            ↓buffer[id].content += text
            messages = buffer
          case .done: break
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Recorder: ObservableObject {
        @Published private(set) var level: Float = 0
        @Published private(set) var lastKey = ""
        private var written = Date.distantPast
        func start(_ engine: AVAudioEngine) {
          engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { [weak self] buffer, _ in
            guard let self, written.timeIntervalSinceNow < -0.1 else { return }
            level = buffer.rms
          }
          keys = NSEvent.addLocalMonitorForEvents(matching: [.keyDown]) { event in
            self.lastKey = event.characters ?? ""
            return event
          }
        }
      }
      struct Meter: View {
        @ObservedObject var recorder: Recorder
        var body: some View { ProgressView(value: recorder.level) }
      }
      """,
      """
      @Observable final class Chat {
        var reply = ""
        var received = 0
        var lines: [String] = []
        @ObservationIgnored var buffer = ""
        private var lastWrite = Date.now
        func send(_ kit: Kit) async throws {
          for try await piece in kit.answer() {
            buffer += piece.text
            received += piece.count
            if lastWrite.timeIntervalSinceNow < -0.2 { reply += buffer }
          }
        }
        func sign(_ name: String) { reply += name }
      }
      struct ChatView: View {
        @State private var chat = Chat()
        var body: some View { Text(chat.reply) }
      }
      """,
      """
      final class Downloads: NSObject, ObservableObject, URLSessionDownloadDelegate {
        @Published var progress = 0.0
        private var written = Date.distantPast
        func urlSession(
          _ session: URLSession, downloadTask task: URLSessionDownloadTask, didWriteData bytes: Int64,
          totalBytesWritten: Int64, totalBytesExpectedToWrite expected: Int64
        ) {
          let isDue = Date.now.timeIntervalSince(written) > 0.2
          guard isDue else { return }
          written = .now
          progress = Double(totalBytesWritten) / Double(expected)
        }
      }
      struct DownloadRow: View {
        @ObservedObject var downloads: Downloads
        var body: some View { ProgressView(value: downloads.progress) }
      }
      """,
      """
      @Observable final class Writer {
        var output = ""
        func write(_ tokens: Tokens) async {
          var text = ""
          for token in tokens {
            text += token.text
            if text.count % 16 == 0 {
              await MainActor.run { self.output = text }
            }
          }
          await MainActor.run { self.output = text }
        }
      }
      """,
      """
      struct Badge: View {
        let end: Date
        let isRunning: Bool
        var body: some View {
          if isRunning {
            TimelineView(.periodic(from: .now, by: 1)) { context in
              if let left = left(at: context.date) { Text("\\(left)") }
            }
          }
        }
        private func left(at date: Date) -> Int? { end > date ? Int(end.timeIntervalSince(date)) : nil }
      }
      """,
      """
      struct Meetings: App {
        @State private var frame = 0
        let clock = Timer.publish(every: 0.4, on: .main, in: .common).autoconnect()
        var body: some Scene {
          WindowGroup { Screen().onReceive(clock) { _ in if isAnimated, frame != next { frame = next } } }
        }
        var next: Int { frame + 1 }
      }
      """,
      """
      final class Draft: ObservableObject { @Published var scale = 1.0; @Published var tint = 0; @Published var name = "" }
      struct Settings: View {
        @StateObject private var draft = Draft()
        @State private var volume = 0.5
        var body: some View {
          Slider(value: $draft.scale)
          Slider(value: $volume)
        }
      }
      """,
      """
      struct Grid: View {
        @State private var frames: [String: CGRect] = [:]
        var body: some View {
          Text("").onPreferenceChange(FrameKey.self) { frames = $0 }
            .gesture(DragGesture().onEnded { value in select(frames.first { $0.value.contains(value.location) }) })
        }
      }
      """,
      """
      struct Profile: View {
        let name: String
        var body: some View {
          ScrollView {
            Text(name).background(
              GeometryReader { proxy in
                Color.clear.preference(key: OffsetKey.self, value: proxy.frame(in: .global).minY)
              })
          }
        }
      }
      """,
      """
      struct Clock: View {
        var body: some View {
          TimelineView(.periodic(from: .now, by: 1)) { context in
            HStack { Image(systemName: "clock"); Text("Now"); Text(context.date, style: .time) }
          }
        }
      }
      """,
      """
      struct Near: View {
        let rows: [Row]
        @State private var offset = CGSize.zero
        var body: some View {
          List(rows.filter { $0.y > offset.height }) { Text($0.name) }
            .gesture(DragGesture().onChanged { offset = $0.translation })
        }
      }
      """,
      """
      struct Sheet: View {
        @State private var height: CGFloat = 0
        var body: some View {
          Text("")
            .onPreferenceChange(ContentHeightKey.self) { height = $0 }
            .presentationDetents([.height(height)])
        }
      }
      """,
      """
      struct Volume: View {
        @Binding var value: Double
        var body: some View {
          VStack {
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Capsule().gesture(DragGesture().onChanged { value = $0.location.x })
          }
        }
      }
      """,
      """
      struct Screen: View {
      @State private var shouldShowTitle = false
      var body: some View {
      Text(shouldShowTitle ? "Title" : "")
      .onPreferenceChange(ScrollOffsetKey.self) { offset in
      let shouldShow = offset.y <= -32
      if shouldShow != shouldShowTitle {
      shouldShowTitle = shouldShow // Fires only when crossing threshold
      }
      }
      }
      }
      """,
      """
      struct Preview: View {
      @State private var isNear = false
      var body: some View {
      Text(isNear ? "Near" : "").onContinuousHover { phase in
      let setNear: (Bool) -> Void = { new in
      withAnimation { isNear = new }
      }
      let wasNear = isNear
      switch phase {
      case .active: if !wasNear { setNear(true) }
      case .ended: if isNear { setNear(false) }
      }
      }
      }
      }
      """,
      """
      struct Knob: View {
        @State private var offset = CGSize.zero
        var body: some View {
          Circle().offset(offset).gesture(DragGesture().onChanged { offset = $0.translation })
        }
      }
      """,
    ],
    check: { graph in
      findings(graph) + placesOfPointers(graph) + ContinuousUpdates.findings(graph) + ticksOfScenes(graph)
        + graph.ofSourcesAlone {
          HotValues.findingsOfSources(graph) + FrequentModelWrites.findings(graph)
            + GrowingTexts(graph: graph).findings()
        }
    },
    traces: TraceCheck(
      // That a member is written for every event is not known of all that are shown coarsely.
      listed: .only {
        findings($0, isSuspecting: true) + HotValues.ofBindings($0) + FastClocks.findings($0)
          + DraggedBindings.findings($0) + WatchedDrags.findings($0) + FrequentModelWrites.suspicions($0)
          + SuspectedHotPaths.findings($0)
      },
      triggering: [
        """
        final class Sensors: ObservableObject {
          @Published private(set) var heartRate = 0
          func received(from peripheral: CBPeripheral, value: Data) { ↓heartRate = Int(value[1]) }
        }
        struct Rate: View {
          @ObservedObject var sensors: Sensors
          var body: some View { Text("\\(sensors.heartRate)") }
        }
        """,
        """
        struct Screen: View {
          @State private var power: Float = 0
          var body: some View { Text(power > -3 ? "!" : "").onReceive(meter) { ↓power = $0 } }
        }
        """,
        """
        @Observable final class Settings { var volume = 0.5; var isMuted = false }
        struct Screen: View {
          @Bindable var settings: Settings
          var body: some View { VolumeRow(label: "\\(settings.volume)", value: $settings.volume) }
        }
        struct VolumeRow: View {
          let label: String
          @Binding var value: Double
          var body: some View { LabeledContent(label) { Slider(value: ↓$value) } }
        }
        """,
        """
        final class Paging: ObservableObject { @Published var position: Float = 1 }
        struct Reader: View {
          @StateObject private var paging = Paging()
          let pager: Pager
          var body: some View {
            VStack {
              Pages(pager: pager)
              Panel(position: $paging.position)
            }
            .onChange(of: paging.position) { pager.turn(to: Int($0)) }
          }
        }
        struct Panel: View {
          @Binding var position: Float
          var body: some View {
            Text("\\(Int(position))")
            Slider(value: ↓$position, in: 1...100)
          }
        }
        """,
      ],
      suspects: { graph in
        findings(graph, isSuspecting: true) + HotValues.findings(graph) + FastClocks.findings(graph)
          + DraggedBindings.findings(graph) + FrequentModelWrites.suspicions(graph)
      }))

  /// - Parameter isSuspecting: Whether only those values count that views show rounded or compared, in whatever way.
  private static func findings(_ graph: SourceGraph, isSuspecting: Bool = false) -> [Draft] {
    let large = SourceRule.hotPathStateWrite.option("large_view_lines", in: graph)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<Code> = []
      let findings = evaluation.writes.compactMap { write -> Draft? in
        guard let caller = write.phase.caller,
          Calls.runsPerEvent.contains(write.phase.finalCallerName) || SourceGraph.streamLabel(write, caller) != nil
            || caller.watchesMovingPlace
            || isSuspecting && !Calls.runsOncePerEvent.contains(write.phase.finalCallerName),
          let property = type.property(write.property), property.storage == .state || property.storage == .binding,
          graph.index.type(of: property, in: type)?.isReference != true,
          // State that only gestures and actions read evaluates nothing.
          !evaluation.evaluationReads(of: property.name).isEmpty || property.storage == .binding,
          !write.code.isGuarded(for: guardNames(write), upTo: caller), !SourceGraph.deliversSize(caller),
          !SourceGraph.isSameForEachEvent(write, property),
          seen.insert(write.code).inserted
        else { return nil }
        let reason =
          isSuspecting
          ? coarseReason(write, caller, property, type, evaluation, graph)
          : reason(write, caller, property, evaluation, large: large)
        guard let reason else { return nil }
        return Draft(
          "'\(SourceGraph.streamLabel(write, caller) ?? write.phase.callerName)' writes '\(write.property)' for every event, so "
            + "'\(type.name)' \(reason.text)",
          at: write.code.start, code: write.code, view: type, subject: .property(write.property),
          change: .writeOnThreshold(PropertyPath(write.property)), severity: reason.severity,
          steps: write.operation == "="
            ? [
              "compute what the view shows from the event", "assign it only when it differs from '\(write.property)'",
            ]
            : ["keep the sum of the events out of state until it passes a threshold"])
      }
      return joined(findings)
    }
  }

  /// `onContinuousHover` that stores only whether the pointer is inside, and runs for each place of it.
  private static func placesOfPointers(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<Code> = []
      return evaluation.writes.compactMap { write -> Draft? in
        guard let caller = write.phase.caller, caller.calledEvent == .pointer,
          Calls.rates[caller.calledName] == .perEvent, write.value?.isConstant == true,
          let property = type.property(write.property), property.storage == .state || property.storage == .binding,
          let closure = caller.arguments.last?.firstChild, closure.kind == .closure, closure.contains(write.code),
          !closure.descendants.contains(where: { [.patternName, .optionalBinding].contains($0.kind) }),
          evaluation.writes.allSatisfy({ $0.phase.caller != caller || $0.value?.isConstant == true }),
          !write.code.isGuarded(for: [write.property], upTo: caller), seen.insert(caller).inserted
        else { return nil }
        return Draft(
          "'\(caller.calledName)' runs for each move of the pointer, and '\(type.name)' stores only whether it is inside; use onHover",
          at: write.code.start, code: write.code, view: type, subject: .property(write.property),
          change: .writeOnThreshold(PropertyPath(write.property)), severity: .note,
          steps: ["replace '\(caller.calledName)' by onHover, which runs when the pointer enters and leaves"])
      }
    }
  }

  /// A clock that writes state of an app or a scene: each tick evaluates what makes all windows.
  private static func ticksOfScenes(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.index.conforms(type, toAnyOf: Protocols.scenes) else { return [] }
      var seen: Set<String> = []
      return evaluation.writes.compactMap { write -> Draft? in
        guard let caller = write.phase.caller, write.path.isEmpty, let property = type.property(write.property),
          property.storage == .state, !evaluation.evaluationReads(of: property.name).isEmpty,
          SourceGraph.isFrequent(write, of: property), write.value?.isConstant != true,
          !write.code.isGuarded(for: [write.property], upTo: caller), seen.insert(property.name).inserted
        else { return nil }
        var draft = Draft(
          "'\(write.phase.callerName)' writes '\(write.property)' at each tick, so '\(type.name)' makes all its windows and menus anew "
            + "each time; let the view that shows it own it",
          at: write.code.start, code: write.code, view: type, subject: .property(write.property),
          change: .writeOnThreshold(PropertyPath(write.property)), severity: .warning,
          steps: ["move '\(write.property)' and the clock into the view that shows it"])
        draft.grounds = SourceGraph.recurrence(of: write, property, by: type.id).map(Grounds.recurring)
        draft.isWorthWithoutTrace = true
        return draft
      }
    }
  }

  private static func coarseReason(
    _ write: Write, _ caller: Code, _ property: Property, _ type: TypeInfo, _ evaluation: Evaluation,
    _ graph: SourceGraph
  ) -> (text: String, severity: Severity?)? {
    guard property.storage == .state, !isFlag(caller), write.value?.isConstant != true,
      Quantization(graph: graph, type: type).isShownCoarsely(property, evaluation),
      SourceGraph.isFrequent(write, of: property) || Quantization(graph: graph, type: type).isMeasured(property)
    else { return nil }
    return ("shows only one of a few values made of it, and is evaluated for each of them; store that instead", nil)
  }

  /// One finding per property: the other places where the same callbacks write it are named beside it.
  private static func joined(_ findings: [Draft]) -> [Draft] {
    var places: [Subject: Int] = [:]
    var result: [Draft] = []
    for finding in findings {
      if let first = places[finding.subject], result[first].severity == finding.severity {
        result[first].related.append(
          .init(
            .repetition, view: finding.view, place: finding.place,
            message: "'\(finding.subject.identity)' is written here as well"))
      } else {
        if places[finding.subject] == nil { places[finding.subject] = result.count }
        result.append(finding)
      }
    }
    return result
  }

  private static func guardNames(_ write: Write) -> Set<String> {
    Set([write.property] + write.path.suffix(1))
  }

  private static func reason(
    _ write: Write, _ caller: Code, _ property: Property, _ evaluation: Evaluation, large: Int
  ) -> (text: String, severity: Severity?)? {
    let isComparison =
      write.value.map { value in
        [.binary, .unary].contains(value.kind)
          && Operators.conditions.contains(value.name)
      } ?? false
    if property.storage == .state, !isFlag(caller), write.value?.isConstant != true,
      isShownByThreshold(property, evaluation)
    {
      return ("shows only whether it passes a limit, and is evaluated for each of them; store that instead", nil)
    }
    switch write.phase.finalEvent {
    case .preference, .pointer:
      guard isComparison || caller.calledEvent == .pointer || SourceGraph.isGeometric(write, property),
        // Written again, a constant updates nothing.
        property.storage != .state || write.value?.isConstant != true
      else {
        return nil
      }
      return isComparison
        ? ("is updated although the flag rarely changes; compare before writing", nil)
        : (
          "is evaluated at the rate of the events; write only past a threshold, or move it into the view that shows it",
          nil
        )
    case .scrollGeometry, .geometry, .change:
      // The transform is compared before the action runs: a flag computed there is fine, a raw offset is not.
      guard !isFlag(caller), evaluation.evaluatedLineCount >= large || write.phase.finalEvent == .scrollGeometry
      else {
        return nil
      }
      return ("is evaluated while the geometry moves; round or compare the value first", .note)
    case .gestureChange, .gestureUpdate, .timer, .camera:
      // A control that writes the binding it was given does what it is for.
      guard write.phase.finalEvent != .gestureUpdate, property.storage != .binding,
        evaluation.evaluatedLineCount >= large, write.value?.isConstant != true
      else { return nil }
      return (
        "with the \(evaluation.evaluatedLineCount) lines it evaluates is evaluated for each of them; move the state into a small view, or write in steps",
        .note
      )
    default:
      guard SourceGraph.streamLabel(write, caller) != nil, property.storage != .binding,
        evaluation.evaluatedLineCount >= large,
        write.value?.isConstant != true
      else { return nil }
      return (
        "with the \(evaluation.evaluatedLineCount) lines it evaluates is evaluated for each of them; keep it in a model that only "
          + "the view which shows it reads", .note
      )
    }
  }

  /// Whether all that evaluation reads of the property are comparisons: then what is shown changes only at a limit.
  private static func isShownByThreshold(_ property: Property, _ evaluation: Evaluation) -> Bool {
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
    return !reads.isEmpty
      && reads.allSatisfy { read in
        guard !read.isProjection else { return false }
        var isCompared = false
        for ancestor in read.code.ancestors {
          if ancestor.kind == .binary, ["<", ">", "<=", ">="].contains(ancestor.name) { isCompared = true }
          if isWholeSteps(ancestor, of: read.code) { isCompared = true }
          // `rows.filter { $0.y > offset }` differs with every offset.
          if ancestor.kind == .closure, let call = ancestor.parent?.parent, call.kind == .call,
            Methods.traverses.contains(call.calledName)
          {
            return false
          }
          if !isCompared, [.block, .closure].contains(ancestor.kind) { return false }
        }
        return isCompared
      }
  }

  /// `Int(width / 180)`: how many times something fits.
  private static func isWholeSteps(_ call: Code, of read: Code) -> Bool {
    call.kind == .call && KnownTypes.integers.contains(call.calledName)
      && call.arguments.contains { argument in
        guard let quotient = argument.firstChild, quotient.kind == .binary, quotient.name == "/" else { return false }
        return quotient.firstChild.map { $0 == read || $0.contains(read) } == true
      }
  }

  private static func isFlag(_ caller: Code) -> Bool {
    let type = caller.argument("for")
    return type?.memberPath?.first.map(KnownTypes.flags.contains) ?? false
  }
}

extension Code {
  /// `onChange(of: proxy.frame(in: .global).minY)`: the place of something that scrolls.
  fileprivate var watchesMovingPlace: Bool {
    guard kind == .call, calledEvent == .change, let watched = argument("of") else { return false }
    return ([watched] + Array(watched.descendants)).contains { member in
      member.kind == .member && Views.movingEdges.contains(member.name)
        && member.firstChild?.kind == .call && member.firstChild?.calledName == Views.placeOfGeometry
    }
  }
}
