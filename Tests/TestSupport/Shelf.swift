import Synchronization

/// Holds the output of a closure until the test takes it.
package final class Shelf<Item: Sendable>: Sendable {
    private let content = Mutex<Item?>(nil)

    package init() {}

    package var item: Item? { content.withLock { $0 } }
    package func put(_ item: Item) { content.withLock { $0 = item } }
}
