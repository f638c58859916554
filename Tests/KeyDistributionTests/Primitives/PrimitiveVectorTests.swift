import Testing

@testable import ECallSecurity
@testable import KeyDistribution

/// The recorded primitives: signed objects, channels, keys. `ECALL_WRITE_VECTORS=1` records them anew, of the same keys.
@Suite("Recorded primitives")
struct PrimitiveVectorTests {
    private static let file = VectorFile(name: "e2ee2-primitives")
    private let vectors: PrimitiveVectors
    private let made: PrimitiveMaker

    init() throws {
        (vectors, made) = try Self.recorded.get()
    }

    /// Recorded once, whatever number of tests there are.
    static let recorded = Result { () throws -> (vectors: PrimitiveVectors, made: PrimitiveMaker) in
        if VectorFile.isWriting { try file.write(PrimitiveMaker(try? file.read(), repeats: false).vectors) }
        let vectors: PrimitiveVectors = try file.read()
        return (vectors, try PrimitiveMaker(vectors, repeats: true))
    }

    @Test("primitives are made again byte for byte")
    func repeated() {
        #expect(made.vectors.devices == vectors.devices)
        #expect(made.vectors.joins == vectors.joins)
        #expect(made.vectors.vouches == vectors.vouches)
        #expect(made.vectors.revokes == vectors.revokes)
        #expect(made.vectors.invites == vectors.invites)
        #expect(made.vectors.statuses == vectors.statuses)
        #expect(made.vectors.safetyNumbers == vectors.safetyNumbers)
        #expect(made.vectors.channels == vectors.channels)
        #expect(made.vectors.ratchet == vectors.ratchet)
        #expect(made.vectors.baseKeys == vectors.baseKeys)
    }

    @Test("signed objects are read as they were made, and only under their signer's key")
    func read() throws {
        let (bo, other) = (
            try #require(made.devices["bo"]).identity.sign, try #require(made.devices["ana"]).identity.sign
        )
        for vouch in vectors.vouches {
            let read = try Vouch(text: vouch.text)
            #expect(read.identity.text == vouch.identity && read.by.description == vouch.by)
            #expect(read.issuedAt == vouch.issuedAt && read.isSigned(by: bo) && !read.isSigned(by: other))
        }
        for revoke in vectors.revokes {
            let read = try Revoke(text: revoke.text)
            #expect(read.sign.text == revoke.sign && read.by.description == revoke.by)
            #expect(read.issuedAt == revoke.issuedAt && read.isSigned(by: bo) && !read.isSigned(by: other))
        }
        for invite in vectors.invites {
            let read = try Invite(verifying: invite.text, by: other)
            #expect(read.callees == invite.callees && read.isVideo == invite.isVideo && read.seq == invite.seq)
            #expect(throws: SignedObjectError.badSignature) { try Invite(verifying: invite.text, by: bo) }
        }
        for status in vectors.statuses {
            let read = try Status(verifying: status.text, by: other)
            #expect(read.have.map(\.seq) == status.have.map(\.seq) && read.generation == status.generation)
            #expect(read.isRecording == status.isRecording && read.isSilent == (status.isSilent ?? false))
            #expect(throws: SignedObjectError.badSignature) { try Status(verifying: status.text, by: bo) }
        }
        for join in vectors.joins {
            let read = try Join(verifying: join.text)
            #expect(read.hash.text == join.hash && read.seq == join.seq && read.roomID == join.roomId)
            #expect(read.vouch?.text ?? "" == join.vouch)
            #expect(try Leave(verifying: join.leave, by: read.identity.sign).join == read.hash)
        }
    }

    @Test("each channel is opened by its other end alone, with RSA and ML-KEM")
    func channels() throws {
        for recorded in vectors.channels {
            let (own, peer) = (made.entries[recorded.to], made.entries[recorded.from])
            let message = try #require(OpenMessage(text: recorded.open))
            func accept(call: UInt64) -> ChannelKey? {
                KeyChannel(call: call, own: own.join, secrets: own.secrets, wrapping: SystemChannelWrapping())
                    .accept(message, from: peer.join, keyPair: own.device.keyPair)
            }
            let key = try #require(accept(call: recorded.call), "\(recorded.name)")
            let first = try #require(KeyMessage.open(message.sealed, n: 0, under: key), "\(recorded.name)")
            #expect(PrimitiveVectors.Key(first) == recorded.first)
            for further in recorded.keys {
                let message = try #require(KeyMessage(text: further.text))
                let opened = try #require(KeyMessage.open(message.sealed, n: further.n, under: key))
                #expect(message.n == further.n && PrimitiveVectors.Key(opened) == further.key)
                #expect(KeyMessage.open(message.sealed, n: further.n + 1, under: key) == nil)
            }
            let another = try #require(accept(call: recorded.call + 1))
            #expect(KeyMessage.open(message.sealed, n: 0, under: another) == nil, "the call is in the channel")
        }
    }
}
