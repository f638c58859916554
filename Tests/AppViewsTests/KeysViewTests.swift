import ECallAuthentication
import ECallFlows
import ECallSecurity
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The keys of a device on a screen", .timeLimit(.minutes(1)))
struct KeysViewTests {
    enum Form: CaseIterable {
        case none, pair, restoring, makingPackage, package

        init(_ form: KeysFlow.Form) {
            switch form {
            case .none: self = .none
            case .pair: self = .pair
            case .restoring: self = .restoring
            case .makingPackage: self = .makingPackage
            case .package: self = .package
            }
        }
    }

    private static let key = KeysFlow.PublicKey(text: "MIIB", fingerprint: String(repeating: "0a", count: 32))
    private static let package = KeysFlow.Package(file: Data([7]), code: SecretText("ABCD-EFGH"))

    private static func keys(_ key: KeysFlow.PublicKey?, areKnown: Bool) -> KeysFlow {
        KeysFlow().after(.loaded(.success(KeysFlow.Keys(publicKey: key, areKnown: areKnown))))
    }

    private static func screen(
        _ state: KeysFlow, chosen: ChosenFile = .file(Data([1])), saved: SavedFile = .saved
    ) -> Screen<KeysFlow> {
        Screen(state: state) { store, outward in
            KeysView(
                store: store,
                chooseFile: {
                    outward.tell("choose")
                    return chosen
                },
                saveFile: {
                    outward.tell("save \($0.count)")
                    return saved
                })
        }
    }

    private static func states() -> [(String, KeysFlow)] {
        let (new, known) = (keys(nil, areKnown: false), keys(key, areKnown: true))
        let pair = new.after(.askedToImport)
        let importing = pair.after(.typedPrivateKey(SecretText("PRIV")), .typedPublicKey("PUB"), .imported)
        let restoring = new.after(.gavePackage(Data([1])))
        let making = known.after(.askedForPackage)
        let made = making.after(.made(.success(package)))
        return [
            ("loading", KeysFlow()), ("not loaded", KeysFlow().after(.loaded(.failure(.damagedKeys)))), ("new", new),
            ("unused", keys(key, areKnown: false)), ("known", known), ("pair", pair),
            ("no private key", pair.after(.imported)), ("importing", importing),
            ("refused", importing.after(.done(.importing, .pair(.halvesDiffer)))), ("restoring", restoring),
            ("of an older app", restoring.after(.choseOlderApp(true))), ("no code", restoring.after(.restored)),
            ("opening", restoring.after(.typedCode(SecretText("ABCD")), .restored)), ("making", making),
            ("not made", making.after(.made(.failure(.package(.failed))))), ("made", made),
            ("not saved", made.after(.failedFile)), ("saved", made.after(.savedPackage)),
        ]
    }

    @Test("every form is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { Form($0.1.form) }) == Set(Form.allCases))
        for (name, state) in states { await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    @Test("the fingerprint is shown, and the secret of a saved pair only in its form")
    func secrets() async {
        for (name, state) in Self.states() {
            let labels = await Self.screen(state).open().walk.labels
            #expect(labels.contains(Self.key.fingerprint) == (state.keys.value?.publicKey != nil), "\(name)")
            #expect(labels.contains("ABCD-EFGH") == (Form(state.form) == .package), "\(name)")
        }
    }

    /// 000-24
    @Test("a key pair is saved in a file, and the code is cleared once the form is closed")
    func saves() async {
        let made = Self.keys(Self.key, areKnown: true).after(.askedForPackage, .made(.success(Self.package)))
        let open = await Self.screen(made).open()
        #expect(open.walk.has("Done") == false)
        #expect(await open.walk.perform(.press, on: "Save file"))
        await open.walk.settled()
        #expect(open.outward.told == ["save 1"] && open.walk.has("ABCD-EFGH"))
        #expect(await open.walk.perform(.press, on: "Done"))
        #expect(!open.walk.has("ABCD-EFGH") && open.store.state.form == .none)
        for (answer, problem) in [(SavedFile.failed, KeysFlow.Problem.file), (.cancelled, nil)] {
            let open = await Self.screen(made, saved: answer).open()
            #expect(await open.walk.perform(.press, on: "Save file"))
            await open.walk.settled()
            #expect(open.store.state.problem == problem && open.walk.has("Save file"))
        }
    }

    @Test("a file is restored with its code")
    func restores() async {
        let open = await Self.screen(Self.keys(nil, areKnown: false)).open()
        #expect(await open.walk.perform(.press, on: "Restore from a file"))
        await open.walk.settled()
        #expect(await open.walk.perform(.type, on: "Recovery code", "ABCD"))
        #expect(await open.walk.perform(.press, on: "Restore"))
        await open.store.settled()
        #expect(open.effects.all.contains(.restore(Data([1]), SecretText("ABCD"), isFromOlderApp: false)))
    }

    @Test("a password of an older app is not read aloud")
    func password() async throws {
        let state = Self.keys(nil, areKnown: false).after(
            .gavePackage(Data([1])), .choseOlderApp(true), .typedCode(SecretText("secret")))
        let field = try #require(await Self.screen(state).open().walk.elements.first { $0.label == "Password" })
        #expect(field.value == "••••••")
    }
}
