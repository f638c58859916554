package enum IDTokenProblem: String, Error, Hashable, Sendable, CaseIterable {
    case tooLarge, malformed, duplicateMember, wrongType, algorithmNotAllowed, keyInHeader, noKeyID, unknownKey
    case wrongSignature, wrongIssuer, wrongAudience, expired, notYetValid, tooOld, wrongNonce, badSubject, replayed
}
