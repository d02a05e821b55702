import SwiftUIModel

/// What a walk has met of an evaluation so far; `Evaluation` is made of all of it.
struct EvaluationRecord {
  var view: TypeID
  var entries: [Code] = []
  private(set) var reads: [Read] = []
  private(set) var writes: [Write] = []
  private(set) var sharedModels: [Property] = []
  private(set) var placesOfReads = PlacesOfUses()
  private(set) var placesOfWrites = PlacesOfUses()
  var children: [Child] = []
  private(set) var calls: [CallSite] = []
  private(set) var placesOfCalls = PlacesByName()
  var helpers: [(name: String, block: Code, phase: Phase)] = []
  var actionClosures: [Code] = []
  var isIncomplete = false

  init(view: TypeID) { self.view = view }

  mutating func add(_ read: Read) {
    placesOfReads.add(read.property, at: read.code)
    reads.append(read)
  }

  mutating func note(shared model: Property) {
    if !sharedModels.contains(model) { sharedModels.append(model) }
  }

  mutating func add(_ write: Write) {
    placesOfWrites.add(write.property, at: write.code)
    writes.append(write)
  }

  mutating func add(_ call: CallSite) {
    placesOfCalls.add(call.name)
    calls.append(call)
  }

  /// Makes all of it known by what it is asked for, once there will be no more.
  mutating func finish() {
    placesOfReads.finish()
    placesOfWrites.finish()
    placesOfCalls.finish()
    // Without the room that was left for more: all views of an app are kept at once.
    reads = reads.map(\.self)
    calls = calls.map(\.self)
  }
}

/// Where what has a name is in a list, in one piece for all names: most have few.
struct PlacesByName: Sendable {
  private var numbers: [String: Int32] = [:]
  /// The number of the name at each place, while more may come; then the places, one name after the other.
  private var places: [Int32] = []
  /// By number, where the places of the name end, and those of the next begin.
  private var ends: [Int32] = []

  var names: Dictionary<String, Int32>.Keys { numbers.keys }

  mutating func add(_ name: String) {
    let next = Int32(numbers.count)
    let number = numbers[name, default: next]
    if number == next { numbers[name] = next }
    places.append(number)
  }

  mutating func finish() {
    var next = [Int32](repeating: 0, count: numbers.count + 1)
    for number in places { next[Int(number) + 1] += 1 }
    for number in 0..<numbers.count { next[number + 1] += next[number] }
    ends = Array(next.dropFirst())
    var sorted = [Int32](repeating: 0, count: places.count)
    for (place, number) in places.enumerated() {
      sorted[Int(next[Int(number)])] = Int32(place)
      next[Int(number)] += 1
    }
    places = sorted
  }

  subscript(name: String) -> ArraySlice<Int32> {
    guard let number = numbers[name].map({ Int($0) }) else { return [] }
    return places[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }
}

/// Where the uses of properties are in a list of them.
struct PlacesOfUses: Sendable {
  private struct Use {
    var file: ObjectIdentifier
    /// Of the node in its tree.
    var node: Int32
    var place: Int32
  }

  private var byProperty = PlacesByName()
  /// By file and node once all of them are known.
  private var byCode: [Use] = []

  mutating func add(_ property: String, at code: Code) {
    byProperty.add(property)
    byCode.append(Use(file: ObjectIdentifier(code.file), node: Int32(code.index), place: Int32(byCode.count)))
  }

  mutating func finish() {
    byProperty.finish()
    byCode = byCode.sorted { ($0.file, $0.node, $0.place) < ($1.file, $1.node, $1.place) }
  }

  func places(of property: String) -> ArraySlice<Int32> { byProperty[property] }

  /// The places of the uses that stand in a piece of code, or are it, in the order of the list.
  func places(in code: Code) -> [Int32] {
    let file = ObjectIdentifier(code.file)
    let (first, limit) = (Int32(code.index), Int32(code.node.limit))
    var low = 0
    var high = byCode.count
    while low < high {
      let middle = (low + high) / 2
      if (byCode[middle].file, byCode[middle].node) < (file, first) { low = middle + 1 } else { high = middle }
    }
    var result: [Int32] = []
    while low < byCode.count, byCode[low].file == file, byCode[low].node < limit {
      result.append(byCode[low].place)
      low += 1
    }
    result.sort()
    return result
  }
}
