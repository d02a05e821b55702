/// What kind of input is asked for.
struct GeneratorOptions {
  static let usage = """
    usage: trace-generator [--format FORMAT] [--bytes N] [--views N] [--seed N] [--noise PERCENT] [--processes N] [--random]
                           [--causes N] [--unchanged PERCENT]

    Writes a made-up redraw log to standard output, the same for the same arguments.

      --format FORMAT   \(Layout.allCases.map(\.rawValue).joined(separator: ", "))
      --bytes N         ends with the line that reaches N bytes (default 100000000)
      --views N         view types in the app (default 200)
      --seed N          another number, another session (default 1)
      --noise PERCENT   lines that are the app's own (default 0)
      --processes N     processes that log (default 1)
      --random          every line for itself instead of updates in tree order
      --causes N        distinct messages of each view (default: as many as it has properties for)
      --unchanged PERCENT  lines that say 'unchanged.', with --random (default 0)
    """

  var layout = Layout.stdout
  var bytes = 100_000_000
  var viewCount = 200
  var seed: UInt64 = 1
  var noisePercent = 0
  var processCount = 1
  var isRandom = false
  /// `nil` leaves it to the properties.
  var causeCount: Int?
  var unchangedPercent = 0

  /// Returns `nil` when the arguments make no sense.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--random" {
        isRandom = true
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--format":
        guard let known = Layout(rawValue: value) else { return nil }
        layout = known
      case "--bytes": guard Self.set(&bytes, value, 1...Int.max) else { return nil }
      case "--views": guard Self.set(&viewCount, value, 1...1_000_000) else { return nil }
      case "--noise": guard Self.set(&noisePercent, value, 0...100) else { return nil }
      case "--processes": guard Self.set(&processCount, value, 1...1000) else { return nil }
      case "--causes":
        guard let number = Int(value), (2...300).contains(number) else { return nil }
        causeCount = number
      case "--unchanged": guard Self.set(&unchangedPercent, value, 0...100) else { return nil }
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      default: return nil
      }
    }
  }

  private static func set(_ target: inout Int, _ text: String, _ range: ClosedRange<Int>) -> Bool {
    guard let number = Int(text), range.contains(number) else { return false }
    target = number
    return true
  }
}
