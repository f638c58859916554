import ECallFlows
import Observation
@_spi(Walk) import SwiftUI
import Synchronization
import Testing

@testable import AppViews

/// A screen's reports to its surroundings: for instance that a person should be called, or that it is done.
@MainActor
final class Outward {
    private var own: [String] = []
    /// Reports of others: of stores besides the screen's own.
    var others: @MainActor () -> [String] = { [] }

    var told: [String] { own + others() }
    func tell(_ what: String) { own.append(what) }
}

/// A screen over one state of its flow.
@MainActor
struct Screen<F: Flow> {
    typealias Make = @MainActor (FlowStore<F>, Outward) -> any View

    let state: F
    /// Sent once the screen has appeared.
    var then: [F.Action] = []
    let make: Make

    /// A walk over the screen once it has appeared, with what it stands on.
    struct Open {
        let walk: Walk
        let store: FlowStore<F>
        let effects: NotedEffects<F>
        let outward: Outward
    }

    func open() async -> Open {
        let (effects, outward) = (NotedEffects<F>(), Outward())
        let store = FlowStore(state, effects: effects)
        let view = Pseudo.$made.withValue(Pseudo.reading) { make(store, outward) }
        let walk = Pseudo.reading.map { Walk($0.said(view)) } ?? Walk(view)
        await walk.settled()
        await store.settled()
        for action in then { store.send(action) }
        await store.settled()
        return Open(walk: walk, store: store, effects: effects, outward: outward)
    }

    /// Checks properties of every screen: all of it is read aloud, and every control has an effect.
    ///
    /// - Parameter hasProblem: the flow says what is wrong; what is done again leads to the same, and is sent all the same.
    func check(
        _ name: String, hasProblem: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        if let reading = Pseudo.reading {
            let elements = await open().walk.elements
            return reading.read(elements, on: "\(F.self), \(name)", faults: Self.problems(of: elements))
        }
        for fault in await faults(hasProblem: hasProblem) {
            Issue.record("\(name): \(fault)", sourceLocation: sourceLocation)
        }
    }

    func faults(hasProblem: Bool = false) async -> [String] {
        let elements = await open().walk.elements
        var found = elements.isEmpty ? ["nothing on the screen"] : Self.problems(of: elements)
        for (index, element) in elements.enumerated() where element.isEnabled {
            // The first and the last of many choices, which differ in nothing else.
            let isLong = element.role == .picker && element.actions.count > 2
            let chosen = isLong ? [0, element.actions.count - 1] : Array(element.actions.indices)
            for number in chosen {
                found += await deadness(hasProblem, field: index) { $0.elements[index].actions[number] }
            }
        }
        let count = await open().walk.screenActions.count
        for number in 0..<count { found += await deadness(hasProblem) { $0.screenActions[number] } }
        return found
    }

    /// Acts, and checks whether it had an effect.
    private func deadness(
        _ hasProblem: Bool, field: Int = 0, _ action: (Walk) -> Element.Action
    ) async -> [String] {
        let open = await open()
        let chosen = action(open.walk)
        // Return in an untouched field changes nothing.
        if chosen.gesture == .submit {
            let type = open.walk.elements[field].actions.first { $0.gesture == .type }
            if let type { await open.walk.perform(type, "7") }
        }
        let isSent = Mutex(false)
        withObservationTracking {
            _ = open.store.state
        } onChange: {
            isSent.withLock { $0 = true }
        }
        let before = (open.store.state, open.effects.all.count, open.outward.told, open.walk.spoken, open.walk.shared)
        await open.walk.perform(chosen, "7")
        await open.store.settled()
        let isDead =
            before.0 == open.store.state && before.1 == open.effects.all.count && before.2 == open.outward.told
            && before.3 == open.walk.spoken && before.4 == open.walk.shared && !(hasProblem && isSent.withLock { $0 })
        return isDead ? ["nothing comes of \(chosen.gesture)"] : []
    }

    static func problems(of elements: [Element]) -> [String] {
        var found: [String] = []
        for element in elements {
            let words = [element.label, element.value, element.hint] + element.actions.compactMap(\.gesture.words)
            if element.label.isEmpty { found.append("\(element.role) has no label") }
            if element.role != .text && element.role != .image && element.role != .progress
                && element.actions.isEmpty && element.isEnabled
            {
                found.append("\(element.label) can be pressed, and does nothing")
            }
            found += words.filter(Self.isRaw).map { "\($0) is no text for a person" }
            found += words.filter { $0.contains(/(?i)(this|your|the) browser|this page|this tab|reload/) }.map {
                "\($0) is of the page"
            }
        }
        let names = elements.filter { $0.role == .button && $0.isEnabled }.map(\.label)
        found += Set(names.filter { name in names.count { $0 == name } > 1 }).map { "several buttons are called \($0)" }
        return found
    }

    /// A key of the catalogue, the place of an argument, a mark of strong text, or a case of an enumeration.
    private static func isRaw(_ words: String) -> Bool {
        words.contains("**") || words.contains(/\{[^ ]*\}/) || words.contains("Optional(")
            || words.wholeMatch(of: /[a-z]+[A-Za-z]*(\.[a-z][A-Za-z]*)+/) != nil || words.contains("%@")
            || words.contains("%lld")
    }
}

extension Element.Gesture {
    /// The words that VoiceOver speaks for the gesture.
    var words: String? {
        switch self {
        case .choose(let words), .swipe(let words): words
        case .press, .type, .toggle, .submit, .refresh, .dismiss, .goBack: nil
        }
    }
}

extension Walk {
    /// All text, for comparisons.
    var spoken: [String] {
        ["\(depth)"] + elements.map { "\($0.role) \($0.label) \($0.value) \($0.hint) \($0.isEnabled)" }
    }

    var labels: [String] { elements.map(\.label) }
    func has(_ label: String) -> Bool { labels.contains(label) }

    /// Opens a menu, and chooses from it; false if there is no such item, or it is dimmed. Then the menu is closed.
    func choose(_ choice: String, from menu: String) async -> Bool {
        guard await perform(.press, on: menu) else { return false }
        if await perform(.press, on: choice) { return true }
        await dismiss()
        return false
    }

    /// Dismisses what is presented, by a gesture.
    func dismiss() async {
        if let action = screenActions.first(where: { $0.gesture == .dismiss }) { await perform(action) }
    }
}
