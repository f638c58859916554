public import Foundation

/// An action that the provider must execute, and fulfils or fails once.
public class CXAction: NSObject {
    public internal(set) var uuid = UUID()
    public internal(set) var timeoutDate = Date.distantFuture

    weak var system: (any CallKitSystem)?

    public func fulfill() { system?.finished(self, isFulfilled: true) }
    public func fail() { system?.finished(self, isFulfilled: false) }
}

public class CXCallAction: CXAction {
    public let callUUID: UUID

    init(call callUUID: UUID) { self.callUUID = callUUID }
}

public class CXStartCallAction: CXCallAction {
    let handle: CXHandle
    public var isVideo = false

    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }
}

public class CXAnswerCallAction: CXCallAction {
    public override init(call callUUID: UUID) { super.init(call: callUUID) }
}

public class CXEndCallAction: CXCallAction {
    public override init(call callUUID: UUID) { super.init(call: callUUID) }
}

public class CXSetMutedCallAction: CXCallAction {
    public var isMuted: Bool

    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }
}

public class CXSetHeldCallAction: CXCallAction {}

public class CXSetGroupCallAction: CXCallAction {}

public class CXPlayDTMFCallAction: CXCallAction {}

public class CXTransaction: NSObject {
    var actions: [CXAction]

    public init(action: CXAction) { actions = [action] }
}
