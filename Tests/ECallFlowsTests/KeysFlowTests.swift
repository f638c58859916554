import ECallAuthentication
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of the keys of a device", .timeLimit(.minutes(1)))
struct KeysFlowTests {
    private static let key = KeysFlow.PublicKey(text: "MIIB", fingerprint: "ab12")
    private static let secret = SecretText("-----BEGIN SECRET-----")
    private static let code = SecretText("7K2M-4567-89AB-CDEF-GHJK-1100")
    private static let file = Data([2, 1, 2, 3])
    private static let package = KeysFlow.Package(file: file, code: code)

    private static func run(_ rows: [(KeysFlow.Action, [KeysFlow.Effect])], from flow: KeysFlow) -> KeysFlow {
        FlowTable.run(rows, from: flow)
    }

    private static func opened(_ key: KeysFlow.PublicKey?, areKnown: Bool) -> KeysFlow {
        run(
            [(.refreshed, [.load]), (.loaded(.success(KeysFlow.Keys(publicKey: key, areKnown: areKnown))), [])],
            from: KeysFlow())
    }

    private static let loading = KeysFlow()
    /// Before the first sign-in.
    private static let new = opened(nil, areKnown: false)
    /// Imported, and not known to anyone yet.
    private static let unused = opened(key, areKnown: false)
    private static let known = opened(key, areKnown: true)
    private static let pair = run([(.askedToImport, [])], from: new)
    private static let typedPair = run([(.typedPrivateKey(secret), []), (.typedPublicKey("PUB"), [])], from: pair)
    private static let importing = run([(.imported, [.importPair(secret, matching: "PUB")])], from: typedPair)
    private static let restoring = run([(.gavePackage(file), []), (.typedCode(code), [])], from: new)
    private static let opening = run([(.restored, [.restore(file, code, isFromOlderApp: false)])], from: restoring)
    private static let making = run([(.askedForPackage, [.makePackage])], from: known)
    private static let made = run([(.made(.success(package)), [])], from: making)

    @Test("keys are shown; they can be imported only before the first sign-in, and saved once they exist")
    func offers() {
        for (flow, canBring, canSave) in [
            (Self.loading, false, false), (Self.new, true, false), (Self.unused, true, true), (Self.known, false, true),
            (Self.pair, false, false), (Self.made, false, false),
        ] {
            #expect(flow.canBring == canBring && flow.canSave == canSave)
        }
        #expect(Self.known.keys.value?.publicKey == Self.key)
        let failed = Self.run([(.loaded(.failure(.damagedKeys)), [])], from: Self.loading)
        #expect(failed.keys == .failed(.damagedKeys))
        let later = Self.run([(.loaded(.failure(.damagedKeys)), [])], from: Self.known)
        #expect(later.problem == .keys(.damagedKeys) && later.keys == Self.known.keys)
    }

