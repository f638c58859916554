public import ECallAuthentication

/// The state of signing in with Google or Apple: the chosen issuer, its credential, and what to retry.
public struct IssuerSignIn: Sendable, Equatable {
    public enum Stage: Sendable, Equatable {
        /// None was chosen, or the person has left its sheet.
        case idle
        /// The app shows the sheet of the issuer, and sends `cameBack` with its answer.
        case asking(IdentityIssuer)
        /// The server checks the credential.
        case checking(IdentityIssuer)
        /// It failed; the flow's `problem` is the reason, and `triedAgain` starts over.
        case failed(IdentityIssuer)
    }

    /// The answer of an issuer's sheet.
    public enum Answer: Sendable, Equatable {
        case credential(IssuerCredential)
        /// The person closed the sheet.
        case cancelled
        /// The sheet, or the connection to the issuer, failed.
        case failed
    }

    public private(set) var stage = Stage.idle
    /// The credential that the server hasn't answered yet.
    private var unanswered: IssuerCredential?
    /// The name that an issuer gave with a person: Apple gives it once, and not again for another attempt.
    private var saidName: SaidName?

    private struct SaidName: Sendable, Equatable {
        let subject: String
        let name: String
    }

    /// Whether `triedAgain` does something.
    public var canTryAgain: Bool { if case .failed = stage { true } else { false } }

    mutating func chose(_ issuer: IdentityIssuer) { (stage, unanswered) = (.asking(issuer), nil) }

    /// Keeps a credential from the sheet until the server has answered it.
    mutating func received(_ credential: IssuerCredential) -> IssuerCredential {
        let credential = withName(credential)
        (stage, unanswered) = (.checking(credential.issuer), credential)
        return credential
    }

    /// The credential to send again; nil if the issuer must be asked again.
    mutating func triedAgain() -> IssuerCredential? {
        guard case .failed(let issuer) = stage else { return nil }
        stage = unanswered == nil ? .asking(issuer) : .checking(issuer)
        return unanswered
    }

    /// - Parameter isAnswered: whether the server has refused it, so that another one is needed.
    mutating func failed(isAnswered: Bool) {
        switch stage {
        case .asking(let issuer), .checking(let issuer): stage = .failed(issuer)
        case .idle, .failed: return
        }
        if isAnswered { unanswered = nil }
    }

    /// Another way was chosen, or this one has succeeded.
    mutating func end() { (stage, unanswered) = (.idle, nil) }

    /// A retry by the same person reuses the name of the first attempt.
    private mutating func withName(_ credential: IssuerCredential) -> IssuerCredential {
        guard credential.issuer == .apple, !credential.subject.isEmpty else { return credential }
        if !credential.name.isEmpty {
            saidName = SaidName(subject: credential.subject, name: credential.name)
        } else if let saidName, saidName.subject == credential.subject {
            return credential.named(saidName.name)
        }
        return credential
    }
}
