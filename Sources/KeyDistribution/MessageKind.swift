public import ECallAPI

/// The messages that devices send each other about keys (e2ee 7).
public typealias MessageKind = E2EEKind