    /// 000-25, 000-77
    @Test("an imported pair leaves the state once accepted, and stays for correction otherwise")
    func importing() {
        let taken = Self.run([(.done(.importing, nil), [.load])], from: Self.importing)
        #expect(taken == Self.new)
        let refused = Self.run([(.done(.importing, .pair(.halvesDiffer)), [.load])], from: Self.importing)
        #expect(refused.problem == .keys(.pair(.halvesDiffer)) && refused.form == Self.typedPair.form)
        #expect(
            Self.run(
                [(.typedPublicKey("  "), []), (.imported, [.importPair(Self.secret, matching: nil)])], from: refused
            ).problem == nil)
        let empty = Self.run([(.imported, [])], from: Self.pair)
        #expect(empty.problem == .noPrivateKey)
        #expect(Self.run([(.left, [])], from: Self.typedPair) == Self.new)
    }

    @Test("saved keys are restored by their code, or by a password if an older app made the file")
    func restoring() {
        #expect(Self.run([(.done(.restoring, nil), [.load])], from: Self.opening) == Self.new)
        let wrong = Self.run([(.done(.restoring, .package(.wrongCodeOrChanged)), [.load])], from: Self.opening)
        #expect(wrong.problem == .keys(.package(.wrongCodeOrChanged)) && wrong.form == Self.restoring.form)
        _ = Self.run(
            [
                (.choseOlderApp(true), []), (.typedCode(SecretText("summer")), []),
                (.restored, [.restore(Self.file, SecretText("summer"), isFromOlderApp: true)]),
            ], from: wrong)
        let blank = Self.run([(.typedCode(SecretText(" \n")), []), (.restored, [])], from: Self.restoring)
        #expect(blank.problem == .keys(.package(.malformedCode)))
        let large = Self.run([(.gavePackage(Data(count: KeysFlow.largest + 1)), [])], from: Self.new)
        #expect(large.problem == .keys(.package(.malformed)) && large.form == .none)
    }

    /// 000-24
    @Test("a code is in the state until its form closes, and never after the screen was left")
    func saving() {
        #expect(Self.made.form == .package(Self.file, code: Self.code, isSaved: false))
        let saved = Self.run([(.savedPackage, []), (.savedPackage, [])], from: Self.made)
        #expect(saved.form == .package(Self.file, code: Self.code, isSaved: true))
        #expect(Self.run([(.left, [])], from: saved) == Self.known)
        #expect(Self.run([(.left, []), (.made(.success(Self.package)), [])], from: Self.making) == Self.known)
        let failed = Self.run([(.made(.failure(.package(.failed))), [])], from: Self.making)
        #expect(failed.form == .none && failed.problem == .keys(.package(.failed)))
        let unsaved = Self.run([(.failedFile, [])], from: Self.made)
        #expect(unsaved.problem == .file && unsaved.form == Self.made.form)
    }

    @Test("no key, code or password is printed with a state, an action, an effect or an error")
    func secrets() {
        let texts = [Self.secret.text, Self.code.text]
        let states = [
            Self.typedPair, Self.importing, Self.restoring, Self.opening, Self.made,
            Self.run([(.done(.importing, .pair(.privateUnreadable)), [.load])], from: Self.importing),
        ]
        let actions: [KeysFlow.Action] = [
            .typedPrivateKey(Self.secret), .typedCode(Self.code), .made(.success(Self.package)),
        ]
        let effects: [KeysFlow.Effect] = [
            .importPair(Self.secret, matching: nil), .restore(Self.file, Self.code, isFromOlderApp: true),
        ]
        var printed = ""
        for value in states as [Any] + actions + effects {
            dump(value, to: &printed)
            printed += "\(value) \(String(reflecting: value)) \(String(describing: value))"
        }
        for text in texts { #expect(!printed.contains(text)) }
        // Otherwise nothing would have been searched for.
        #expect(printed.contains("SecretText"))
    }

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() {
        typealias Offer = (KeysFlow.Action, [KeysFlow.Effect])
        let load: Offer = (.refreshed, [.load])
        let left: Offer = (.left, [])
        let failed: Offer = (.failedFile, [])
        let bring: [Offer] = [(.askedToImport, []), (.gavePackage(Self.file), [])]
        let save: Offer = (.askedForPackage, [.makePackage])
        let other = SecretText("other")
        let refused = Self.run([(.done(.importing, .inUse), [.load])], from: Self.importing)
        FlowTable.check(
            [
                .init("loading", Self.loading, [load, failed]), .init("new", Self.new, [load, failed] + bring),
                .init("unused", Self.unused, [load, failed, save] + bring),
                .init("known", Self.known, [load, failed, save]),
                .init(
                    "a pair", Self.typedPair,
                    [
                        load, left, failed, (.typedPrivateKey(other), []), (.typedPublicKey("other"), []),
                        (.imported, [.importPair(Self.secret, matching: "PUB")]),
                    ]),
                .init("importing", Self.importing, [load, left]),
                .init(
                    "refused", refused,
                    [
                        load, left, failed, (.typedPrivateKey(other), []), (.typedPublicKey("other"), []),
                        (.imported, [.importPair(Self.secret, matching: "PUB")]), (.sawProblem, []),
                    ]),
                .init(
                    "restoring", Self.restoring,
                    [
                        load, left, failed, (.typedCode(other), []), (.choseOlderApp(true), []),
                        (.restored, [.restore(Self.file, Self.code, isFromOlderApp: false)]),
                    ]),
                .init("opening", Self.opening, [load, left]), .init("making", Self.making, [load, left]),
                .init("made", Self.made, [load, left, failed, (.savedPackage, [])]),
            ],
            among: [
                .refreshed, .askedToImport, .typedPrivateKey(other), .typedPublicKey("other"), .imported,
                .gavePackage(Self.file), .typedCode(other), .choseOlderApp(true), .restored, .askedForPackage,
                .savedPackage, .failedFile, .left, .sawProblem,
            ], repeats: [.refreshed])
    }
}
