/// One generation of the key that a device seals with, at one step (e2ee 5).
public struct SealingKey: Sendable {
    public let generation: UInt32
    /// 0 … 63.
    public let step: UInt8
    public let key: SenderKey

    public init(generation: UInt32, step: UInt8, key: SenderKey) {
        self.generation = generation
        self.step = step
        self.key = key
    }
}
