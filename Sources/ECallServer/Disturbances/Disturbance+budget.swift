import ServerFoundation
import SignalRouting

extension Disturbance {
    /// The limits of the action as `limits` sets them, or the reason why there are none.
    func budget(_ limits: Limits) -> Budget {
        switch self {
        case .ring, .friendRequest, .friendAnswer, .loginWarning, .profileChange, .nameChange, .ownLists,
            .deviceStatement:
            away(limits)
        case .invitationRequest, .rejoinRequest, .participantChange, .muteRequest, .callProgress, .keySignal,
            .e2eeMessage:
            inCall(limits)
        case .codeByMail, .codeByText, .proofByMail, .proofByText: code(limits)
        case .removalMessage:
            Budget(
                pair: Self.ownOnly, target: Self.ownOnly, causer: Bound(limits.removalsPerUser), network: Self.account)
        case .relay, .externalSignIn, .search, .landingPage: work(limits)
        }
    }

    private static let account = Bound.other("requires an account")
    private static let ownOnly = Bound.other("own account only")
    private static let inTheCall = Bound.other("participants only, at most 50")
    private static let nobody = Bound.other("affects no one else")

    private func away(_ limits: Limits) -> Budget {
        let alerts = Bound(limits.alertsPerUser)
        switch self {
        case .ring:
            return Budget(
                pair: Bound(limits.ringsPerPair, limits.ringsPerPairHourly),
                target: .rates(
                    [limits.ringsPerTarget, limits.ringsPerTargetHourly],
                    and: "then \(limits.ringsPerPairOfBusy.phrase) from each contact"),
                causer: Bound(limits.ringsPerCaller, limits.ringsPerCallerHourly),
                network: .other("from contacts only"))
        case .friendRequest:
            return Budget(
                pair: .rates(
                    [limits.friendRequestsPerPair, limits.friendRequestsPerPairDaily],
                    and: "pushes \(limits.alertsPerPair.phrase)"),
                target: alerts, causer: Bound(limits.friendRequestsById), network: Self.account)
        case .friendAnswer:
            return Budget(
                pair: .rates([], and: "pushes \(limits.alertsPerPair.phrase)"), target: alerts,
                causer: .other("once per received request"),
                network: Self.account)
        case .loginWarning:
            return Budget(
                pair: .other("once per sign-in"), target: alerts,
                causer: .other("requires a code sent to the account"),
                network: Bound(limits.verificationsPerAddress))
        case .nameChange:
            return Budget(
                pair: .other("as for one person to all"), target: .other("no push; contacts only"),
                causer: Bound(limits.namesPerUser, limits.namesPerUserHourly), network: Self.account)
        case .profileChange:
            return Budget(pair: Self.ownOnly, target: alerts, causer: Self.ownOnly, network: Self.account)
        default: return Budget(pair: Self.ownOnly, target: Self.ownOnly, causer: Self.ownOnly, network: Self.account)
        }
    }

    private func inCall(_ limits: Limits) -> Budget {
        let signals = SignalRates.Limits()
        switch self {
        case .invitationRequest:
            return Budget(
                pair: Bound(limits.invitationRequestsPerPair, limits.invitationRequestsPerPairHourly),
                target: .other("only from contacts with the maker's link, while the maker is in the call"),
                causer: Bound(limits.invitationRequestsPerUser), network: Self.account)
        case .rejoinRequest:
            return Budget(
                pair: .other("as for one person to all"), target: Self.inTheCall, causer: Bound(limits.rejoinsPerUser),
                network: Self.account)
        case .participantChange:
            return Budget(
                pair: .other("as for one person to all"), target: Self.inTheCall,
                causer: Bound(limits.updatesPerDevice),
                network: Self.account)
        case .muteRequest:
            return Budget(
                pair: Bound(limits.muteRequestsPerPair), target: .other("only by the maker of the call"),
                causer: Bound(limits.updatesPerDevice), network: Self.account)
        case .keySignal:
            return Budget(
                pair: .other("as for one person to all"),
                target: .rates([Rate(count: Int(signals.perCall.burst), seconds: 3)]),
                causer: .rates([Rate(count: Int(signals.perDevice.burst), seconds: 2)]), network: Self.account)
        case .e2eeMessage:
            return Budget(
                pair: .other("as for one person to all"), target: Bound(limits.e2eeDeliveriesPerCall),
                causer: Bound(limits.e2eeSendsPerDevice), network: Self.account)
        default:
            return Budget(
                pair: .other("once per ring or join"), target: Self.inTheCall,
                causer: .other("as for rings"), network: Self.account)
        }
    }

    private func code(_ limits: Limits) -> Budget {
        let firsts = [limits.firstCodesPerIdentifier, limits.firstCodesPerIdentifierDaily].map(\.phrase)
        let target = Bound.rates(
            [limits.codesPerIdentifier, limits.codesPerIdentifierDaily],
            and: "first codes for new networks \(firsts.joined(separator: ", "))")
        let isText = self == .codeByText || self == .proofByText
        return Budget(
            pair: .other("no account required"), target: target,
            causer: self == .proofByMail || self == .proofByText
                ? Bound(limits.addressProofs) : .other("as for one network"),
            network: Bound(
                limits.codesPerIdentifierAndAddress, limits.codesPerIdentifierAndAddressDaily, limits.codesPerAddress),
            server: .rates(
                [limits.codesInAll] + (isText ? [limits.textMessages, limits.textMessagesPerCountry] : [])))
    }

    private func work(_ limits: Limits) -> Budget {
        switch self {
        case .relay:
            return Budget(
                pair: Self.nobody, target: Self.nobody,
                causer: .other("a sixteenth of all allocations, with a bandwidth limit on each"), network: Self.account,
                server: .other("nine tenths of the ports"))
        case .externalSignIn:
            return Budget(
                pair: Self.nobody, target: Self.nobody, causer: .other("as for one network"),
                network: Bound(limits.externalSignInsPerAddress))
        case .search:
            return Budget(
                pair: Self.nobody, target: Self.nobody, causer: Bound(limits.searchesPerUser),
                network: Bound(limits.searchesPerAddress))
        default:
            return Budget(
                pair: Self.nobody, target: Self.nobody, causer: .other("no account required"),
                network: Bound(limits.landingsPerAddress))
        }
    }
}
