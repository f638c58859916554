public import ServerFoundation

/// How much, how often and how long: every number that protects the server or an account. Durations in seconds.
public struct Limits: Sendable {
    // MARK: One-time codes (wire-protocol 0.3, 2.2, W19)

    public var codeLifetime = 600
    public var codeAttempts = 5
    /// A repeated request for the same identifier within this time is the same request: clients retry by themselves.
    public var repeatedRequestWindow = 5
    /// The codes of an address or number that strangers share, beside the first codes below. A network in which a device of the account was
    /// seen, and a key that one has, have as many to themselves.
    public var codesPerIdentifier = Rate(count: 5, seconds: 600)
    public var codesPerIdentifierDaily = Rate(count: 20, seconds: 86_400)
    /// The part of a recipient's codes that one address may use up, unless the account was in use there: a stranger shall not
    /// take the owner's codes away.
    public var codesPerIdentifierAndAddress = Rate(count: 3, seconds: 600)
    public var codesPerIdentifierAndAddressDaily = Rate(count: 10, seconds: 86_400)
    /// The first codes of one recipient that each network may ask for: an owner who travels gets one, however many strangers
    /// ask elsewhere. Together they bound what one mailbox gets.
    public var firstCodesPerAddress = Rate(count: 1, seconds: 3600)
    public var firstCodesPerAddressDaily = Rate(count: 4, seconds: 86_400)
    public var firstCodesPerIdentifier = Rate(count: 60, seconds: 3600)
    public var firstCodesPerIdentifierDaily = Rate(count: 240, seconds: 86_400)
    public var codesPerAddress = Rate(count: 60, seconds: 3600)
    /// Requests for codes, sent or not: they are counted before anything else is done.
    public var codeRequestsPerAddress = Rate(count: 240, seconds: 3600)
    public var verificationsPerAddress = Rate(count: 120, seconds: 3600)
    /// What the whole server sends and bears, no matter who asks.
    public var codesInAll = Rate(count: 3000, seconds: 3600)
    /// Wrong tries of a day at one recipient's codes, with those that codes under way still allow. From then on codes have 8
    /// digits, and 10 after five times as many. To clients that take 6 alone they allow one try each, and after twice as many
    /// they are sent to known places alone.
    public var wrongCodesPerIdentifier = 20
    /// The same of the whole server: at codes of 6 digits for clients that take longer ones, and at those of 8.
    public var wrongCodesInAll = 500
    public var wrongLongerCodesInAll = 20_000
    /// At codes for clients that take 6 alone: of strangers, of known places, and at proofs of further addresses, each. After
    /// half as many they allow one try each, and then none are sent until a day has passed.
    public var wrongShortCodesInAll = 3000
    public var textMessages = Rate(count: 1000, seconds: 86_400)
    /// To numbers of one country calling code: where each message earns somebody money, machines ask for many.
    public var textMessagesPerCountry = Rate(count: 200, seconds: 86_400)
    /// How long a sign-in or a used link may be repeated by the same device: its answer may have been lost.
    public var repeatedAnswerWindow = 60
    /// With Google and Apple.
    public var externalSignInsPerAddress = Rate(count: 120, seconds: 3600)

    /// Codes to an address or number that an account is to get, for one account (wire-protocol 9.1, W20).
    public var addressProofs = Rate(count: 10, seconds: 3600)
    /// How long a proved address may wait for the change it was proved for.
    public var addressProofLifetime = 600
    public var loginMethods = 10
    /// How long after its sign-in a device needs no other proof for a change of the account (wire-protocol 9.7).
    public var freshSignIn = 600
    /// How long a way into an account that was removed can be taken back (wire-protocol 9.8).
    public var takeBackTime = 7 * 86_400
    /// Messages about ways into an account that were removed: each is a mail, or a text message that costs money.
    public var removalsPerUser = Rate(count: 10, seconds: 86_400)
    public var takeBacksPerAddress = Rate(count: 60, seconds: 3600)
    /// Answers of sign-in come at whole multiples of this time, so that they say nothing about the account.
    /// Milliseconds.
    public var uniformAnswerTime = 150

    // MARK: Accounts

    /// From asking for the deletion of an account to it (wire-protocol 1.9, 15).
    public var deletionGrace = 15 * 86_400
    /// Changes of an account's name: every friend is notified of each.
    public var namesPerUser = Rate(count: 5, seconds: 60)
    public var namesPerUserHourly = Rate(count: 20, seconds: 3600)
    /// Exports of an account: each reads all that is stored of it.
    public var exportsPerUser = Rate(count: 5, seconds: 3600)
    /// Reports by one person.
    public var reportsPerUser = Rate(count: 10, seconds: 86_400)

