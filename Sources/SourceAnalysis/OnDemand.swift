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
