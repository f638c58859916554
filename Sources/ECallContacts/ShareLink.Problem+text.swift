public import ECallAPI
public import ECallLanguage

extension ShareLink.Problem {
    /// The text for a person.
    public var text: Text {
        switch self {
        case .empty: .errorsLinkEmpty
        case .notALink: .errorsLinkNotALink
        case .notAContactLink: .addProblemNotAContactLinkText
        case .malformedToken: .addProblemMalformedTokenText
        case .severalLinks: .addProblemSeveralLinksText
        case .otherServer(let host): .errorsLinkOtherServer(host: host)
        }
    }
}