    // MARK: Tokens (wire-protocol 1.8, W28)

    public var accessTokenLifetime = 900
    public var refreshTokenLifetime = 2_592_000
    /// How long a token is still taken that was made at the same time as the one that made the newest: two windows may
    /// have refreshed at once. The one that made the newest is good until that was used.
    public var refreshGrace = 60
    /// The longest a sign-in lasts, however often it is refreshed (OWASP ASVS 10.4.8).
    public var signInLifetime = 365 * 86_400
    public var refreshesPerFamily = Rate(count: 60, seconds: 60)

    // MARK: People (wire-protocol 8.2, 8.3, W21, W26)

    public var publicKeyUsers = 100
    public var friendRequestsById = Rate(count: 20, seconds: 86_400)
    /// Friend requests of one person to another, however they are made: each alerts the other.
    public var friendRequestsPerPair = Rate(count: 5, seconds: 3600)
    public var friendRequestsPerPairDaily = Rate(count: 10, seconds: 86_400)
    /// Pushes of alerts to one person, of each kind, no matter who causes them.
    public var alertsPerUser = Rate(count: 30, seconds: 3600)
    /// Pushes of one kind of alert that one person causes to another, who sees the others in the lists.
    public var alertsPerPair = Rate(count: 1, seconds: 86_400)
    public var shareTokenLifetime = 86_400
    public var shareTokens = Rate(count: 20, seconds: 3600)
    public var searchesPerUser = Rate(count: 30, seconds: 3600)
    public var searchesPerAddress = Rate(count: 120, seconds: 3600)
    /// Landing pages and their pictures: previews of links are fetched by few addresses for many people.
    public var landingsPerAddress = Rate(count: 600, seconds: 3600)

    // MARK: Connections

    /// Connections of one address at a time, WebSockets among them; an IPv6 /64 counts as one address. A person has about five: two
    /// hundred behind one router are let in.
    public var connectionsPerAddress = 1024
    /// From the first byte of a request to its last.
    public var requestTime = 15
    /// How long a connection may stay open between requests.
    public var idleConnectionTime = 75

    // MARK: Calls (wire-protocol 4.5)

    /// Most people in a call, with those who ring.
    public var callParticipants = 50
    /// Rings of one person by another, and of all by one: more than anybody needs who redials, or calls a full group again.
    public var ringsPerPair = Rate(count: 10, seconds: 60)
    public var ringsPerPairHourly = Rate(count: 60, seconds: 3600)
    public var ringsPerCaller = Rate(count: 100, seconds: 60)
    public var ringsPerCallerHourly = Rate(count: 600, seconds: 3600)
    /// Rings of one person by all others together. Once they are used up, each other one has a few of their own in an hour, so that
    /// contacts who ring without end take nothing from one who does not.
    public var ringsPerTarget = Rate(count: 20, seconds: 60)
    public var ringsPerTargetHourly = Rate(count: 120, seconds: 3600)
    public var ringsPerPairOfBusy = Rate(count: 6, seconds: 3600)
    /// Requests to come back into calls: each asks everybody in the call.
    public var rejoinsPerUser = Rate(count: 30, seconds: 60)
    /// Changes of what a device says of itself and others in a call, each of which everybody in it is notified of: in a
    /// call of 50 it may see 49 others connect at once.
    public var updatesPerDevice = Rate(count: 120, seconds: 60)
    /// Requests to mute, of one person by another.
    public var muteRequestsPerPair = Rate(count: 6, seconds: 60)
    /// Requests for an invitation by a link to a call, of one person.
    public var invitationRequestsPerUser = Rate(count: 12, seconds: 60)
    /// The same of one person to another, who is notified of each.
    public var invitationRequestsPerPair = Rate(count: 4, seconds: 60)
    public var invitationRequestsPerPairHourly = Rate(count: 20, seconds: 3600)

    /// Texts between devices of a call that the server cannot read (e2ee 7): so many at once, and as many in so many seconds.
    /// Messages and bytes of a device, and what they become in a call.
    public var e2eeSendsPerDevice = Rate(count: 60, seconds: 3)
    public var e2eeBytesPerDevice = Rate(count: 256 * 1024, seconds: 4)
    public var e2eeDeliveriesPerCall = Rate(count: 12_000, seconds: 4)
    /// Vouches and revokes of an account.
    public var deviceStatements = 32
    /// The part of them that one device may use up: a stolen one shall leave the others room to revoke it.
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
