public import ServerFoundation

/// Every limit that protects the server or an account: amounts, rates and times. Durations in seconds.
public struct Limits: Sendable {
    // MARK: One-time codes (wire-protocol 0.3, 2.2, W19)

    public var codeLifetime = 600
    public var codeAttempts = 5
    /// A repeated request for the same identifier within this time counts as the same request, because clients retry by
    /// themselves.
    public var repeatedRequestWindow = 5
    /// The codes per address or number that strangers share, in addition to the first codes below. A network in which a
    /// device of the account was seen, and a key that one has, have the same amount to themselves.
    public var codesPerIdentifier = Rate(count: 5, seconds: 600)
    public var codesPerIdentifierDaily = Rate(count: 20, seconds: 86_400)
    /// The share of a recipient's codes that one address may use up, unless the account was used there: a stranger must not
    /// exhaust the owner's codes.
    public var codesPerIdentifierAndAddress = Rate(count: 3, seconds: 600)
    public var codesPerIdentifierAndAddressDaily = Rate(count: 10, seconds: 86_400)
    /// The first codes of one recipient that each network may request: a travelling owner gets one, however many strangers
    /// ask elsewhere. Together they bound the messages to one mailbox.
    public var firstCodesPerAddress = Rate(count: 1, seconds: 3600)
    public var firstCodesPerAddressDaily = Rate(count: 4, seconds: 86_400)
    public var firstCodesPerIdentifier = Rate(count: 60, seconds: 3600)
    public var firstCodesPerIdentifierDaily = Rate(count: 240, seconds: 86_400)
    public var codesPerAddress = Rate(count: 60, seconds: 3600)
    /// Requests for codes, sent or not; counted before anything else is done.
    public var codeRequestsPerAddress = Rate(count: 240, seconds: 3600)
    public var verificationsPerAddress = Rate(count: 120, seconds: 3600)
    /// The server's total, whoever asks.
    public var codesInAll = Rate(count: 3000, seconds: 3600)
    /// Wrong attempts per day at one recipient's codes, including those that pending codes still allow. From then on codes
    /// have 8 digits, and 10 after five times as many. Codes for clients that accept 6 digits only then allow one attempt
    /// each, and after twice as many are sent to known places alone.
    public var wrongCodesPerIdentifier = 20
    /// The same for the whole server: at 6-digit codes for clients that accept longer ones, and at 8-digit codes.
    public var wrongCodesInAll = 500
    public var wrongLongerCodesInAll = 20_000
    /// At codes for clients that accept 6 digits only: from strangers, from known places, and at proofs of further
    /// addresses, each. After half as many they allow one attempt each, and after all none are sent until a day has passed.
    public var wrongShortCodesInAll = 3000
    public var textMessages = Rate(count: 1000, seconds: 86_400)
    /// Per country calling code, against SMS pumping, where each message earns someone money.
    public var textMessagesPerCountry = Rate(count: 200, seconds: 86_400)
    /// The time within which the same device may repeat a sign-in or a used link, because the answer may have been lost.
    public var repeatedAnswerWindow = 60
    /// Sign-ins with Google and Apple.
    public var externalSignInsPerAddress = Rate(count: 120, seconds: 3600)

    /// Codes for addresses or numbers to add to one account (wire-protocol 9.1, W20).
    public var addressProofs = Rate(count: 10, seconds: 3600)
    /// The time within which a proven address must be used for its change.
    public var addressProofLifetime = 600
    public var loginMethods = 10
    /// The time after its sign-in during which a device needs no other proof for a change of the account (wire-protocol 9.7).
    public var freshSignIn = 600
    /// The time within which a removed login method can be restored (wire-protocol 9.8).
    public var takeBackTime = 7 * 86_400
    /// Messages about removed login methods: each is a mail, or a text message that costs money.
    public var removalsPerUser = Rate(count: 10, seconds: 86_400)
    public var takeBacksPerAddress = Rate(count: 60, seconds: 3600)
    /// The step of uniform answer times: sign-in answers come at whole multiples of it, so that timing reveals nothing
    /// about the account. Milliseconds.
    public var uniformAnswerTime = 150

