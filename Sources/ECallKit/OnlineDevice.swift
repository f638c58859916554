public import ECallCalls
public import ECallCore

/// What a signed-in device has while it is online.
public struct OnlineDevice: Sendable {
    public let account: Account
    public let credentials: CredentialStorage
    public let signaling: SignalingClient
    public let calls: any CallControlling
    /// For tests.
    public let memoryProbe: MemoryProbe?
}
