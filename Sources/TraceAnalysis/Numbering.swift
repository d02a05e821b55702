/// Numbers for values, in the order in which they were asked for.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
