package import ECallCore
package import Foundation
import Synchronization

/// A Keychain with Apple's rules: it outlives the app's container, knows each item by service and account, and refuses everything
/// until the phone was unlocked once.
package final class KeychainDouble: TestedKeychain {
    private struct State {
        var items: [KeychainQuery: KeychainContent] = [:]
        var isUnlocked = true
        var failure: KeychainStatus?
        var rival: (query: KeychainQuery, content: KeychainContent)?
    }

    private let state = Mutex(State())

    package init() {}

    package var items: [KeychainQuery: KeychainContent] { state.withLock { $0.items } }

    package func setUnlocked(_ isUnlocked: Bool) { state.withLock { $0.isUnlocked = isUnlocked } }
    package func fail(_ status: KeychainStatus?) { state.withLock { $0.failure = status } }
    package func race(_ content: KeychainContent, as query: KeychainQuery) {
        state.withLock { $0.rival = (query, content) }
    }

    package func add(_ content: KeychainContent, as query: KeychainQuery) -> KeychainStatus {
        use { state in
            // An item without an account would be found by no name.
            guard query.account != nil else { return KeychainStatus(rawValue: -50) }
            guard state.items[query] == nil else { return .duplicateItem }
            state.items[query] = content
            return .success
        }
    }

    package func copy(_ query: KeychainQuery) -> (status: KeychainStatus, data: Data?) {
        var data: Data?
        let status = use { state in
            data = state.items.first { query.matches($0.key) }?.value.data
            return data == nil ? .itemNotFound : .success
        }
        return (status, data)
    }

    package func update(_ query: KeychainQuery, to content: KeychainContent) -> KeychainStatus {
        use { state in
            let found = state.items.keys.filter(query.matches)
            if found.isEmpty, let rival = state.rival { (state.items[rival.query], state.rival) = (rival.content, nil) }
            for key in found { state.items[key] = content }
            return found.isEmpty ? .itemNotFound : .success
        }
    }

    package func delete(_ query: KeychainQuery) -> KeychainStatus {
        use { state in
            let found = state.items.keys.filter(query.matches)
            for key in found { state.items[key] = nil }
            return found.isEmpty ? .itemNotFound : .success
        }
    }

    private func use(_ body: (inout State) -> KeychainStatus) -> KeychainStatus {
        var status = KeychainStatus.interactionNotAllowed
        state.withLock { state in
            if let failure = state.failure { status = failure } else if state.isUnlocked { status = body(&state) }
        }
        return status
    }
}

extension KeychainQuery {
    fileprivate func matches(_ item: KeychainQuery) -> Bool {
        service == item.service && (account == nil || account == item.account)
    }
}
