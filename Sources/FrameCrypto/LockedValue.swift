import Synchronization

/// A value that several threads share, as a reference that closures can capture.
package final class LockedValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) {
        self.value = Mutex(value)
    }

    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }
}
