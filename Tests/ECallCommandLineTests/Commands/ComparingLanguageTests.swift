import ECallAPI
import ECallLanguage
import ECallSecurity
import Foundation
import FrameCrypto
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

/// `ecall verify`, `ecall devices verify` and `ecall confirm` as a person reads them, with an agent that answers as told.
@Suite("Comparing in another language", .timeLimit(.minutes(1)))
struct ComparingLanguageTests {
    /// How a person at a terminal answers; nil without one.
    private static let answers: [String?] = ["y", "n", nil]
    private static let keyPair = try? DeviceKeyPair.generate()
    /// In Arabic, since it is printed as it is.
    private static let bo = Person(id: 17, name: "بو")

    private static func identity(_ user: UInt64, _ device: UInt64) throws -> SignedIdentity {
        try SignedIdentity.make(
            address: DeviceAddress(userID: user, deviceID: device), serial: 1, rsa: try #require(keyPair).publicKey,
            signingKey: .generate(), createdAt: 1)
    }

    private func withAgent(
        _ answer: @escaping @Sendable (AgentCommand) -> CommandResult,
        _ body: @escaping @Sendable (AgentLink) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let socket = directory.appendingPathComponent("agent.sock").path
            let listener = try await AgentSocket.listen(at: socket)
            let server = AgentServer { command, reply in await reply(.result(result: answer(command))) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try? await server.run(on: listener) }
                defer { group.cancelAll() }
                let channel = try #require(await AgentSocket.connect(to: socket))
                try await AgentLink.withLink(over: channel, body)
            }
        }
    }

    private typealias Command =
        @Sendable (AgentLink, Printer, (@Sendable (String) -> String?)?) async throws -> Void

    /// The lines of a command in a language: questions, remarks and a failure.
    private static func lines(
        _ language: TerminalLanguage, _ link: AgentLink, answering typed: String?, _ command: Command
    ) async throws -> [String] {
        let (printed, asked) = (PrintedLines(), LockedValue<[String]>([]))
        let answer: @Sendable (String) -> String? = { question in
            // The letters that are typed are those of English.
            asked.withLock { $0.append(question.replacing("[y/N]", with: "")) }
            return typed
        }
        do {
            try await command(link, printed.printer(json: false, language: language), typed == nil ? nil : answer)
        } catch let failure as CommandFailure {
            asked.withLock { $0.append(language.texts.string(failure.text)) }
        }
        return printed.output + asked.withLock(\.self)
    }

    private func check(
        _ least: Int, agent: @escaping @Sendable (AgentCommand) -> CommandResult,
        at place: SourceLocation = #_sourceLocation, _ command: @escaping Command
    ) async throws {
        try await withAgent(agent) { link in
            for typed in Self.answers {
                let arabic = try await Self.lines(ForeignLine.arabic, link, answering: typed, command)
                #expect(arabic.count >= least, "\(arabic)", sourceLocation: place)
                for line in arabic { #expect(ForeignLine.latinWords(in: line) == [], "\(line)", sourceLocation: place) }
                let vietnamese = try await Self.lines(ForeignLine.vietnamese, link, answering: typed, command)
                let english = try await Self.lines(.english, link, answering: typed, command)
                #expect(vietnamese.count == english.count, sourceLocation: place)
                for (line, other) in zip(english, vietnamese) where ForeignLine.hasLetters(line) {
                    #expect(line != other, sourceLocation: place)
                }
            }
        }
    }

    private static func comparison(_ trust: DeviceTrust, _ device: UInt64 = 21) throws -> DeviceComparison {
        DeviceComparison(own: try identity(1, 11), other: try identity(17, device), trust: trust)
    }

    /// 000-70, 003-24, 003-34
    @Test("everything that comparing with a contact prints is in the person's language")
    func others() async throws {
        let (one, two) = (try Self.comparison(.new), try Self.comparison(.known, 22))
        let revoked = try Self.comparison(.held(.revoked))
        let rows: [(devices: [DeviceComparison], device: DeviceID?, answer: Verification.Answer?, isSo: Bool)] = [
            ([one], nil, nil, true), ([one], nil, nil, false), ([one, two], nil, nil, true), ([one], nil, .same, true),
            ([one], nil, .forget, true), ([one, two], nil, .same, true), ([revoked], nil, .same, true),
            ([one], 99, .same, true), ([], nil, .same, true), ([one], nil, .text(.code("x")), true),
        ]
        for (devices, device, answer, isSo) in rows {
            try await check(1) { command in
                if case .note(let note) = command { return .noted(note: note, isSo: isSo) }
                return .comparison(person: Self.bo, devices: devices)
            } _: { link, printer, ask in
                try await Verification(link: link, printer: printer, ask: ask, draws: false).others(
                    "17", device: device, answer)
            }
        }
    }

    /// 000-70, 003-24, 003-34
    @Test("everything that comparing with an own device prints is in the person's language")
    func own() async throws {
        func shown(_ device: UInt64, isThis: Bool = false, canVouch: Bool = true) throws -> OwnDeviceEntry {
            let shown = OwnDeviceComparison(
                try Self.identity(1, device), trust: .new, isThis: isThis, canVouch: canVouch, isVouchedHere: false)
            return OwnDeviceEntry(id: DeviceID(device), name: "هاتف", shown: shown)
        }
        func list(_ entries: OwnDeviceEntry..., isRevoked: Bool = false) -> OwnDeviceList {
            OwnDeviceList(devices: entries, isVouched: false, isRevoked: isRevoked)
        }
        let this = list(try shown(11, isThis: true))
        let other = list(try shown(21))
        let rows: [(list: OwnDeviceList, device: DeviceID?, answer: Verification.Answer?, isSo: Bool)] = [
            (this, nil, nil, true), (other, 21, nil, true), (other, 21, nil, false), (other, 21, .same, true),
            (other, 99, nil, true), (other, 21, .text(.number("123")), true),
            (list(try shown(21, canVouch: false)), 21, nil, true),
            (list(try shown(21, canVouch: false), isRevoked: true), 21, nil, true),
            (list(OwnDeviceEntry(id: 21, name: "هاتف", shown: nil)), 21, nil, true),
        ]
        for (list, device, answer, isSo) in rows {
            try await check(1) { command in
                if case .vouch(let shown) = command {
                    return .noted(note: DeviceNote(.verified, of: shown.identity), isSo: isSo)
                }
                return .ownDevices(list: list)
            } _: { link, printer, ask in
                try await Verification(link: link, printer: printer, ask: ask, draws: false).own(device, answer)
            }
        }
    }

    /// 000-70, 003-24, 003-34
    @Test("everything that confirming a device prints is in the person's language")
    func confirming() async throws {
        let identity = ShownIdentity(try Self.identity(17, 21))
        for offer in [DeviceOffer.itsThem, .compare, .anyway] {
            let call = CallOverview(
                id: 17, state: .inCall,
                participants: [CallOverview.Participant(user: 17, name: Self.bo.name, connection: .connected)],
                devices: [
                    CallOverview.Device(
                        user: 17, name: Self.bo.name, device: 21, identity: identity, presence: .held,
                        trust: .held(.newDevice), offer: offer, canHear: false, isPostQuantum: true)
                ])
            for isSo in [true, false] {
                try await check(2) { command in
                    if case .note(let note) = command { return .noted(note: note, isSo: isSo) }
                    return .status(call: call)
                } _: { link, printer, ask in
                    try await Confirmation(link: link, printer: printer, question: ask).ask()
                }
            }
        }
        let past = DevicePast(says: nil, since: nil, word: .held)
        let one = KnownDevice(identity: identity, trust: .held(.newDevice), offer: .itsThem, past: past)
        for devices in [[], [one, one]] {
            try await check(1) { _ in
                .trust(people: [PersonTrust(person: Self.bo, devices: devices, hasOlderApps: false)])
            } _: { link, printer, _ in
                try await Confirmation(link: link, printer: printer).say(.notThem, of: "17", nil)
            }
        }
    }
}
