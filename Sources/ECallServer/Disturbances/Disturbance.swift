import ECallAPI
import ServerFoundation
import SignalRouting

/// Every way to make somebody's device ring, buzz or light up, and every way to have the operator pay. Endpoints and signals
/// of clients say which of them they are (`Endpoint.disturbances`), so that a new one does not build without.
enum Disturbance: String, Sendable, CaseIterable {
    // Devices that are in nobody's hand
    case ring, friendRequest, friendAnswer, loginWarning, profileChange
    // Pages and apps that are open
    case nameChange, ownLists, deviceStatement
    // Devices in a call, which are in somebody's hand
    case invitationRequest, rejoinRequest, participantChange, muteRequest, callCourse, keySignal, sealedText
    // Money
    case codeByMail, codeByText, proofByMail, proofByText, removalMessage, relay
    // Work alone
    case externalSignIn, search, landingPage

    /// How often somebody may, or why there is no such number.
    enum Bound: Sendable, Equatable {
        case rates([Rate], and: String = "")
        case other(String)

        init(_ rates: Rate...) { self = .rates(rates) }
    }

    /// How often it may happen: of one person to another, to one person by all, by one person to all, from one network, and
    /// on the whole server.
    struct Budget: Sendable, Equatable {
        let pair: Bound
        let target: Bound
        let causer: Bound
        let network: Bound
        var server = Bound.other("–")
    }

    /// What somebody notices of it.
    var effect: String {
        switch self {
        case .ring: "devices ring, and show a missed call"
        case .friendRequest: "a push, and a new entry in open lists of requests"
        case .friendAnswer: "a push if the request was accepted; open lists change"
        case .loginWarning: "a push, and a warning on open devices"
        case .profileChange: "a push to the person's own devices"
        case .nameChange: "open contact lists change"
        case .ownLists: "open lists on the person's own devices change"
        case .deviceStatement: "open lists on the person's own devices change"
        case .invitationRequest: "a notice in the call, on the device of its maker"
        case .rejoinRequest: "devices in the call hand out a key"
        case .participantChange: "devices in the call update the participant"
        case .muteRequest: "a notice in the call"
        case .callCourse: "devices in the call show who joins and leaves, and devices stop ringing"
        case .keySignal, .sealedText: "nothing visible; processing on devices in the call"
        case .codeByMail, .proofByMail: "a mail"
        case .codeByText, .proofByText: "a text message, which costs money"
        case .removalMessage: "a mail or text message to the removed address"
        case .relay: "media goes through coturn, which costs bandwidth"
        case .externalSignIn: "a request from the server to Google or Apple"
        case .search: "nothing"
        case .landingPage: "nothing"
        }
    }

    /// What happens beyond the budget.
    var refusal: String {
        switch self {
        case .ring, .invitationRequest, .rejoinRequest, .participantChange, .muteRequest, .search, .landingPage:
            "429 with Retry-After"
        case .friendRequest:
            "429 with Retry-After; a request beyond the push limit is only listed"
        case .friendAnswer: "no push; the entry is only listed"
        case .loginWarning, .profileChange: "no push; the entry is only listed"
        case .nameChange: "429 with Retry-After"
        case .ownLists, .deviceStatement, .callCourse: "nothing is refused"
        case .keySignal, .sealedText: "dropped without an answer, which would cost as much"
        case .codeByMail, .codeByText, .proofByMail, .proofByText:
            "400, which clients do not retry (wire-protocol 1.4)"
        case .removalMessage: "400; nothing is removed"
        case .relay: "TURN error 486"
        case .externalSignIn: "400"
        }
    }

    /// Where each bound is tried, and that a bystander is not touched: a file of Tests.
    var test: String {
        switch self {
        case .ring, .friendRequest, .friendAnswer, .loginWarning, .invitationRequest, .ownLists, .deviceStatement,
            .proofByMail, .proofByText:
            "ECallServerTests/Attacks/BuzzTests.swift"
        case .nameChange, .profileChange, .participantChange, .muteRequest, .callCourse:
            "ECallServerTests/Attacks/TellingTests.swift"
        case .rejoinRequest: "ECallServerTests/Attacks/RingingTests.swift"
        case .keySignal: "SignalRoutingTests/SignalPiecesTests.swift"
        case .sealedText: "SignalRoutingTests/TextRoutingTests.swift"
        case .codeByMail, .codeByText: "ECallServerTests/OneTimeCodes/CodeRuleTests.swift"
        case .removalMessage: "ECallServerTests/Attacks/WayBackTests.swift"
        case .relay: "ECallServerIntegrationTests/Turn/RelayTests.swift"
        case .externalSignIn: "ECallServerTests/Authentication/External/GoogleSignInTests.swift"
        case .search: "ECallServerTests/Contacts/SearchTests.swift"
        case .landingPage: "ECallServerTests/Landing/LandingTests.swift"
        }
    }
}
