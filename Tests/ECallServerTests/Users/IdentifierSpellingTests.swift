import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Spellings of identifiers", .timeLimit(.minutes(1)))
struct IdentifierSpellingTests {
    /// Signs in by a code, and returns the account.
    private static func signIn(_ app: TestApp, email: String = "", phoneNumber: String = "") async throws -> UserID {
        app.clock.advance(seconds: 120)
        try await app.call(.login, LoginRequest(email: email, phoneNumber: phoneNumber)).expectOK()
        let message = try #require(app.outbox.messages.last)
        let tokens: VerifyLoginResponse = try await app.call(
            .verifyLogin, VerifyLoginRequest(code: message.code, email: email, phoneNumber: phoneNumber)
        ).value()
        return tokens.userId
    }

    @Test(
        "a number with the 0 of calls within the country is the same account, and the code goes to the number without it"
    )
    func writtenTrunkPrefix() async throws {
        try await TestApp.run { app in
            let ana = try await Self.signIn(app, phoneNumber: "+4915123456789")
            #expect(try await Self.signIn(app, phoneNumber: "+49015123456789") == ana)
            #expect(app.outbox.messages.allSatisfy { $0.to == "+4915123456789" })
            #expect(try await Self.signIn(app, phoneNumber: "+390669821234") != ana)
            #expect(app.outbox.messages.last?.to == "+390669821234")
        }
    }

    @Test("an account that was made with such a 0 is reached by either spelling, and found by a search")
    func earlierAccount() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let earlier = try #require(LoginIdentifier(phoneNumber: "+49015123456789"))
                let (shelf, now) = (try #require(database.item), app.clock.now)
                let ana = try await shelf.write { sql in
                    let ana = try UserRepository(sql).create(earlier, displayName: "Ana", at: now)
                    try sql.execute(
                        "UPDATE users SET verified = 1, searchable = 1 WHERE id = :id", ["id": .id(ana)])
                    return ana
                }
                let bo = try await app.signIn("bo@example.net")
                for number in ["+4915123456789", "+49015123456789"] {
                    #expect(try await Self.signIn(app, phoneNumber: number) == ana)
                    let found: SearchResponse = try await app.call(
                        .searchContacts, SearchRequest(phoneNumber: number), as: bo
                    ).value()
                    #expect(found.results.map(\.displayName) == ["Ana"], "\(number)")
                }
            })
    }

    @Test("an address is one account, however its domain is written")
    func domains() async throws {
        try await TestApp.run { app in
            let ana = try await Self.signIn(app, email: "ana@xn--mller-kva.example")
            for spelling in [
                "ana@müller.example", "Ana@MÜLLER.example", "ana@mu\u{308}ller.example.", "Ana <ana@müller.example>",
            ] {
                #expect(try await Self.signIn(app, email: spelling) == ana, "\(spelling)")
            }
            #expect(app.outbox.messages.allSatisfy { $0.to == "ana@xn--mller-kva.example" })
            try await app.call(.login, LoginRequest(email: "änä@example.org")).expect(.loginFailed)
        }
    }
}
