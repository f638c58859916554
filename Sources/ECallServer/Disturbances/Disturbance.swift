import ECallAPI
import ServerFoundation
import SignalRouting

/// Every way to make another person's device ring, notify or change, and every way to cost the operator money. Each
/// endpoint and client signal must declare its own (`Endpoint.disturbances`), or a new one does not compile.
enum Disturbance: String, Sendable, CaseIterable {
    // Idle devices
    case ring, friendRequest, friendAnswer, loginWarning, profileChange
    // Open pages and apps
    case nameChange, ownLists, deviceStatement
    // Devices in use in a call
    case invitationRequest, rejoinRequest, participantChange, muteRequest, callProgress, keySignal, sealedText
    // Money
    case codeByMail, codeByText, proofByMail, proofByText, removalMessage, relay
    // Load alone
    case externalSignIn, search, landingPage

    /// The allowed rate, or the reason why there is none.
    enum Bound: Sendable, Equatable {
        case rates([Rate], and: String = "")
        case other(String)

        init(_ rates: Rate...) { self = .rates(rates) }
    }

    /// The bounds on how often it may happen: from one person to another, to one person by all, by one person to all, from
    /// one network, and on the whole server.
    struct Budget: Sendable, Equatable {
        let pair: Bound
        let target: Bound
        let causer: Bound
        let network: Bound
        var server = Bound.other("–")
    }

    /// The effect that the target notices.
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
        case .callProgress: "devices in the call show who joins and leaves, and devices stop ringing"
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

    /// The response beyond the budget.
    var refusal: String {
        switch self {
        case .ring, .invitationRequest, .rejoinRequest, .participantChange, .muteRequest, .search, .landingPage:
            "429 with Retry-After"
        case .friendRequest:
            "429 with Retry-After; a request beyond the push limit is only listed"
        case .friendAnswer: "no push; the entry is only listed"
        case .loginWarning, .profileChange: "no push; the entry is only listed"
        case .nameChange: "429 with Retry-After"
        case .ownLists, .deviceStatement, .callProgress: "nothing is refused"
        case .keySignal, .sealedText: "dropped without an answer, which would cost as much"
        case .codeByMail, .codeByText, .proofByMail, .proofByText:
            "400, which clients do not retry (wire-protocol 1.4)"
        case .removalMessage: "400; nothing is removed"
        case .relay: "TURN error 486"
        case .externalSignIn: "400"
        }
    }

    /// The test of each bound and of an unaffected bystander: a file in Tests.
    var test: String {
        switch self {
        case .ring, .friendRequest, .friendAnswer, .loginWarning, .invitationRequest, .ownLists, .deviceStatement,
            .proofByMail, .proofByText:
            "ECallServerTests/Attacks/BuzzTests.swift"
        case .nameChange, .profileChange, .participantChange, .muteRequest, .callProgress:
            "ECallServerTests/Attacks/TellingTests.swift"
        case .rejoinRequest: "ECallServerTests/Attacks/RingingTests.swift"
        case .keySignal: "SignalRoutingTests/SignalPiecesTests.swift"
        case .sealedText: "SignalRoutingTests/E2EERoutingTests.swift"
        case .codeByMail, .codeByText: "ECallServerTests/OneTimeCodes/CodeRuleTests.swift"
        case .removalMessage: "ECallServerTests/Attacks/WayBackTests.swift"
        case .relay: "ECallServerIntegrationTests/Turn/RelayTests.swift"
        case .externalSignIn: "ECallServerTests/Authentication/External/GoogleSignInTests.swift"
        case .search: "ECallServerTests/Contacts/SearchTests.swift"
        case .landingPage: "ECallServerTests/Landing/LandingTests.swift"
        }
    }
}
