import ECallCore
import ECallFlows

/// The app's state for one server.
@MainActor
final class ServerVisit {
    let choice: ServerChoice
    let flows: any AppFlows
    let root: FlowStore<RootFlow>
    private(set) var main: MainStores?
    private let permissions: FlowStore<PermissionsFlow>

    init(
        _ choice: ServerChoice, flows: any AppFlows, opened: OpenedText?, permissions: FlowStore<PermissionsFlow>
    ) {
        (self.choice, self.flows, self.permissions) = (choice, flows, permissions)
        root = flows.root(server: choice, opened: opened)
    }

    /// The stores of an account, created when it signs in.
    func stores(for account: Account) -> MainStores {
        if let main, main.account == account { return main }
        let stores = MainStores(account: account, flows: flows, permissions: permissions)
        main = stores
        return stores
    }

    /// The person signed out.
    func left() { main = nil }
}
