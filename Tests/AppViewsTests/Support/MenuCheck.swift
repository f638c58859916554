import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

extension Screen {
    /// Opens a menu, and checks that all of it is read aloud, and that each of its items has an effect outside of the menu.
    func checkMenu(
        _ label: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [String] {
        func opened() async -> Open {
            let open = await open()
            #expect(await open.walk.perform(.press, on: label), "\(name): no \(label)", sourceLocation: sourceLocation)
            return open
        }
        let elements = await opened().walk.elements
        let closed = await open().walk.spoken
        for problem in Self.problems(of: elements) {
            Issue.record("\(name), \(label): \(problem)", sourceLocation: sourceLocation)
        }
        for (index, element) in elements.enumerated() where element.isEnabled {
            for number in element.actions.indices {
                let open = await opened()
                let before = (open.store.state, open.effects.all.count, open.outward.told)
                await open.walk.perform(open.walk.elements[index].actions[number], "7")
                await open.store.settled()
                let isDead =
                    before.0 == open.store.state && before.1 == open.effects.all.count
                    && before.2 == open.outward.told && open.walk.spoken == closed
                #expect(!isDead, "\(name), \(label): nothing comes of \(element.label)", sourceLocation: sourceLocation)
            }
        }
        return elements.flatMap { [$0.label] + $0.actions.compactMap(\.gesture.words) }
    }
}
