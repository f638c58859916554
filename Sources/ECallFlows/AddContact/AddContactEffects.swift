import ECallAPI
public import ECallContacts

/// Performs the effects of `AddContactFlow`.
public struct AddContactEffects: FlowEffects {
    public typealias F = AddContactFlow

    private let service: ContactsService

    public init(service: ContactsService) { self.service = service }

    public func perform(_ effect: AddContactFlow.Effect) async -> AddContactFlow.Action? {
        do throws(ContactsError) {
            switch effect {
            case .lookUp(let text): return .found(text, .success(try await lookUp(text)))
            case .ask(let token):
                try await service.add(token)
                return .requestSent(nil)
            case .makeLink: return .linkMade(.success(try await service.share()))
            case .withdraw(let token):
                try await service.revoke(token)
                return .linkWithdrawn(nil)
            case .personalLink(let effect):
                return await PersonalLinkEffects(service: service).perform(effect).map { .personalLink($0) }
            }
        } catch {
            switch effect {
            case .lookUp(let text): return .found(text, .failure(error))
            case .ask: return .requestSent(error)
            case .makeLink: return .linkMade(.failure(error))
            // One that is used up or expired is as good as withdrawn.
            case .withdraw: return .linkWithdrawn(error.code == .tokenNotFound ? nil : error)
            // Its failures come with its own actions.
            case .personalLink: return nil
            }
        }
    }

    /// A text that looks like an identifier is searched for, everything else is a link.
    private func lookUp(_ text: String) async throws(ContactsError) -> ResolvedContact? {
        if AddContactText.isLink(text) { return try await service.resolve(text) }
        return try await service.search(text).first
    }
}

/// Classifies a typed, pasted or scanned text. Pure.
enum AddContactText {
    /// An address with `://` or a path, or letters and digits in one long piece without an @.
    static func isLink(_ text: String) -> Bool {
        let text = text.filter { !$0.isWhitespace }
        if text.contains("://") || text.lowercased().contains("share/contact") { return true }
        guard text.count >= 20,
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return false }
        // Hexadecimal digits alone are a fingerprint.
        return !text.allSatisfy(\.isHexDigit)
    }
}
