import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// Google and Apple as login methods of a signed-in person's account (decision 53).
@Suite("Google and Apple as login methods", .timeLimit(.minutes(1)))
struct IssuerMethodTests {
    private static func types(_ answer: Answer) throws -> [LoginMethodType] {
        try answer.value(LoginMethodsResponse.self).loginMethods.map(\.type)
    }

    private static func add(
        _ request: AddLoginMethodRequest, _ person: Person, _ world: ExternalWorld
    ) async throws -> Answer {
        try await world.app.call(.addLoginMethod, request, as: person)
    }

    /// Time advances with it, and the issuer's clock follows.
    private static func signIn(_ name: String, _ world: ExternalWorld) async throws -> Person {
        let person = try await world.app.signIn("\(name)@example.net")
        world.synchronize()
        return person
    }

    private static func types(of person: Person, _ world: ExternalWorld) async throws -> [LoginMethodType] {
        try types(await world.app.call(.loginMethods, as: person))
    }

    // MARK: - Apps

    @Test(
        "000-7: tokens of Google and Apple are added while signed in, whatever their address, and lead into the account"
    )
    func apps() async throws {
        try await ExternalWorld.run { world in
            let ana = try await Self.signIn("ana", world)
            let claims = ExternalWorld.address("somebody.else@gmail.com", ["name": "Other"])
            let token = AddLoginMethodRequest(googleIdToken: try world.googleToken("g", claims))
            let added = try await Self.add(token, ana, world).value(LoginMethodsResponse.self).loginMethods
            #expect(added.map(\.type) == [.email, .google] && added[1].value == "somebody.else@gmail.com")
            #expect(added[1].verifiedAt != nil && !added[1].isPrimary)
            // Clients retry.
            #expect(try await Self.types(Self.add(token, ana, world)) == [.email, .google])
            world.advance(seconds: 1)
            let apple = AddLoginMethodRequest(
                appleIdToken: try world.appleToken("a"), appleCode: world.appleCode("a"))
            #expect(try await Self.types(Self.add(apple, ana, world)) == [.email, .google, .apple])
            #expect(try await Self.types(Self.add(apple, ana, world)) == [.email, .google, .apple])
            #expect(world.exchangedCodes == 1)
            world.advance(seconds: 10)
            let google: AuthResponse = try await world.google(world.googleToken("g")).value()
            let byApple: AuthResponse = try await world.apple(token: world.appleToken("a")).value()
            #expect(google.userId == ana.id && byApple.userId == ana.id && google.displayName == "ana")
            // The address at the issuer is not a login method by itself.
            #expect(try await world.app.signIn("somebody.else@gmail.com").id != ana.id)
        }
    }

    enum Refusal: String, CaseIterable {
        case anothers, anothersFirstWay, second, notOffered, wrongAudience, expired, usedToSignIn, usedByOther
        case otherDevice, oldRepetition, twoAtOnce, invented, appleOfTwo, appleAnothers, full
    }

