@testable import ECallSecurity
@testable import KeyDistribution

/// Texts that are not signed objects of the protocol, each broken in one place, and why they are refused
/// (`Tests/Vectors/e2ee2-refusals.json`). Made of the devices of the primitives, so the same each time.
struct RefusedObject: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable { case identity, join, leave, status, invite, vouch, revoke }

    let name: String
    let kind: Kind
    /// The required signer, if the object does not name it.
    let sign: String
    let text: String
    /// Nil for a valid one, for comparison.
    let error: String?

    var refusal: String? {
        do throws(SignedObjectError) {
            let key = SigningPublicKey(text: sign)
            switch (kind, key) {
            case (.identity, _): _ = try SignedIdentity(verifying: text)
            case (.join, _): _ = try Join(verifying: text)
            case (.vouch, _): _ = try Vouch(text: text)
            case (.revoke, _): _ = try Revoke(text: text)
            case (.leave, let key?): _ = try Leave(verifying: text, by: key)
            case (.status, let key?): _ = try Status(verifying: text, by: key)
            case (.invite, let key?): _ = try Invite(verifying: text, by: key)
            case (_, nil): return "no key"
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}

struct ObjectBreaker {
    private(set) var objects: [RefusedObject] = []
    private let made: PrimitiveMaker
    private let ana: OwnDevice
    private let bo: OwnDevice

    init(_ made: PrimitiveMaker) throws {
        guard let ana = made.devices["ana"], let bo = made.devices["bo"] else { throw VectorError.unreadable }
        (self.made, self.ana, self.bo) = (made, ana, bo)
        try breakHeaders()
        try breakBase64()
        try breakPayloads()
        try breakKeys()
        try breakJoins()
        try breakPublicKeysOfJoins()
        try breakStatuses()
        try breakStatements()
    }

    private var identity: String { ana.identity.text }

    private mutating func add(_ name: String, _ kind: RefusedObject.Kind, _ text: String, _ error: SignedObjectError?) {
        objects.append(
            .init(name: name, kind: kind, sign: ana.identity.sign.text, text: text, error: error.map { "\($0)" }))
    }

    private mutating func breakHeaders() throws {
        add("control", .identity, identity, nil)
        let headers = [
            ("header-reordered", #"{"typ":"ecall-identity","alg":"Ed25519"}"#),
            ("header-extra-member", #"{"alg":"Ed25519","typ":"ecall-identity","kid":"1"}"#),
            ("header-space", #"{"alg":"Ed25519", "typ":"ecall-identity"}"#),
            ("header-other-algorithm", #"{"alg":"EdDSA","typ":"ecall-identity"}"#),
            ("header-none", #"{"alg":"none","typ":"ecall-identity"}"#),
            ("header-other-kind", #"{"alg":"Ed25519","typ":"ecall-vouch"}"#),
        ]
        for (name, header) in headers {
            add(name, .identity, try Forged.object(identity, by: ana.signingKey, header: header), .malformed)
        }
        let leave = made.entries[0].leave.text
        let header = #"{"alg":"Ed25519","typ":"ecall-status"}"#
        add("header-other-kind", .leave, try Forged.object(leave, by: ana.signingKey, header: header), .malformed)
    }

    private mutating func breakBase64() throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        guard let last = identity.last, let place = alphabet.firstIndex(of: last) else { throw VectorError.unreadable }
        // 64 bytes leave four bits of the last character unused.
        add("base64-slack", .identity, identity.dropLast() + String(alphabet[place | 1]), .malformed)
        add("base64-padding", .identity, identity + "==", .malformed)
        add("base64-short", .identity, String(identity.dropLast(2)), .malformed)
        add("base64-newline", .identity, identity + "\n", .malformed)
        let parts = identity.split(separator: ".").map(String.init)
        add("parts-2", .identity, parts[..<2].joined(separator: "."), .malformed)
        add("parts-4", .identity, identity + ".", .malformed)
    }

    private mutating func breakPayloads() throws {
        let changes: [(String, SignedObjectError?, (String) -> String)] = [
            ("payload-unknown-member", nil, { $0.dropLast() + #","later":[1,{"a":true}]}"# }),
            ("payload-twice", .malformed, { $0.dropLast() + #","serial":3}"# }),
            ("payload-unknown-twice", .malformed, { $0.dropLast() + #","later":1,"later":1}"# }),
            ("payload-order", .malformed, { #"{"serial":3,"# + $0.dropFirst().replacing(#""serial":3,"#, with: "") }),
            ("payload-missing", .malformed, { $0.replacing(#""serial":3,"#, with: "") }),
            ("payload-space", .malformed, { $0.replacing(#","serial""#, with: #", "serial""#) }),
            ("payload-escape", .malformed, { $0.replacing(#""1_11""#, with: #""1\u005f11""#) }),
            ("payload-leading-zero", .malformed, Forged.setting("serial", "03")),
            ("payload-fraction", .malformed, Forged.setting("serial", "3.0")),
            ("payload-negative", .malformed, Forged.setting("serial", "-3")),
            ("payload-above-2^53", .malformed, Forged.setting("serial", "9007199254740992")),
            ("payload-number-as-text", .malformed, Forged.setting("serial", #""3""#)),
            ("payload-version", .malformed, Forged.setting("v", "1")),
            ("payload-address", .malformed, Forged.setting("address", #""01_11""#)),
            ("payload-array", .malformed, { "[\($0)]" }),
            ("payload-rest", .malformed, { $0 + "{}" }),
            ("payload-empty", .malformed, { _ in "" }),
        ]
        for (name, error, change) in changes {
            add(name, .identity, try Forged.object(identity, by: ana.signingKey, payload: change), error)
        }
    }

    private mutating func breakKeys() throws {
        add("signature-of-another", .identity, try Forged.object(identity, by: bo.signingKey), .badSignature)
        for key in Forged.smallOrderSign {
            let change = Forged.setting("sign", "\"\(Base64URLText.encode(key))\"")
            var text = try Forged.object(identity, by: ana.signingKey, payload: change)
            // R is the neutral point and S is 0: valid under some of them for libraries that do not look.
            let end = text.lastIndex(of: ".") ?? text.endIndex
            text = text[...end] + Base64URLText.encode([1] + [UInt8](repeating: 0, count: 63))
            add("small-order-sign", .identity, text, .unacceptableKey)
        }
        for (name, key) in [("rsa-1024", Self.rsa1024), ("rsa-e3", Self.rsaE3), ("rsa-none", "AAAA")] {
            let change = Forged.setting("rsa", "\"\(key)\"")
            add(name, .identity, try Forged.object(identity, by: ana.signingKey, payload: change), .unacceptableKey)
        }
    }

    private mutating func breakJoins() throws {
        let join = made.entries[0].join
        add("control", .join, join.text, nil)
        func forged(_ name: String, _ value: String) throws -> String {
            try Forged.join(join, by: ana.signingKey, payload: Forged.setting(name, value))
        }
        add("address-mismatch-join", .join, try forged("address", #""9_99""#), .mismatch)
        add("address-mismatch-hash", .join, try forged("identity", "\"\(bo.identity.hash.text)\""), .mismatch)
        var parts = join.text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        parts[0] = bo.identity.text
        add("address-mismatch-identity", .join, parts.joined(separator: "~"), .mismatch)
        let short = Base64URLText.encode(Array(join.x.dropLast()))
        add("x-short", .join, try forged("x", "\"\(short)\""), .malformed)
        add("signature-of-another", .join, try Forged.join(join, by: bo.signingKey), .badSignature)
        add("parts-3", .join, String(join.text.dropLast()), .malformed)
        add("parts-5", .join, join.text + "~", .malformed)
        add("vouch-malformed", .join, join.text + made.entries[0].leave.text, .malformed)
        add("too-long", .join, join.text + String(repeating: "A", count: Join.limit), .malformed)
    }

    private mutating func breakPublicKeysOfJoins() throws {
        let join = made.entries[2].join
        guard let m = join.m else { throw VectorError.unreadable }
        add("control-m", .join, join.text, nil)
        func forged(_ bytes: [UInt8]) throws -> String {
            let text = Base64URLText.encode(bytes)
            let change = Forged.setting("m", "\"\(ObjectHash(of: text).text)\"")
            return try Forged.join(join, by: ana.signingKey, m: text, payload: change)
        }
        // A coefficient of 3329, which is the modulus (FIPS 203 section 7.2).
        add("m-malformed", .join, try forged([0x01, m[1] & 0xF0 | 0x0D] + m[2...]), .unacceptableKey)
        add("m-malformed", .join, try forged(Array(m.dropLast(3)) + [1]), .unacceptableKey)
        add("m-malformed", .join, try forged([]), .unacceptableKey)
        let other = Base64URLText.encode([m[0] ^ 1] + m[1...])
        add("m-not-signed", .join, try Forged.join(join, by: ana.signingKey, m: other), .mismatch)
        add("m-left-out", .join, try Forged.join(join, by: ana.signingKey, m: ""), .mismatch)
        let plain = made.entries[0].join
        let added = try Forged.join(plain, by: ana.signingKey, m: Base64URLText.encode(m))
        add("m-added", .join, added, .mismatch)
    }

    private mutating func breakStatuses() throws {
        let own = made.entries[0].join
        let entries = (1...2).map { StatusEntry(joinPrefix: $0, seq: 1, generation: 1).bytes }
        let text = try Status.make(join: own.hash, seq: 1, generation: 1, have: [], signingKey: ana.signingKey).text
        add("control", .status, text, nil)
        let changes: [(String, String, String)] = [
            ("have-descending", "have", "\"\(Base64URLText.encode(entries[1] + entries[0]))\""),
            ("have-twice", "have", "\"\(Base64URLText.encode(entries[0] + entries[0]))\""),
            ("have-part", "have", "\"\(Base64URLText.encode(Array(entries[0].dropLast())))\""),
            ("seq-0", "seq", "0"), ("seq-65536", "seq", "65536"), ("generation-2^32", "generation", "4294967296"),
            ("join-short", "join", "\"AAAA\""),
        ]
        for (name, member, value) in changes {
            let change = Forged.setting(member, value)
            add(name, .status, try Forged.object(text, by: ana.signingKey, payload: change), .malformed)
        }
        add("signature-of-another", .status, try Forged.object(text, by: bo.signingKey), .badSignature)
        try breakRecording(text)
        try breakSilence()
    }

    private mutating func breakSilence() throws {
        let text = try Status.make(
            join: made.entries[0].join.hash, seq: 1, generation: 1, have: [], isRecording: true, isSilent: true,
            signingKey: ana.signingKey
        ).text
        add("control-silent", .status, text, nil)
        for (name, value) in [("false", "false"), ("number", "1")] {
            let change = Forged.setting("silent", value)
            add("silent-\(name)", .status, try Forged.object(text, by: ana.signingKey, payload: change), .malformed)
        }
        let early = try Forged.object(text, by: ana.signingKey) { payload in
            payload.replacing(#","silent":true"#, with: "").replacing(#""have":"#, with: #""silent":true,"have":"#)
        }
        add("silent-early", .status, early, .malformed)
    }

    private mutating func breakRecording(_ plain: String) throws {
        let own = made.entries[0].join
        let text = try Status.make(
            join: own.hash, seq: 1, generation: 1, have: [], isRecording: true, signingKey: ana.signingKey
        ).text
        add("control-recording", .status, text, nil)
        for (name, value) in [
            ("false", "false"), ("null", "null"), ("number", "1"), ("text", #""true""#), ("object", "{}"),
        ] {
            let change = Forged.setting("recording", value)
            add("recording-\(name)", .status, try Forged.object(text, by: ana.signingKey, payload: change), .malformed)
        }
        let early = try Forged.object(plain, by: ana.signingKey) { payload in
            payload.replacing(#""have":"#, with: #""recording":true,"have":"#)
        }
        add("recording-early", .status, early, .malformed)
        let twice = try Forged.object(text, by: ana.signingKey) { payload in
            payload.replacing(#""recording":true"#, with: #""recording":true,"recording":true"#)
        }
        add("recording-twice", .status, twice, .malformed)
        // Someone else adds the mark, or removes it: with the signature of the other form.
        func parts(_ text: String) -> [Substring] { text.split(separator: ".") }
        for (name, payload, signature) in [("added", text, plain), ("removed", plain, text)] {
            let mixed = [parts(payload)[0], parts(payload)[1], parts(signature)[2]].joined(separator: ".")
            add("recording-\(name)", .status, mixed, .badSignature)
        }
    }

    private mutating func breakStatements() throws {
        let leave = made.entries[0].leave.text
        add("signature-of-another", .leave, try Forged.object(leave, by: bo.signingKey), .badSignature)
        let invite = made.vectors.invites[0].text
        add("signature-of-another", .invite, try Forged.object(invite, by: bo.signingKey), .badSignature)
        let callees = Forged.setting("callees", "[2]")
        add("control", .invite, try Forged.object(invite, by: ana.signingKey, payload: callees), nil)
        for (name, value) in [("callees-text", #"["2"]"#), ("callees-number", "2"), ("callees-open", "[2")] {
            let change = Forged.setting("callees", value)
            add(name, .invite, try Forged.object(invite, by: ana.signingKey, payload: change), .malformed)
        }
        let entry = Forged.setting("join", "\"AA\"")
        add("short-hash", .invite, try Forged.object(invite, by: ana.signingKey, payload: entry), .malformed)
        let flag = Forged.setting("isVideo", "1")
        add("flag-number", .invite, try Forged.object(invite, by: ana.signingKey, payload: flag), .malformed)
        let change = Forged.setting("sign", "\"\(Base64URLText.encode(Forged.smallOrderSign[1]))\"")
        let revoke = try Forged.object(made.vectors.revokes[0].text, by: bo.signingKey, payload: change)
        add("small-order-sign", .revoke, revoke, .unacceptableKey)
        add("control", .vouch, made.vectors.vouches[0].text, nil)
        add("header-other-kind", .vouch, made.vectors.revokes[0].text, .malformed)
    }

    /// `RSAPublicKey` DER of 1024 bits, and of 2048 with the exponent 3.
    private static let rsa1024 = """
        MIGJAoGBALbTPyx7SG5LIMw6dI1tFikoSKtsfFejTmaM1udyy_fWpTnaQurIpoRO1ApxyykSIdOoTZ8BvvycP09GkevTltLLsXrKxwa4vrOfuC03\
        xQFoHZHE_AdAlIwVuNcbyXis2DoNSh70k7xNn66YY4GQ1wSSHFAGas0Lsq7Y5NVh_KujAgMBAAE
        """
    private static let rsaE3 = """
        MIIBCAKCAQEAoqBQ2TD6gKI2ej3rtYMcQb9-GaB6nkx1qVg3cdlDtLwah2rYB3FP7FesFSITrVMrYJlShKPmbkEEZljC-PYvqeactMFTKGNO97S3\
        PTiXFgLI6ZJLYU3i1u2GoufCdEyxaJvhyIVsARdWqW8PzdYX7MQprjmOF7Xu4oX6Ku-gnZg7I1NWBSiCNWgkbGAY5ihMUFBRKBmNK9DgpBQcVsL1\
        mRdySXddlK6z8JsBfAvQAfdcgehO1rUoXjkK6RhW9IbfWiTavM_jH06SBbQiMqHxsg09nFzHsuUghdsiuE9OHU2dEj82j8KU7zE_UvZO4CykCCfG\
        gX8n_kDn9zMWTXuNTQIBAw
        """
}
