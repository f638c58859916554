public import AVFAudio
public import Dispatch
public import Foundation

public class CXProviderConfiguration: NSObject {
    public var maximumCallGroups = 2
    public var maximumCallsPerCallGroup = 5
    public var includesCallsInRecents = true
    public var supportsVideo = false
    public var supportedHandleTypes: Set<CXHandle.HandleType> = []

    public override init() {}
}

/// All but the first are optional in Apple's; here are those that the app has.
public protocol CXProviderDelegate: NSObjectProtocol {
    func providerDidReset(_ provider: CXProvider)
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

public class CXProvider: NSObject {
    let configuration: CXProviderConfiguration
    private(set) weak var delegate: (any CXProviderDelegate)?
    weak var system: (any CallKitSystem)?

    public init(configuration: CXProviderConfiguration) { self.configuration = configuration }

    public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) { self.delegate = delegate }

    public func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        system?.reportIncoming(UUID, update, completion)
    }

    public func reportCall(with UUID: UUID, updated update: CXCallUpdate) { system?.update(UUID, update) }

    public func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        system?.reportEnded(UUID, endedReason)
    }

    public func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        system?.reportConnecting(UUID)
    }

    public func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) { system?.reportConnected(UUID) }
}

public class CXCallController: NSObject {
    weak var system: (any CallKitSystem)?

    public init(queue: DispatchQueue) {}

    public func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        system?.request(transaction, completion)
    }
}
