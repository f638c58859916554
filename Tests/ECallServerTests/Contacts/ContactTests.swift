import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting

@Suite("Contacts", .timeLimit(.minutes(1)))
struct ContactTests {
    private static func contacts(_ app: TestApp, _ person: Person) async throws -> [Contact] {
        try await app.call(.contacts, as: person).value(ContactsResponse.self).contacts
    }

    /// 004-11
    @Test("friends are in both lists, by user id and name")
    func list() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let bob = try await app.signIn("bob@example.net", name: "Bob")
            #expect(try await Self.contacts(app, ana).isEmpty)
            try await app.befriend(ana, bob)
            let contact = Contact(
                userId: ana.id, contactId: bob.id, contactName: "Bob", isFavorite: false, isBlocked: false,
                lastInteraction: nil)
            #expect(try await Self.contacts(app, ana) == [contact])
            #expect(try await Self.contacts(app, bob).map(\.id) == [ana.id])
            let path = "/app/api/contacts?contactId="
            #expect(try await app.send(.get, path + "\(bob.id)", token: ana.accessToken).value(Contact.self) == contact)
            try await app.send(.get, path + "77", token: ana.accessToken).expect(.getContactsFailed)
            try await app.send(.get, path + "x", token: ana.accessToken).expect(.badRequest)
        }
    }

    @Test("004-8: a favourite is toggled in one's own list only; a stranger cannot be one")
    func favorites() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net")
            let eve = try await app.signIn("eve@example.net")
            try await app.befriend(ana, bob)
            for isFavorite in [true, false, true] {
                let answer = try await app.call(.toggleFavorite, id: bob.id.rawValue, as: ana)
                #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
                #expect(try await Self.contacts(app, ana).map(\.isFavorite) == [isFavorite])
            }
            #expect(try await Self.contacts(app, bob).map(\.isFavorite) == [false])
            try await app.call(.toggleFavorite, id: eve.id.rawValue, as: ana).expect(.toggleFavoriteFailed)
            try await app.call(.toggleFavorite, id: bob.id.rawValue, as: eve).expect(.toggleFavoriteFailed)
        }
    }

    /// 000-67
    @Test(
        "deleting ends the friendship for both, under both paths, and is idempotent", arguments: ["contact", "friend"])
    func deleting(path: String) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net")
            let eve = try await app.signIn("eve@example.net")
            try await app.befriend(ana, bob)
            try await app.send(.delete, "/\(path)/\(bob.id)", token: eve.accessToken).expectOK()
            #expect(try await Self.contacts(app, ana).count == 1)
            for _ in 0..<2 {
                let answer = try await app.send(.delete, "/app/api/\(path)/\(bob.id)", token: ana.accessToken)
                #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
            }
            #expect(try await Self.contacts(app, ana).isEmpty)
            #expect(try await Self.contacts(app, bob).isEmpty)
            // They can become friends again.
            try await app.befriend(bob, ana)
            #expect(try await Self.contacts(app, ana).count == 1)
        }
    }

    @Test(
        "a malformed number in the path is a bad request", arguments: ["x", "-1", "1.5", "9007199254740992", "%20"])
    func badNumbers(text: String) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.send(.delete, "/contact/\(text)", token: ana.accessToken).expect(.badRequest)
            try await app.send(.patch, "/contact/\(text)/toggle", token: ana.accessToken).expect(.badRequest)
        }
    }

    /// 004-11
    @Test("the directory knows names, devices, friendship and the last call")
    func directory() async throws {
        let (directory, shelf) = (Shelf<any Directory>(), Shelf<any Database>())
        try await TestApp.run(
            callParts: { dependencies in
                directory.put(dependencies.directory)
                shelf.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let directory = try #require(directory.item)
                let key = TestKeys.p256()
                let ana = try await app.signIn("ana@example.net", name: "Ana", publicKey: key)
                let bob = try await app.signIn("bob@example.net")
                #expect(try await directory.displayName(of: ana.id) == "Ana")
                #expect(try await directory.displayName(of: 5) == nil)
                #expect(
                    try await directory.devices(of: [ana.id, bob.id, 5]) == [
                        DirectoryDevice(user: bob.id, device: bob.device, publicKey: ""),
                        DirectoryDevice(user: ana.id, device: ana.device, publicKey: key),
                    ])
                #expect(try await !directory.areFriends(ana.id, bob.id))
                try await app.befriend(ana, bob)
                #expect(try await directory.areFriends(bob.id, ana.id))
                let database = try #require(shelf.item)
                try await database.write {
                    try ContactRepository($0).recordInteraction(ana.id, bob.id, at: app.clock.now)
                }
                #expect(try await Self.contacts(app, ana).map(\.lastInteraction) == [app.clock.now])
                #expect(try await Self.contacts(app, bob).map(\.lastInteraction) == [app.clock.now])
                #expect(try await directory.isRegistered(ana.identity))
                #expect(try await !directory.isRegistered(DeviceIdentity(user: bob.id, device: ana.device)))
                try await app.call(.logout, as: ana).expectOK()
                #expect(try await !directory.isRegistered(ana.identity))
            })
    }
}
