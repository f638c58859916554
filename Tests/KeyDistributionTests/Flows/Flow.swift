import ECallSecurity

@testable import KeyDistribution

/// One flow of the transcripts: the events of a call, and the conditions that must hold meanwhile. The vectors are recorded
/// from it.
struct Flow: Sendable, CustomTestStringConvertible {
    let number: Int
    let name: String
    var cast: @Sendable () -> SceneCast = { .plain }
    let run: @Sendable (FlowScene) -> Void

    var testDescription: String { "\(number) \(name)" }
}

/// A scene, and the conditions that did not hold in it.
final class FlowScene {
    let scene: Scene
    private(set) var failures: [String] = []
    private let claims = Claims()

    init(_ cast: SceneCast) {
        scene = Scene(cast: cast)
        scene.watch = { [claims] in claims.look(at: $0) }
    }

    func expect(_ holds: Bool, _ what: String) {
        if !holds { failures.append("\(what), at \(scene.now) ms") }
    }

    var violations: [String] { failures + claims.violations }

    /// Ana rings Bo, who answers; both hear each other.
    func begin(_ names: [String] = ["ana", "bo"]) {
        scene.found(names[0], inviting: Array(names.dropFirst()))
        scene.run(for: 1_000)
        for name in names.dropFirst() { scene.accept(name, invitedBy: names[0]) }
        scene.run(for: 2_000)
        expect(scene.allHear(names), "\(names) hear each other at the beginning")
    }

    /// Loses the first message of a kind from one to another.
    func loseNext(_ kind: MessageKind, from sender: String, to receiver: String) {
        let (from, to) = (scene.address(sender), scene.address(receiver))
        var isLost = false
        let before = scene.way
        scene.way = { aKind, aFrom, aTo, now in
            if !isLost, aKind == kind, aFrom == from, aTo == to {
                isLost = true
                return []
            }
            return before(aKind, aFrom, aTo, now)
        }
    }

    /// Frames of a generation that is not here were held for 300 ms.
    func hold(_ listener: String, _ speaker: String) {
        scene.run(for: 300)
        if !scene.hears(listener, speaker) { scene.handle(listener, .keyMissing(of: scene.address(speaker))) }
    }

    /// Returns how long it takes until something holds, checked every 10 ms; nil if it takes longer.
    func time(within limit: UInt64, until holds: () -> Bool) -> UInt64? {
        let start = scene.now
        while scene.now - start <= limit {
            if holds() { return scene.now - start }
            scene.run(for: 10)
        }
        return nil
    }

    /// All messages of a kind that an entry sent.
    func sent(_ kind: MessageKind, by name: String) -> [String] {
        scene.device(name).steps.flatMap(\.actions).flatMap { action -> [String] in
            switch action {
            case .send(let aKind, let texts) where aKind == kind: texts.sorted { $0.key < $1.key }.map(\.value)
            case .sendToAll(let aKind, let text) where aKind == kind: [text]
            default: []
            }
        }
    }

    /// Returns the messages sent to one device alone.
    func sent(_ kind: MessageKind, by name: String, toAlone other: String) -> [String] {
        scene.device(name).steps.flatMap(\.actions).compactMap { action in
            guard case .send(let aKind, let texts) = action, aKind == kind, texts.count == 1 else { return nil }
            return texts[scene.address(other)]
        }
    }
}

protocol CustomTestStringConvertible: CustomStringConvertible { var testDescription: String { get } }
extension CustomTestStringConvertible { var description: String { testDescription } }
