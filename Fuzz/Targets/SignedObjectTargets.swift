import ECallAPI

@testable import ECallSecurity

extension FuzzTarget {
    /// Messages of the end-to-end encryption (e2ee 1 to 6).
    static let signedObjects = [
        // Unchanged, so that almost none is validly signed.
        FuzzTarget(name: "signed-text", longest: 8192) { input in
            guard let text = input.text else { return .refused }
            var isAccepted = false
            if let identity = try? SignedIdentity(verifying: text) {
                isAccepted = true
                try require(identity.text == text && identity.hash == ObjectHash(of: text), "another identity")
            }
            if let join = try? Join(verifying: text) {
                isAccepted = true
                try require(join.text == text && join.address == join.identity.address, "another join")
            }
            if let reply = ReplyMessage(text: text) {
                isAccepted = true
                try require(reply.text == text && reply.join.isForReply, "another reply")
            }
            return isAccepted ? .accepted([]) : .refused
        },
        // The payload is foreign, the signature is valid: what a hostile device can do.
        FuzzTarget(name: "signed-payload", isShared: true, longest: 2048) { input in
            guard let first = input.first else { return .refused }
            let kind = kinds[Int(first) % kinds.count]
            let signed = kind.header + "." + Base64URL.encode(Array(input.dropFirst()))
            guard let pair, let signature = pair.sign(Array(signed.utf8)) else {
                throw Finding(description: "it cannot be signed")
            }
            let text = signed + "." + Base64URL.encode(signature)
            guard let reading = try? FuzzTarget.reading(of: text, kind, by: pair.publicKey) else { return .refused }
            // Any other byte of the signature is another statement.
            let other = signed + "." + Base64URL.encode([signature[0] ^ 1] + signature.dropFirst())
            try require((try? FuzzTarget.reading(of: other, kind, by: pair.publicKey)) == nil, "a signature of nobody")
            return .accepted(reading)
        },
        FuzzTarget(name: "again-message", isShared: true) { input in
            guard let text = input.text, let message = AgainMessage(text: text) else { return .refused }
            try require(message.text == text, "a second text of a question")
            return .accepted(message.text)
        },
        FuzzTarget(name: "open-message", isShared: true) { input in
            guard let text = input.text, let message = OpenMessage(text: text) else { return .refused }
            try require(message.text == text, "a second text of an opening")
            return .accepted(message.text)
        },
    ]

    private static let kinds: [SignedObject.Kind] = [.leave, .status, .invite, .vouch, .revoke]
    private static let pair: SigningKeyPair? = {
        var seed = [UInt8](repeating: 4, count: 32)
        return SigningKeyPair(seed: SecretBytes(taking: &seed))
    }()

    private static func reading(
        of text: String, _ kind: SignedObject.Kind, by key: SigningPublicKey
    ) throws -> String {
        switch kind {
        case .leave: return try Leave(verifying: text, by: key).join.text
        case .status:
            let status = try Status(verifying: text, by: key)
            let entries = status.have.map { "\($0.joinPrefix),\($0.seq),\($0.generation)" }
            return (["\(status.join.text),\(status.seq),\(status.generation)"] + entries).joined(separator: ";")
        case .invite:
            let invite = try Invite(verifying: text, by: key)
            let callees = invite.callees.map(String.init).joined(separator: ",")
            return "\(invite.roomID);\(invite.caller);\(callees);\(invite.isVideo);\(invite.seq);\(invite.issuedAt)"
        case .vouch:
            let vouch = try Vouch(text: text)
            guard vouch.isSigned(by: key) else { throw SignedObjectError.badSignature }
            return "\(vouch.identity.text);\(vouch.by)"
        case .revoke:
            let revoke = try Revoke(text: text)
            guard revoke.isSigned(by: key) else { throw SignedObjectError.badSignature }
            return "\(revoke.sign.text);\(revoke.by)"
        case .identity, .join, .reply, .signin, .change: throw SignedObjectError.malformed
        }
    }
}
