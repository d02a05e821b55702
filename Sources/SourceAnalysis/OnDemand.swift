internal import Synchronization

/// A value that is worked out when somebody first asks for it, once for all who do.
final class OnDemand<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// Whoever asks while it is being worked out waits for it.
  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

/// A value that is worked out from what is at hand when somebody first asks for it, once for all who do.
final class KeptValue<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  /// - Parameter make: Works the value out. Whoever asks meanwhile waits for it.
  func value(_ make: () -> Value) -> Value {
    kept.withLock { kept in
      if let kept { return kept }
      let value = make()
      kept = value
      return value
    }
  }
}

/// Values that are worked out one by one when somebody first asks for them.
package final class OnDemandTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Some of the values, by the hashes of their keys: of the threads that ask all the time hardly two ask the same part at once, and none
  /// has to wait while another one, which the system has put aside, holds the lock.
  private final class Part: Sendable {
    let known = Mutex<[Key: Value]>([:])
  }

  private let parts: [Part]

  /// - Parameter parts: More than one where all threads ask very often.
  package init(parts: Int = 1) { self.parts = (0..<parts).map { _ in Part() } }

  /// - Parameter make: Works the value out; of two that ask at once, both do.
  package func value(for key: Key, _ make: () -> Value) -> Value {
    let part = parts.count == 1 ? parts[0] : parts[Int(UInt(bitPattern: key.hashValue) % UInt(parts.count))]
    if let value = part.known.withLock({ $0[key] }) { return value }
    let value = make()
    part.known.withLock { $0[key] = value }
    return value
  }
}
