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
            // Its failures are reported by its own actions.
            case .personalLink: return nil
            }
        }
    }

    /// Text that looks like an identifier is searched for; anything else is treated as a link.
    private func lookUp(_ text: String) async throws(ContactsError) -> ResolvedContact? {
        if AddContactInput.isLink(text) { return try await service.resolve(text) }
        return try await service.search(text).first
    }
}

/// Classifies a typed, pasted or scanned text. Pure.
enum AddContactInput {
    /// A link with whatever is pasted around it, whole or damaged, or its token.
    static func isLink(_ text: String) -> Bool {
        let visible = VisibleText.trimmed(VisibleText.of(text)).lowercased()
        guard !visible.hasPrefix("mailto:"), !visible.hasPrefix("tel:") else { return false }
        let word = visible.filter { !$0.isWhitespace }
        // Hexadecimal digits alone are a fingerprint.
        guard !word.allSatisfy(\.isHexDigit) else { return false }
        if word.contains("://") || word.contains("share/contact") || isWholeLink(text) { return true }
        return word.count >= 20
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// A link without a scheme, or a bare token, in quotes perhaps.
    private static func isWholeLink(_ text: String) -> Bool {
        switch try? PastedLink(text) {
        case .contact(.token), .call: true
        case .contact(.user), nil: false
        }
    }
}
