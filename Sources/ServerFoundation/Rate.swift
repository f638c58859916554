/// At most `count` events in any `seconds`.
public struct Rate: Sendable, Hashable {
    public var count: Int
    public var seconds: Int

    public init(count: Int, seconds: Int) {
        self.count = count
        self.seconds = seconds
    }
}
