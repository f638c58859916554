import ArgumentParser
import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine
@testable import PageVerification

/// Each kind of failure, as a person reads it.
@Suite("Failures in another language", .timeLimit(.minutes(1)))
struct FailureLanguageTests {
    private static let bo = Person(id: 17, name: "Bo")
    private static let keyPair = try? DeviceKeyPair.generate()

    private static func identity(_ user: UInt64, _ device: UInt64) throws -> SignedIdentity {
        try SignedIdentity.make(
            address: DeviceAddress(userID: user, deviceID: device), serial: 1, rsa: try #require(keyPair).publicKey,
            signingKey: .generate(), createdAt: 1)
    }

    private func check<Failure: Error>(_ failures: [Failure], _ made: (Failure) -> CommandFailure) {
        for failure in failures { ForeignLine.check(made(failure).text, "\(failure)") }
    }

    /// 000-70, 003-24, 003-34
    @Test("failures of the profile, the server and the sign-in are in the person's language")
    func causes() {
        let storage: [KeyStorageError] = [
            .locked, .wrongKey, .damaged(name: "x"), .tooLarge, .invalidProfileName, .unsafeDirectory, .system(EACCES),
        ]
        check(storage) { CommandFailure($0) }
        let server: [APIClientError] = [
            .offline(host: "h"), .refused(host: "h"), .unknownHost(host: "h"), .untrusted(host: "h"), .timeout,
            .server(code: "", status: 500, title: ""), .signedOut(nil), .signedOut(.deviceNotRegistered),
            .undecodable(.publicKeys), .answerTooLarge, .unencodable(.publicKeys), .storage(.locked), .cancelled,
        ]
        check(server) { CommandFailure($0) }
        let signIn: [SignInError] = [
            .identifier(.nameWithColon), .methodUnavailable(.email), .noCodeRequested, .malformedCode, .alreadySignedIn,
            .keptForAnother("a@x.y"), .keysNotMade, .damagedKeys, .storage(.wrongKey), .server(.timeout),
        ]
        check(signIn) { CommandFailure($0) }
        let contacts: [ContactsError] = [
            .link(.notALink), .search(.notSearchable), .noMatch("Bo"), .ambiguous("Bo", [5, 6]), .server(.timeout),
        ]
        check(contacts) { CommandFailure($0) }
        let account: [AccountError] = [.name(.nameWithColon), .malformedCode, .server(.timeout)]
        check(account) { CommandFailure($0) }
    }

    /// 000-70, 003-24
    @Test("failures of calls and media are in the person's language")
    func calls() {
        let calls: [CallFailure] = [
            .alreadyInCall, .noCall, .over, .elsewhere, .notAvailable, .busy, .signedOut, .offline, .connectionLost,
            .room(.mediaClosed), .media(.mediaNotOpened), .unusable(.mediaFileNoSound),
            .encryption(.callFailureCannotSign),
            .nothingToConfirm, .tooManyUnmuted, .notHost, .removed, .noPictures, .alreadyInThisCall, .notInCall,
            .linkOver,
            .notLetIn, .tooFewFiles(people: 3, limit: 512), .tooFewThreads(people: 3, limit: 512),
        ]
        check(calls) { CommandFailure($0) }
        let media: [MediaError] = [
            .missingElement("x", package: nil), .missingElement("x", package: "y"), .badSessionDescription, .closed,
        ]
        check(media) { CommandFailure($0.failure) }
        let typed = "USB"
        for kind in MediaDevice.Kind.allCases {
            for connected in [
                MediaDeviceFormatterTests.connected, ConnectedDevices([]), ConnectedDevices([], hasSoundServer: false),
            ] {
                ForeignLine.check(
                    CommandFailure(.noMatch(kind, text: typed), in: connected).text, "no \(kind) of \(connected)")
            }
        }
        ForeignLine.check(
            CommandFailure(
                .ambiguous(.microphone, text: typed, among: MediaDeviceFormatterTests.connected.of(.microphone)),
                in: MediaDeviceFormatterTests.connected
            ).text, "several microphones")
    }

