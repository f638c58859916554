import ECallAPI
import ServerFoundation
import SignalRouting

/// Every action that makes another person's device ring, notify or update, or that costs the operator money. Each
/// endpoint and client signal declares its actions (`Endpoint.disturbances`); a new one does not compile without.
enum Disturbance: String, Sendable, CaseIterable {
    // Idle devices
    case ring, friendRequest, friendAnswer, loginWarning, profileChange
    // Open pages and apps
    case nameChange, ownLists, deviceStatement
    // Devices in use in a call
    case invitationRequest, rejoinRequest, participantChange, muteRequest, callProgress, keySignal, e2eeMessage
    // Money
    case codeByMail, codeByText, proofByMail, proofByText, removalMessage, relay
    // Load only
    case externalSignIn, search, landingPage

    /// The rate limits, or the reason why there are none.
    enum Bound: Sendable, Equatable {
        case rates([Rate], and: String = "")
        case other(String)

        init(_ rates: Rate...) { self = .rates(rates) }
    }

    /// The limits of an action: from one person to another, from all people to one, from one person to all, from one
    /// network, and on the whole server.
    struct Budget: Sendable, Equatable {
        let pair: Bound
        let target: Bound
        let causer: Bound
        let network: Bound
        var server = Bound.other("–")
    }

    /// The effect on the target.
    var effect: String {
        switch self {
        case .ring: "devices ring, then show a missed call if no one answers"
        case .friendRequest: "a push notification, and a new entry in open lists of requests"
        case .friendAnswer: "a push notification if the request was accepted; open lists update"
        case .loginWarning: "a push notification, and a warning in open apps"
        case .profileChange: "a push notification to the person's own devices"
        case .nameChange: "open contact lists update"
        case .ownLists, .deviceStatement: "open lists on the person's own devices update"
        case .invitationRequest: "a notice in the call, on the device of the call's maker"
        case .rejoinRequest: "devices in the call send a key"
        case .participantChange: "devices in the call update the participant's state"
        case .muteRequest: "a notice in the call"
        case .callProgress: "devices in the call show who joins and leaves, and ringing devices stop"
        case .keySignal, .e2eeMessage: "nothing visible; processing time on devices in the call"
        case .codeByMail, .proofByMail: "an e-mail"
        case .codeByText, .proofByText: "a text message, which costs money"
        case .removalMessage: "an e-mail or text message to the removed address or number"
        case .relay: "media is relayed by coturn, which costs bandwidth"
        case .externalSignIn: "a request from the server to Google or Apple"
        case .search: "nothing"
        case .landingPage: "nothing"
        }
    }

    /// The response to an action that exceeds a limit.
    var refusal: String {
        switch self {
        case .ring, .invitationRequest, .rejoinRequest, .participantChange, .muteRequest, .nameChange, .search,
            .landingPage:
            "429 with Retry-After"
        case .friendRequest:
            "429 with Retry-After; beyond the push limit, the request is listed without a push"
        case .friendAnswer, .loginWarning, .profileChange: "no push; only listed"
        case .ownLists, .deviceStatement, .callProgress: "never refused"
        case .keySignal, .e2eeMessage: "dropped without a reply, which would cost as much as the message"
        case .codeByMail, .codeByText, .proofByMail, .proofByText:
            "400, which clients do not retry (wire-protocol 1.4)"
        case .removalMessage: "400; nothing is removed"
        case .relay: "TURN error 486"
        case .externalSignIn: "400"
        }
    }

    /// The test of the limits, and of other people being unaffected by them: a file in Tests.
    var test: String {
        switch self {
        case .ring, .friendRequest, .friendAnswer, .loginWarning, .invitationRequest, .ownLists, .deviceStatement,
            .proofByMail, .proofByText:
            "ECallServerTests/Attacks/BuzzTests.swift"
        case .nameChange, .profileChange, .participantChange, .muteRequest, .callProgress:
            "ECallServerTests/Attacks/TellingTests.swift"
        case .rejoinRequest: "ECallServerTests/Attacks/RingingTests.swift"
        case .keySignal: "SignalRoutingTests/SignalPiecesTests.swift"
        case .e2eeMessage: "SignalRoutingTests/E2EERoutingTests.swift"
        case .codeByMail, .codeByText: "ECallServerTests/OneTimeCodes/CodeRuleTests.swift"
        case .removalMessage: "ECallServerTests/Attacks/WayBackTests.swift"
        case .relay: "ECallServerIntegrationTests/Turn/RelayTests.swift"
        case .externalSignIn: "ECallServerTests/Authentication/External/GoogleSignInTests.swift"
        case .search: "ECallServerTests/Contacts/SearchTests.swift"
        case .landingPage: "ECallServerTests/Landing/LandingTests.swift"
        }
    }
}
