import Synchronization

/// Holds what a closure hands out until the test takes it.
final class Shelf<Item: Sendable>: Sendable {
    private let content = Mutex<Item?>(nil)

    var item: Item? { content.withLock { $0 } }
    func put(_ item: Item) { content.withLock { $0 = item } }
}