    /// 000-70, 003-24
    @Test("failures of the agent and of files are in the person's language")
    func agent() {
        let fixed: [CommandFailure] = [
            .notSignedIn, .signedOutByServer, .signedOutHere, .unreachable, .noAgent, .stopped, .locked, .wrongSecret,
            .otherVersion(agent: "1", command: "2"), .malformed, .lineTooLong, .answerTooLong, .tooManyRequests,
            .foregroundTaken, .secretForService, .foreignUnit("/x"), .programForService("/x"), .noOwnDevice(3),
            .severalDevices([1, 2], of: Self.bo), .output("x"),
        ]
        check(fixed) { $0 }
        let missing = CommandFailure.of { () throws(CommandFailure) in
            try SecretReader(source: .keyFile("/nowhere")).secret()
        }
        #expect(missing != nil)
        if let missing { ForeignLine.check(missing.text, "a missing key file") }
    }

    /// 000-70, 003-24
    @Test("files that cannot be sent are refused in the person's language", arguments: InputFileTests.Kind.allCases)
    func files(kind: InputFileTests.Kind) throws {
        try withTemporaryDirectory { directory in
            guard let problem = InputFile.problem(at: try kind.make(in: directory)) else { return }
            ForeignLine.check(problem, "\(kind)")
        }
    }