    // MARK: Accounts

    /// The time from the request to delete an account to its deletion (wire-protocol 1.9, 15).
    public var deletionGrace = 15 * 86_400
    /// Changes of an account's name, of each of which every friend is notified.
    public var namesPerUser = Rate(count: 5, seconds: 60)
    public var namesPerUserHourly = Rate(count: 20, seconds: 3600)
    /// Exports of an account, each of which reads all its data.
    public var exportsPerUser = Rate(count: 5, seconds: 3600)
    /// Reports by one person.
    public var reportsPerUser = Rate(count: 10, seconds: 86_400)

    // MARK: Tokens (wire-protocol 1.8, W28)

    public var accessTokenLifetime = 900
    public var refreshTokenLifetime = 2_592_000
    /// The time for which a sibling of the token that made the newest generation stays valid, because two windows may have
    /// refreshed at once. The token that made the newest is valid until that one was used.
    public var refreshGrace = 60
    /// The longest lifetime of a sign-in, however often it is refreshed (OWASP ASVS 10.4.8).
    public var signInLifetime = 365 * 86_400
    public var refreshesPerFamily = Rate(count: 60, seconds: 60)

    // MARK: People (wire-protocol 8.2, 8.3, W21, W26)

    public var publicKeyUsers = 100
    public var friendRequestsById = Rate(count: 20, seconds: 86_400)
    /// Friend requests of one person to another, by any route: each alerts the other.
    public var friendRequestsPerPair = Rate(count: 5, seconds: 3600)
    public var friendRequestsPerPairDaily = Rate(count: 10, seconds: 86_400)
    /// Push alerts to one person, of each kind, whoever causes them.
    public var alertsPerUser = Rate(count: 30, seconds: 3600)
    /// Push alerts of one kind from one person to another; the lists show the rest.
    public var alertsPerPair = Rate(count: 1, seconds: 86_400)
    public var shareTokenLifetime = 86_400
    public var shareTokens = Rate(count: 20, seconds: 3600)
    public var searchesPerUser = Rate(count: 30, seconds: 3600)
    public var searchesPerAddress = Rate(count: 120, seconds: 3600)
    /// Landing pages and their pictures: link previews are fetched by few addresses for many people.
    public var landingsPerAddress = Rate(count: 600, seconds: 3600)

    // MARK: Connections

    /// Simultaneous connections per address, including WebSockets; an IPv6 /64 counts as one address. At about five per
    /// person, two hundred people can share one router.
    public var connectionsPerAddress = 1024
    /// The time from the first byte of a request to its last.
    public var requestTime = 15
    /// The longest time a connection may stay idle between requests.
    public var idleConnectionTime = 75

    // MARK: Calls (wire-protocol 4.5)

    /// The most people in a call, including those who ring.
    public var callParticipants = 50
    /// Rings per pair, and per caller: more than redialling, or calling a full group again, needs.
    public var ringsPerPair = Rate(count: 10, seconds: 60)
    public var ringsPerPairHourly = Rate(count: 60, seconds: 3600)
    public var ringsPerCaller = Rate(count: 100, seconds: 60)
    public var ringsPerCallerHourly = Rate(count: 600, seconds: 3600)
    /// Rings of one person by all others together. Once they are used up, each caller still has a few per hour, so that
    /// contacts who ring endlessly do not block the others.
    public var ringsPerTarget = Rate(count: 20, seconds: 60)
    public var ringsPerTargetHourly = Rate(count: 120, seconds: 3600)
    public var ringsPerPairOfBusy = Rate(count: 6, seconds: 3600)
    /// Requests to rejoin calls: each asks everyone in the call.
    public var rejoinsPerUser = Rate(count: 30, seconds: 60)
    /// State changes that a device reports in a call, each of which is sent to all participants: in a call of 50 it may see
    /// 49 others connect at once.
    public var updatesPerDevice = Rate(count: 120, seconds: 60)
    /// Requests to mute, from one person to another.
    public var muteRequestsPerPair = Rate(count: 6, seconds: 60)
    /// Requests by one person for an invitation by a call link.
    public var invitationRequestsPerUser = Rate(count: 12, seconds: 60)
    /// The same from one person to another, who is notified of each.
    public var invitationRequestsPerPair = Rate(count: 4, seconds: 60)
    public var invitationRequestsPerPairHourly = Rate(count: 20, seconds: 3600)

