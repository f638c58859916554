public import AVFAudio
public import Foundation

/// The phone below a provider and a call controller.
@_spi(Walk)
public protocol CallKitSystem: AnyObject {
    func reportIncoming(
        _ uuid: UUID, _ update: CXCallUpdate, _ completion: @escaping @Sendable ((any Error)?) -> Void)
    func update(_ uuid: UUID, _ update: CXCallUpdate)
    func reportEnded(_ uuid: UUID, _ reason: CXCallEndedReason)
    func reportConnecting(_ uuid: UUID)
    func reportConnected(_ uuid: UUID)
    func request(_ transaction: CXTransaction, _ completion: @escaping @Sendable ((any Error)?) -> Void)
    func finished(_ action: CXAction, isFulfilled: Bool)
}

@_spi(Walk)
extension CXProvider {
    public convenience init(_ system: any CallKitSystem, configuration: CXProviderConfiguration) {
        self.init(configuration: configuration)
        self.system = system
    }

    /// The system wants this done until a moment.
    public func perform(_ action: CXAction, as uuid: UUID, until timeout: Date) {
        (action.uuid, action.timeoutDate, action.system) = (uuid, timeout, system)
        switch action {
        case let action as CXStartCallAction: delegate?.provider(self, perform: action)
        case let action as CXAnswerCallAction: delegate?.provider(self, perform: action)
        case let action as CXEndCallAction: delegate?.provider(self, perform: action)
        case let action as CXSetMutedCallAction: delegate?.provider(self, perform: action)
        case let action as CXSetHeldCallAction: delegate?.provider(self, perform: action)
        case let action as CXSetGroupCallAction: delegate?.provider(self, perform: action)
        case let action as CXPlayDTMFCallAction: delegate?.provider(self, perform: action)
        default: break
        }
    }

    public func timeOut(_ action: CXAction) { delegate?.provider(self, timedOutPerforming: action) }
    public func reset() { delegate?.providerDidReset(self) }
    public func activate(_ session: AVAudioSession) { delegate?.provider(self, didActivate: session) }
    public func deactivate(_ session: AVAudioSession) { delegate?.provider(self, didDeactivate: session) }
}

@_spi(Walk)
extension CXCallController {
    public convenience init(_ system: any CallKitSystem) {
        self.init(queue: .main)
        self.system = system
    }
}

@_spi(Walk)
extension CXTransaction {
    public var first: CXAction? { actions.first }
}

@_spi(Walk)
extension CXErrorCodeIncomingCallError {
    public init(_ code: Code) { self.code = code }
}

@_spi(Walk)
extension CXStartCallAction {
    public var calls: CXHandle { handle }
}

@_spi(Walk)
extension CXSetHeldCallAction {
    public static func holding(_ uuid: UUID) -> CXSetHeldCallAction { CXSetHeldCallAction(call: uuid) }
}
