public import Foundation
public import Synchronization

#if !canImport(ObjectiveC)
    public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

public enum LABiometryType: Int, Sendable {
    case none = 0
    case touchID = 1
    case faceID = 2
    case opticID = 4
}

public struct LAError: Error {
    public enum Code: Int, Sendable, CaseIterable {
        case authenticationFailed = -1
        case userCancel = -2
        case userFallback = -3
        case systemCancel = -4
        case passcodeNotSet = -5
        case biometryNotAvailable = -6
        case biometryNotEnrolled = -7
        case biometryLockout = -8
        case appCancel = -9
        case invalidContext = -10
        case notInteractive = -1004
    }

    public let code: Code

    @_spi(Phone)
    public init(_ code: Code) { self.code = code }
}

/// Asks for the device's owner.
public final class LAContext: @unchecked Sendable {
    public private(set) var biometryType = LABiometryType.none

    public init() {}

    public func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        let owner = Self.owner.withLock { $0 }
        // The kind of biometry is known once a policy was evaluated.
        biometryType = owner.biometry
        return policy == .deviceOwnerAuthentication
            ? owner.hasPasscode : owner.hasPasscode && owner.biometry != .none && owner.isEnrolled
    }

    public func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        // Apple's raises an exception.
        precondition(!localizedReason.isEmpty, "the question has a reason")
        let owner = Self.owner.withLock { owner in
            owner.asked.append((policy, localizedReason))
            return owner
        }
        guard owner.hasPasscode || policy != .deviceOwnerAuthentication else { throw LAError(.passcodeNotSet) }
        if let error = owner.answer { throw error }
        return true
    }

    // MARK: - Tests

    /// The phone's owner, and how it knows them.
    @_spi(Phone)
    public struct Owner: Sendable {
        public var hasPasscode = true
        public var biometry = LABiometryType.faceID
        public var isEnrolled = true
        /// Nil if it is the owner.
        public var answer: (any Error)?
        public var asked: [(policy: LAPolicy, reason: String)] = []

        public init() {}
    }

    @_spi(Phone)
    public static let owner = Mutex(Owner())
}
