import ECallAPI
public import ECallContacts
import ECallCore
public import ECallLanguage

extension AddContactFlow {
    /// The reason why no one was found or asked.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case empty
        /// No one can be found by it.
        case nobody
        case failed(ContactsError)

        public var title: Text { words.title }

        /// The sentence for a person.
        public var text: Text { words.text }

        private var words: TitledText {
            switch self {
            case .empty, .failed(.link(.empty)), .failed(.search(.identifier(.empty))):
                (.addProblemEmptyTitle, .addProblemEmptyText)
            case .nobody: (.addProblemNobodyFoundTitle, .addProblemNobodyFoundText)
            case .failed(.link(let problem)): problem.words
            case .failed(.search(let problem)): problem.words
            case .failed(.server(let error)): error.words
            case .failed(let error): (.addProblemOther, error.text)
            }
        }
    }

    fileprivate typealias TitledText = (title: Text, text: Text)
}

extension ShareLink.Problem {
    fileprivate var words: AddContactFlow.TitledText {
        switch self {
        case .empty: (.addProblemEmptyTitle, .addProblemEmptyText)
        case .notALink: (.addProblemNotALinkTitle, .addProblemNotALinkText)
        case .notAContactLink: (.addProblemNotAContactLinkTitle, .addProblemNotAContactLinkText)
        case .malformedToken: (.addProblemMalformedTokenTitle, .addProblemMalformedTokenText)
        case .otherServer: (.addProblemOtherServerTitle, .addProblemOtherServerText)
        }
    }
}

extension SearchText.Problem {
    fileprivate var words: AddContactFlow.TitledText {
        switch self {
        case .identifier(.notAnEmail): (.addProblemNotAnEmailTitle, .addProblemNotAnEmailText)
        case .identifier(.notAPhoneNumber): (.addProblemNotAPhoneNumberTitle, .addProblemNotAPhoneNumberText)
        case .identifier(.missingCountryCode):
            (.addProblemMissingCountryCodeTitle, .addProblemMissingCountryCodeText)
        case .identifier(let problem): (.addProblemOther, problem.text)
        case .notAFingerprint: (.addProblemNotAFingerprintTitle, .addProblemNotAFingerprintText)
        case .notSearchable: (.addProblemNotSearchableTitle, .addProblemNotSearchableText)
        }
    }
}

extension APIClientError {
    fileprivate var words: AddContactFlow.TitledText {
        switch self {
        // Each names the server, and what to check.
        case .offline, .refused, .unknownHost: return (.addProblemOfflineTitle, text)
        case .timeout: return (.addProblemTimeoutTitle, .addProblemTimeoutText)
        default: break
        }
        switch code {
        case .tokenNotFound: return (.addProblemNotFoundTitle, .addProblemNotFoundText)
        case .tokenExpired: return (.addProblemExpiredTitle, .addProblemExpiredText)
        case .tokenUsed: return (.addProblemUsedTitle, .addProblemUsedText)
        case .selfResolve: return (.addProblemOwnLinkTitle, .addProblemOwnLinkText)
        case .alreadyFriends: return (.addProblemAlreadyContactsTitle, .addProblemAlreadyContactsText)
        case .tooManyRequests: return (.addProblemTooManyRequestsTitle, .addProblemTooManyRequestsText)
        case .tooManySearches: return (.addProblemTooManySearchesTitle, .addProblemTooManySearchesText)
        case .searchFailed: return (.addProblemNotSearchableTitle, .addProblemNotSearchableText)
        case .sendFriendRequestFailed: return (.addProblemNotSent, text)
        default: return (.addProblemOther, text)
        }
    }
}
