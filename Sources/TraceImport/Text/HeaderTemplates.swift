#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The last few line headers, without their times.
///
/// Between the time and the message a log repeats itself: thread, type, process, category. Comparing those hundred bytes
/// is much cheaper than reading them, so a line is first held against what recent lines had there.
/// A class, because it owns memory that the reader keeps for its whole life.
final class HeaderTemplates {
  struct Template {
    var format: UInt8
    var timeForm: TimestampReader.Form
    var timeLength: Int
    /// The bytes from the end of the time to the start of the message.
    var text: UnsafeMutablePointer<UInt8>
    var count: Int
    /// Where the message begins.
    var messageStart: Int { timeLength &+ count }
    var process: ProcessID
    var context: ChangeGrammar.Context
    /// Whether another line's header may begin like this one and go on, with a sender or a category where the message is here.
    var mayGoOn: Bool
  }

  private static let capacity = 8
  private static let longestHeader = 1024

  // Plain memory: an array would be retained and released with every line.
  private let templates = UnsafeMutablePointer<Template>.allocate(capacity: capacity)
  private var count = 0
  private var next = 0
  /// The one that fitted last.
  private var latest = 0

  deinit {
    for index in 0..<count { templates[index].text.deallocate() }
    templates.deallocate()
  }

  /// The template that the header at the start of the text is equal to, time aside; `nil` when there is none.
  @inline(__always)
  func match(_ text: ByteSpan) -> UnsafePointer<Template>? {
    if latest < count, fits(latest, text) { return UnsafePointer(templates + latest) }
    var index = 0
    while index < count {
      if fits(index, text) {
        latest = index
        return UnsafePointer(templates + index)
      }
      index &+= 1
    }
    return nil
  }

  @inline(__always)
  private func fits(_ index: Int, _ text: ByteSpan) -> Bool {
    let template = templates + index
    let start = template.pointee.messageStart
    guard text.count >= start,
      memcmp(text.start + template.pointee.timeLength, template.pointee.text, template.pointee.count) == 0
    else { return false }
    return !(template.pointee.mayGoOn && start < text.count && UnifiedLog.mayBeginSender(text[start]))
  }

  func remember(_ line: ByteSpan, _ recognised: RecognisedHeader, process: ProcessID) {
    let header = recognised.header
    let length = header.messageStart - header.timeLength
    guard header.timeLength > 0, length > 0, length <= Self.longestHeader else { return }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: length)
    text.update(from: line.start + header.timeLength, count: length)
    let template = Template(
      format: recognised.format, timeForm: recognised.timeForm, timeLength: header.timeLength, text: text,
      count: length, process: process, context: header.context, mayGoOn: header.context == .logRecord)
    if count < Self.capacity {
      (templates + count).initialize(to: template)
      count += 1
    } else {
      templates[next].text.deallocate()
      templates[next] = template
      next = (next + 1) % Self.capacity
    }
  }
}