    @Test("000-7: an identity that cannot be added is refused without effect", arguments: Refusal.allCases)
    func refusals(_ what: Refusal) async throws {
        var limits = Limits.development
        if what == .full { limits.loginMethods = 1 }
        let isOffered = what != .notOffered
        try await ExternalWorld.run(
            limits: limits, configure: { if !isOffered { $0.providers.google = nil } }
        ) { world in
            let (ana, eve) = (try await Self.signIn("ana", world), try await Self.signIn("eve", world))
            let (request, code) = try await Self.attempt(what, world, ana: ana, eve: eve)
            let before = try await Self.types(of: eve, world)
            let answer = try await Self.add(request, eve, world)
            answer.expect(code)
            // The owner is not revealed anywhere.
            for secret in ["ana@", "\(ana.id)"] { #expect(!answer.text.contains(secret)) }
            if let token = request.googleIdToken { #expect(!world.app.log.text.contains(token.suffix(40))) }
            #expect(try await Self.types(of: eve, world) == before)
        }
    }

    private static func attempt(
        _ what: Refusal, _ world: ExternalWorld, ana: Person, eve: Person
    ) async throws -> (AddLoginMethodRequest, ErrorCode) {
        func google(_ changes: [String: Any] = [:]) throws -> AddLoginMethodRequest {
            .init(googleIdToken: try world.googleToken("g", changes))
        }
        let now = Int(world.app.clock.now.milliseconds / 1000)
        switch what {
        case .anothers:
            try await add(google(), ana, world).expectOK()
            world.advance(seconds: 1)
            return (try google(), .loginMethodTaken)
        case .anothersFirstWay:
            try await world.google(world.googleToken("g")).expectOK()
            world.advance(seconds: 1)
            return (try google(), .loginMethodTaken)
        case .second:
            try await add(.init(googleIdToken: world.googleToken("first")), eve, world).expectOK()
            return (try google(), .loginMethodPresent)
        case .notOffered: return (try google(), .loginFailed)
        case .wrongAudience: return (try google(["aud": "someone-else"]), .loginFailed)
        case .expired: return (try google(["iat": now - 3000, "exp": now - 61]), .loginFailed)
        case .invented: return (.init(googleIdToken: "e30.e30.e30"), .loginFailed)
        case .usedToSignIn:
            let token = try world.googleToken("h")
            try await world.google(token, key: TestKeys.p256()).expectOK()
            return (.init(googleIdToken: token), .loginFailed)
        case .usedByOther, .otherDevice:
            let request = try google()
            let other = what == .otherDevice ? try await Self.signIn("eve", world) : ana
            try await add(request, other, world).expectOK()
            return (request, .loginFailed)
        case .oldRepetition:
            let request = try google()
            try await add(request, eve, world).expectOK()
            world.advance(seconds: 131)
            return (request, .loginFailed)
        case .twoAtOnce:
            var both = try google()
            both.email = "eve@example.net"
            return (both, .badRequest)
        case .appleOfTwo:
            let token = try world.appleToken("victim")
            return (.init(appleIdToken: token, appleCode: world.appleCode("mallory")), .appleLoginFailed)
        case .appleAnothers:
            try await add(.init(appleIdToken: world.appleToken("a"), appleCode: ""), ana, world).expectOK()
            return (.init(appleIdToken: "", appleCode: world.appleCode("a")), .loginMethodTaken)
        case .full: return (try google(), .updateUserFailed)
        }
    }

    @Test("a refused or added token is used up and cannot sign in afterwards")
    func usedUp() async throws {
        try await ExternalWorld.run { world in
            let (ana, eve) = (try await Self.signIn("ana", world), try await Self.signIn("eve", world))
            let token = try world.googleToken("g")
            try await Self.add(.init(googleIdToken: token), ana, world).expectOK()
            try await world.google(token, key: TestKeys.p256()).expect(.loginFailed)
            world.advance(seconds: 1)
            let refused = try world.googleToken("g")
            try await Self.add(.init(googleIdToken: refused), eve, world).expect(.loginMethodTaken)
            try await world.google(refused, key: TestKeys.p256()).expect(.loginFailed)
        }
    }

    @Test("two accounts cannot add the same person, nor one account two people, at the same time")
    func atOnce() async throws {
        try await ExternalWorld.run { world in
            let (ana, eve) = (try await Self.signIn("ana", world), try await Self.signIn("eve", world))
            func race(_ rows: [(Person, String)]) async throws -> [Int] {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for (number, (person, subject)) in rows.enumerated() {
                        let token = try world.googleToken(subject, ["jti": "\(number)"])
                        group.addTask { try await Self.add(.init(googleIdToken: token), person, world).status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted()
                }
            }
            #expect(try await race([(ana, "one"), (eve, "one")]) == [200, 409])
            let free = try await Self.types(of: ana, world) == [.email] ? ana : eve
            #expect(try await race([(free, "two"), (free, "three")]) == [200, 409])
            #expect(try await Self.types(of: free, world) == [.email, .google])
        }
    }

    /// A database that runs another change first, once it is time.
    private struct ForestalledDatabase: ServerFoundation.Database {
        typealias Change = @Sendable (any SQLConnection) throws -> Void
        let base: any ServerFoundation.Database
        let change: SharedChange

        final class SharedChange: Sendable {
            private let next = Mutex<(isTime: @Sendable () -> Bool, change: Change)?>(nil)
            var isMade: Bool { next.withLock { $0 == nil } }

            func set(when isTime: @escaping @Sendable () -> Bool, _ change: @escaping Change) {
                next.withLock { $0 = (isTime, change) }
            }

            func take() -> Change? {
                next.withLock { next in
                    guard let due = next, due.isTime() else { return nil }
                    next = nil
                    return due.change
                }
            }
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value { try await base.read(body) }

        func write<Value: Sendable>(
            _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            if let change = change.take() { try await base.write(change) }
            return try await base.write(durability, body)
        }
    }

    @Test("a device that is signed out while the issuer is asked adds nothing")
    func signedOutMeanwhile() async throws {
        let change = ForestalledDatabase.SharedChange()
        try await ExternalWorld.run(database: { ForestalledDatabase(base: $0, change: change) }) { world in
            let ana = try await Self.signIn("ana", world)
            let (identity, issuer) = (ana.identity, world.issuer)
            change.set(when: { issuer.count("/keys") > 0 }) { _ = try DeviceRepository($0).remove(identity) }
            try await Self.add(.init(googleIdToken: world.googleToken("g")), ana, world).expect(.deviceNotRegistered)
            #expect(change.isMade)
            let again = try await Self.signIn("ana", world)
            #expect(try await Self.types(of: again, world) == [.email])
        }
    }

    @Test("adding is limited like signing in, and requires a signed-in device")
    func limits() async throws {
        var limits = Limits.development
        limits.externalSignInsPerAddress = Rate(count: 2, seconds: 60)
        try await ExternalWorld.run(limits: limits) { world in
            let ana = try await Self.signIn("ana", world)
            let browser = PageBrowser(world)
            for _ in 0..<2 { try await Self.add(.init(googleIdToken: "x"), ana, world).expect(.loginFailed) }
            let busy = try await Self.add(.init(googleIdToken: world.googleToken()), ana, world)
            #expect(busy.status == 400 && busy.text.contains("Too many"))
            for _ in 0..<2 { try await browser.ask(ana).expectOK() }
            #expect(try await browser.ask(ana).text.contains("Too many"))
            for endpoint in [Endpoint.addLoginMethod, .leaveForLoginMethod] {
                try await world.app.call(endpoint, AddLoginMethodRequest()).expect(.accessTokenExpired)
            }
        }
    }

    // MARK: - The page

    @Test("000-7: the page departs with its bearer token, returns with a ticket, and adds it; Google and Apple")
    func page() async throws {
        try await ExternalWorld.run { world in
            let ana = try await Self.signIn("ana", world)
            let browser = PageBrowser(world)
            let back = try await browser.go(browser.departToAdd(ana))
            #expect(back.status == 303 && back.location.hasPrefix("/#/add-login-method/"))
            #expect(back.cookie?.contains("Max-Age=0") == true)
            for _ in 0..<2 { #expect(try await Self.types(browser.add(back, as: ana)) == [.email, .google]) }
            try await browser.ask(ana).expect(.loginMethodPresent)
            world.advance(seconds: 1)
            let form = try await browser.departToAdd(ana, .apple)
            let posted = try await browser.go(
                "/sign-in/apple/callback", method: .post, form: form, withCookie: false)
            let again = try await browser.go(posted.location)
            #expect(again.location.hasPrefix("/#/add-login-method/"))
            #expect(try await Self.types(browser.add(again, as: ana)) == [.email, .google, .apple])
            #expect(!world.app.log.text.contains(back.location.suffix(43)))
        }
    }

    enum Attack: String, CaseIterable {
        case victimOpensCallback, victimOpensTicket, victimAddsTicket, ticketSignsIn, signInTicketAdds
        case stateTwice, withoutCookie, ticketLate, wrongSecret, otherAccount, otherDevice, signedOut
        case deleted, anothers
    }

    /// Ana is the victim, Eve the attacker.
    @Test("a flow begun by another person, or an expired one, adds nothing", arguments: Attack.allCases)
    func attacks(_ what: Attack) async throws {
        try await ExternalWorld.run { world in
            let (ana, eve) = (try await Self.signIn("ana", world), try await Self.signIn("eve", world))
            try await Self.run(what, world, ana: ana, eve: eve)
            let now = try await Self.signIn("eve", world)
            #expect(try await Self.types(of: now, world) == [.email])
            let victim = try await Self.signIn("ana", world)
            #expect(try await Self.types(of: victim, world) == [.email])
        }
    }

    private static func run(_ what: Attack, _ world: ExternalWorld, ana: Person, eve: Person) async throws {
        let (mine, hers) = (PageBrowser(world), PageBrowser(world))
        let callback = try await mine.departToAdd(eve)
        let cookie = mine.cookie
        let expired = "/#/sign-in-failed/expired"
        switch what {
        case .victimOpensCallback, .withoutCookie:
            // Login CSRF: Eve's state does not belong to Ana's browser, even while it is at the issuer.
            if what == .victimOpensCallback { _ = try await hers.departToAdd(ana) }
            #expect(try await hers.go(callback).location == expired)
            #expect(world.issuer.count("/token") == 0)
            #expect(try await mine.go(callback).location == expired, "used up by whoever tries it")
        case .victimOpensTicket:
            _ = try await hers.departToAdd(ana)
            try await hers.add(mine.go(callback), as: ana).expect(.loginFailed)
        case .victimAddsTicket: try await mine.add(mine.go(callback), as: ana).expect(.loginFailed)
        case .ticketSignsIn: try await mine.signIn(mine.go(callback)).expect(.loginFailed)
        case .signInTicketAdds: try await mine.add(mine.go(mine.depart()), as: eve).expect(.loginFailed)
        case .stateTwice:
            let back = try await mine.go(callback)
            mine.cookie = cookie
            #expect(try await mine.go(callback).location == expired)
            try await mine.add(back, as: eve, verifier: Secret.random()).expect(.loginFailed)
        case .ticketLate:
            let back = try await mine.go(callback)
            world.advance(seconds: 60)
            try await mine.add(back, as: eve).expect(.loginFailed)
        case .wrongSecret:
            try await mine.add(mine.go(callback), as: eve, verifier: hers.verifier).expect(.loginFailed)
        case .otherAccount, .otherDevice:
            let back = try await mine.go(callback)
            let other = what == .otherAccount ? ana : try await Self.signIn("eve", world)
            try await mine.add(back, as: other).expect(.loginFailed)
        case .signedOut:
            try await world.app.call(.logout, as: eve).expectOK()
            try await mine.add(mine.go(callback), as: eve).expect(.deviceNotRegistered)
        case .deleted:
            let database = try SQLiteDatabase(path: world.app.dataDirectory + "/ecall.sqlite")
            _ = try await AccountRemoval.remove(eve.id, from: database, at: world.app.clock.now)
            let answer = try await mine.add(mine.go(callback), as: eve)
            // The server may have noticed meanwhile that another process wrote to its database.
            answer.expect(answer.status == 401 ? .deviceNotRegistered : .userNotFound)
        case .anothers:
            let other: AuthResponse = try await world.google(world.googleToken("subject-1")).value()
            #expect(other.accessToken != nil)
            try await mine.add(mine.go(callback), as: eve).expect(.loginMethodTaken)
        }
    }

    @Test(
        "a departure needs an offered issuer that answers, and a digest; the cookie belongs to this host only"
    )
    func departures() async throws {
        try await ExternalWorld.run { world in
            let ana = try await Self.signIn("ana", world)
            let browser = PageBrowser(world)
            try await browser.ask(ana, .email).expect(.loginFailed)
            try await browser.ask(ana, binding: "short").expect(.badRequest)
            world.issuer.set(.down)
            try await browser.ask(ana).expect(.loginFailed)
            world.issuer.set(.normal)
            world.advance(seconds: 31)
            let answer = try await browser.ask(ana)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-ecall-sign-in=") && cookie.hasSuffix("HttpOnly; SameSite=Lax; Secure"))
            #expect(!answer.text.contains(cookie.dropFirst(21).prefix(43)))
        }
    }
}