    /// 000-70, 003-24
    @Test("failures of links and windows are in the person's language")
    func names() throws {
        let whole = "https://calls.example/#/call/5/6/\(String(repeating: "A", count: 43))"
        let links = [
            "x", "https://calls.example/#/call/5", whole.replacing("calls.", with: "other."),
            "\(whole) \(whole.replacing("/5/", with: "/7/"))",
        ]
        for link in links {
            let failure = CommandFailure.of { () throws(CommandFailure) in
                try Agent.callLink(link, server: "calls.example", address: "https://calls.example")
            }
            ForeignLine.check(try #require(failure, "\(link)").text, "\(link)")
        }
        let windows = AgentFixture.windows + AgentFixture.windows
        for name in ["Editor", "Terminal"] {
            let failure = CommandFailure.of { () throws(CommandFailure) in try WindowName.find(name, in: windows) }
            ForeignLine.check(try #require(failure).text, "\(name)")
        }
        let wayland = ["WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/x"]
        let options = try ScreenCommand.DisplayOptions.parse([])
        for (environment, isWhole) in [
            ([:], true), (wayland, false), (wayland.merging(["DISPLAY": ":0"]) { $1 }, true),
        ] {
            let failure = CommandFailure.of { () throws(CommandFailure) in
                try options.find(environment, wholeScreen: isWhole)
            }
            ForeignLine.check(try #require(failure, "\(environment)").text, "\(environment)")
        }
    }

    /// 000-70, 003-24
    @Test("each outcome of a comparison, and each refusal to let a device in, is in the person's language")
    func comparisons() throws {
        let device = DeviceComparison(own: try Self.identity(1, 11), other: try Self.identity(17, 21), trust: .new)
        let address = DeviceAddress(userID: 3, deviceID: 33)
        let outcomes: [DeviceComparison.Outcome] = [
            .differs(nil), .differs(device), .revoked(device), .ownCode, .another(address), .notACode, .incomplete(10),
            .notANumber,
        ]
        for outcome in outcomes {
            let failure = CommandFailure.of { () throws(CommandFailure) in try Verification.conclude(outcome, Self.bo) }
            ForeignLine.check(try #require(failure).text, "\(outcome)")
        }
        let own: [OwnDeviceComparison.Outcome] = [
            .differs, .another(address), .pairCode, .notACode, .incomplete(10), .notANumber,
        ]
        let entry = OwnDeviceEntry(id: 21, name: "Bo", shown: nil)
        for outcome in own {
            let failure = CommandFailure.of { () throws(CommandFailure) in try Verification.conclude(outcome, entry) }
            ForeignLine.check(try #require(failure).text, "\(outcome)")
        }
        for offer in [DeviceOffer.compare, .anyway] {
            let refusal = try #require(Confirmation.refusal(offer, anyway: false, Self.bo, 21))
            ForeignLine.check(refusal.text, "\(offer)")
        }
        let revocations = [
            GivenUpDevice<AccountError>(hadKeys: true, notSaid: nil, notSignedOut: .server(.timeout)),
            .init(hadKeys: false, notSaid: nil, notSignedOut: .server(.timeout)),
            .init(hadKeys: true, notSaid: .offline, notSignedOut: nil),
        ]
        for outcome in revocations {
            ForeignLine.check(try #require(CommandFailure.givingUp(12, outcome)).text, "\(outcome)")
        }
    }

    /// 000-70, 003-24
    @Test("the check of a page is in the person's language")
    func page() throws {
        let failures: [PageFailure] = [.unreachable, .notTrusted, .unreadable, .badAddress]
        for failure in failures {
            ForeignLine.check(PageCheckFormatter.failure(of: failure, url: "https://x").text, "\(failure)")
        }
        var report = PageReport(release: "1", files: 31, differences: [])
        for line in PageCheckFormatter.lines(for: report) { ForeignLine.check(line, "a release") }
        report.differences = [
            .init(kind: .otherBytes, file: "/x", detail: "br"), .init(kind: .missing, file: "/x", detail: "br"),
            .init(kind: .header, file: "/x", detail: "link"), .init(kind: .runs, file: "/x", detail: "no sandbox"),
            .init(kind: .header, file: "/", detail: "content-security-policy"),
        ]
        report.differences += report.differences + report.differences
        let lines = PageCheckFormatter.lines(for: report)
        #expect(lines.count == 11)
        for line in lines { ForeignLine.check(line, "a difference") }
        ForeignLine.check(try #require(PageCheckFormatter.failure(of: report, known: ["1"])), "another page")
        report = PageReport(release: nil, files: 0, differences: [])
        ForeignLine.check(try #require(PageCheckFormatter.failure(of: report, known: ["1"])), "no release")
    }

    /// 000-70, 003-24
    @Test("an answering machine says in the person's language whom it answers, and why not")
    func answeringMachine() {
        for people in [AutoAnswer.People.trusted, .named(["Bo", "Cy"]), .anyone] {
            for (leaves, longest) in [(true, 3_600.0), (false, 90)] {
                let wish = AutoAnswer(people: people, leavesWithCaller: leaves, longest: longest)
                ForeignLine.check(wish.text, "\(wish)")
            }
        }
        for refusal in [AutoAnswer.Refusal.notSigned, .notListed, .notContact, .notMet, .contactsUnknown] {
            ForeignLine.check(refusal.text(callOf: "Bo"), "\(refusal)")
        }
        var reach = ServerReach()
        let said = [SignalingState.waiting(.zero), .waiting(.zero), .online].compactMap { reach.take($0) }
        #expect(said.count == 2)
        for text in said { ForeignLine.check(text, "the server") }
    }

    /// 000-70, 003-24, 003-34
    @Test("the list of devices is in the person's language, with names as they are")
    func devices() {
        let chosen = DeviceWishes(camera: ChosenDevice(id: "/dev/video7", name: "Old"), cancelsEcho: false)
        let lists = [
            MediaList(MediaDeviceFormatterTests.connected, chosen: chosen),
            MediaList(ConnectedDevices([], hasSoundServer: false), chosen: DeviceWishes()),
        ]
        for list in lists {
            let english = MediaDeviceFormatter.lines(for: list, scriptTexts)
            let vietnamese = MediaDeviceFormatter.lines(for: list, ForeignLine.vietnamese.texts)
            #expect(english.count == vietnamese.count)
            for (line, other) in zip(english, vietnamese) {
                // A device that is neither the default nor chosen nor away has nothing but its name.
                #expect(line != other || line.contains("(usb2)"), "\(line)")
            }
            let names = list.devices.flatMap {
                $0.name.split(separator: " ").map(String.init) + ["dev", "video", "usb", "out"]
            }
            for line in MediaDeviceFormatter.lines(for: list, ForeignLine.arabic.texts) {
                #expect(ForeignLine.latinWords(in: line).filter { !names.contains($0) } == [], "\(line)")
            }
        }
    }
}

extension CommandFailure {
    /// The failure of some work; nil if it succeeds.
    fileprivate static func of<Value>(_ work: () throws(CommandFailure) -> Value) -> CommandFailure? {
        do throws(CommandFailure) {
            _ = try work()
            return nil
        } catch {
            return error
        }
    }
}