    /// End-to-end encrypted messages between devices of a call (e2ee 7), as a burst and as a rate over that many seconds:
    /// messages and bytes per device, and deliveries per call.
    public var e2eeSendsPerDevice = Rate(count: 60, seconds: 3)
    public var e2eeBytesPerDevice = Rate(count: 256 * 1024, seconds: 4)
    public var e2eeDeliveriesPerCall = Rate(count: 12_000, seconds: 4)
    /// Vouches and revocations per account.
    public var deviceStatements = 32
    /// The share of them that one device may use: a stolen one must leave the others room to revoke it.
    public var deviceStatementsPerDevice = 16

    public init() {}

    /// The same, with room for a whole test bench behind one address.
    public static var development: Self {
        var limits = Self()
        limits.codesPerIdentifierAndAddress = Rate(count: 1000, seconds: 600)
        limits.codesPerIdentifierAndAddressDaily = Rate(count: 1000, seconds: 86_400)
        limits.firstCodesPerAddress = Rate(count: 1000, seconds: 3600)
        limits.firstCodesPerAddressDaily = Rate(count: 1000, seconds: 86_400)
        limits.firstCodesPerIdentifier = Rate(count: 1000, seconds: 3600)
        limits.firstCodesPerIdentifierDaily = Rate(count: 1000, seconds: 86_400)
        limits.wrongCodesPerIdentifier = 10_000
        limits.wrongCodesInAll = 500_000
        limits.wrongLongerCodesInAll = 500_000
        limits.wrongShortCodesInAll = 500_000
        limits.codesPerAddress = Rate(count: 10_000, seconds: 3600)
        limits.codeRequestsPerAddress = Rate(count: 100_000, seconds: 3600)
        limits.codesInAll = Rate(count: 100_000, seconds: 3600)
        limits.verificationsPerAddress = Rate(count: 10_000, seconds: 3600)
        limits.externalSignInsPerAddress = Rate(count: 10_000, seconds: 3600)
        limits.searchesPerAddress = Rate(count: 10_000, seconds: 3600)
        limits.landingsPerAddress = Rate(count: 10_000, seconds: 3600)
        limits.namesPerUser = Rate(count: 1000, seconds: 60)
        limits.namesPerUserHourly = Rate(count: 60_000, seconds: 3600)
        limits.ringsPerPair = Rate(count: 1000, seconds: 60)
        limits.ringsPerPairHourly = Rate(count: 60_000, seconds: 3600)
        limits.ringsPerCaller = Rate(count: 5000, seconds: 60)
        limits.ringsPerCallerHourly = Rate(count: 300_000, seconds: 3600)
        limits.friendRequestsPerPair = Rate(count: 1000, seconds: 3600)
        limits.friendRequestsPerPairDaily = Rate(count: 1000, seconds: 86_400)
        limits.alertsPerUser = Rate(count: 1000, seconds: 3600)
        limits.alertsPerPair = Rate(count: 1000, seconds: 86_400)
        limits.ringsPerTarget = Rate(count: 5000, seconds: 60)
        limits.ringsPerTargetHourly = Rate(count: 300_000, seconds: 3600)
        limits.rejoinsPerUser = Rate(count: 1000, seconds: 60)
        limits.updatesPerDevice = Rate(count: 5000, seconds: 60)
        limits.connectionsPerAddress = 100_000
        return limits
    }
}
