import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

/// The stand-in itself: its state, and that the checks of screens find the defects they are for.
@MainActor
@Suite("Walking over a screen", .timeLimit(.minutes(1)))
struct WalkTests {
    @Test("each part keeps its own state from one reading to the next")
    func keepsState() async {
        let walk = Walk(Counters())
        #expect(walk.labels == ["first 0", "second 0"])
        #expect(await walk.perform(.press, on: "first 0"))
        #expect(await walk.perform(.press, on: "first 1"))
        #expect(walk.labels == ["first 2", "second 0"])
    }

    @Test("an action reads the environment of its own view")
    func handsDownEnvironment() async {
        let outward = Outward()
        let walk = Walk(Direction(outward: outward).environment(\.layoutDirection, .rightToLeft))
        #expect(await walk.perform(.press, on: "rightToLeft") && outward.told == ["rightToLeft"])
    }

    @Test("a sheet hides what is below it, and is dismissed by its button or by a gesture")
    func presents() async {
        for isByButton in [true, false] {
            let walk = Walk(Sheeted())
            #expect(walk.labels == ["Open"] && walk.depth == 1)
            #expect(await walk.perform(.press, on: "Open") && walk.labels == ["Close"] && walk.depth == 2)
            if isByButton {
                #expect(await walk.perform(.press, on: "Close"))
            } else if let dismiss = walk.screenActions.first(where: { $0.gesture == .dismiss }) {
                await walk.perform(dismiss)
            }
            #expect(walk.labels == ["Open"])
        }
    }

    @Test("an alert closes before its button acts: an action that needs its subject does nothing")
    func closesAlertFirst() async {
        let outward = Outward()
        let walk = Walk(Alerting(outward: outward))
        #expect(await walk.perform(.press, on: "Ask") && walk.labels == ["Sure?", "Yes"])
        #expect(await walk.perform(.press, on: "Yes") && outward.told == ["nil"] && walk.labels == ["Ask"])
    }

    @Test("a disabled control is spoken as disabled, and cannot be pressed")
    func disables() async {
        let walk = Walk(ActionButton(.verbatim("A"), isBusy: true) {})
        #expect(walk.elements.map(\.isEnabled) == [false])
        #expect(await walk.perform(.press, on: "A") == false)
    }

    @Test("an appearing view starts its task once, and ends it when it disappears")
    func appears() async {
        let outward = Outward()
        let walk = Walk(Appearing(outward: outward))
        await walk.settled()
        _ = (walk.elements, walk.elements)
        #expect(outward.told == ["shown"])
        #expect(await walk.perform(.press, on: "Turn") && outward.told == ["shown"])
        #expect(await walk.perform(.press, on: "Turn"))
        await walk.settled()
        #expect(outward.told == ["shown", "shown"])
    }

    // MARK: - Checks of screens

    private static func faults(_ view: some View) async -> [String] {
        await Screen(state: HistoryFlow()) { _, _ in view }.faults()
    }

    @Test("a faulty screen is detected")
    func findsFaults() async {
        func button(_ name: String) -> some View {
            Button {
            } label: {
                Text(verbatim: name)
            }
        }
        let rows: [(view: any View, fault: String)] = [
            (EmptyView(), "nothing on the screen"), (button("A"), "nothing comes of press"),
            (Image(systemName: Symbol.call.rawValue), "image has no label"), (button(""), "button has no label"),
            (Text(verbatim: "sign.in"), "sign.in is no text for a person"),
            (Text(verbatim: "Call {name}"), "Call {name} is no text for a person"),
            (Text(verbatim: "This browser"), "This browser is of the page"),
            (
                VStack {
                    button("A")
                    button("A")
                }, "several buttons are called A"
            ),
            (
                Picker(selection: Binding(get: { 1 }, set: { _ in })) {
                    Text(verbatim: "One").tag("1")
                } label: {
                    Text(verbatim: "Number")
                }, "Number can be pressed, and does nothing"
            ),
        ]
        for row in rows {
            let found = await Self.faults(row.view)
            #expect(found.contains(row.fault), "\(found)")
        }
        #expect(await Self.faults(Counters()) == [])
    }
}

private struct Counter: View {
    @State private var count = 0
    let name: String

    var body: some View {
        Button {
            count += 1
        } label: {
            Text(verbatim: "\(name) \(count)")
        }
    }
}

private struct Counters: View {
    var body: some View {
        Counter(name: "first")
        Counter(name: "second")
    }
}

private struct Direction: View {
    @Environment(\.layoutDirection) private var direction
    let outward: Outward

    var body: some View {
        Button {
            outward.tell("\(direction)")
        } label: {
            Text(verbatim: "\(direction)")
        }
    }
}

private struct Sheeted: View {
    @State private var isShown = false

    var body: some View {
        Button {
            isShown = true
        } label: {
            Text(verbatim: "Open")
        }.sheet(isPresented: $isShown) { Closing() }
    }
}

private struct Closing: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Button {
            dismiss()
        } label: {
            Text(verbatim: "Close")
        }
    }
}

private struct Alerting: View {
    @State private var question: String?
    let outward: Outward

    var body: some View {
        let shown = $question
        Button {
            question = "Sure?"
        } label: {
            Text(verbatim: "Ask")
        }
        .alert(
            Text(verbatim: question ?? ""),
            isPresented: Binding(
                get: { @MainActor @Sendable in shown.wrappedValue != nil },
                set: { @MainActor @Sendable _ in shown.wrappedValue = nil })
        ) {
            Button {
                outward.tell(question ?? "nil")
            } label: {
                Text(verbatim: "Yes")
            }
        } message: {
            EmptyView()
        }
    }
}

private struct Appearing: View {
    @State private var isShown = true
    let outward: Outward

    var body: some View {
        Button {
            isShown.toggle()
        } label: {
            Text(verbatim: "Turn")
        }
        if isShown { Text(verbatim: "A").task { outward.tell("shown") } }
    }
}
