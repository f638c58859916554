import ECallCore
import ECallFlows
import Testing

/// Tables of a flow: events with their effects, and the actions that each state offers a person.
enum FlowTable {
    /// Sends the actions one after another, and compares the effects of each.
    static func run<F: Flow>(_ rows: [(F.Action, [F.Effect])], from flow: F) -> F {
        var flow = flow
        for (action, effects) in rows { #expect(flow.send(action) == effects, "\(action)") }
        return flow
    }

    /// A state, and its actions. Any other action in it changes nothing.
    struct Row<F: Flow> {
        let name: String
        let flow: F
        let offered: [(action: F.Action, effects: [F.Effect])]

        init(_ name: String, _ flow: F, _ offered: [(F.Action, [F.Effect])]) {
            (self.name, self.flow) = (name, flow)
            self.offered = offered.map { ($0.0, $0.1) }
        }
    }

    /// Sends every action to every state: an offered one has its effects, none of them twice at a double tap; any other has
    /// none, and leaves the state unchanged.
    ///
    /// - Parameter repeats: actions that may do the same twice, such as looking again.
    static func check<F: Flow>(
        _ rows: [Row<F>], among actions: [F.Action], repeats: [F.Action] = []
    ) where F.Action: Equatable {
        for row in rows {
            for (action, _) in row.offered { #expect(actions.contains(action), "\(row.name): \(action) is not listed") }
            for action in actions {
                var flow = row.flow
                let effects = flow.send(action)
                guard let offered = row.offered.first(where: { $0.action == action }) else {
                    #expect(effects.isEmpty && flow == row.flow, "\(row.name): \(action) is not offered")
                    continue
                }
                #expect(effects == offered.effects, "\(row.name): \(action)")
                #expect(!effects.isEmpty || flow != row.flow, "\(row.name): \(action) does nothing")
                guard !repeats.contains(action) else { continue }
                #expect(flow.send(action).isEmpty, "\(row.name): \(action), twice")
            }
        }
    }
}

extension ServerChoice {
    /// Makes a choice from an address that is known to be valid.
    static func of(_ address: String) -> ServerChoice {
        guard let address = try? ServerAddress(address) else { preconditionFailure("no address: \(address)") }
        return ServerChoice(address)
    }
}
