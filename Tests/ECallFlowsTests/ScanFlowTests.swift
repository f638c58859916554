import ECallAPI
import ECallContacts
import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of scanning", .timeLimit(.minutes(1)))
struct ScanFlowTests {
    typealias Row = (action: ScanFlow.Action, effects: [ScanFlow.Effect])

    private static let server = "calls.example.org"
    private static let own = DeviceIdentity(user: 1, device: 11)
    private static let sign = "V-aG9cmTyWc4UPKIB3a2SbkUq-mamMi-E-sUX4Chl04"
    private static let token = String(repeating: "aB3", count: 14) + "x"
    private static let link = "https://calls.example.org/share/contact/\(token)"
    private static let callLink = "https://calls.example.org/#/call/7/2/\(token)"
    private static let bosCode = "ecall:2:5_51:\(sign):1_11:\(sign)"
    private static let wifi = "WIFI:T:WPA;S:home;P:secret;;"
    private static let offline = ContactsError.server(.offline(host: "h"))
    private static let names: [UserID: String] = [5: "Bo", 6: "Cai"]

    private static func run(
        _ rows: [Row], from flow: ScanFlow = ScanFlow(server: server, own: own)
    ) -> ScanFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    /// The camera is on, and the contacts are known.
    private static func seeing(_ flow: ScanFlow = ScanFlow(server: server, own: own), torch: Bool = true) -> ScanFlow {
        run(
            [
                (.shown, [.loadNames, .readPermission]), (.namesLoaded(.success(names)), []),
                (.permission(.granted), [.startCamera]), (.cameraStarted(.success(torch)), []),
            ], from: flow)
    }

    @Test("an allowed camera starts by itself, and one that was never asked for by a button, once")
    func permissions() {
        #expect(Self.seeing().stage == .on(torch: false) && Self.seeing(torch: false).stage == .on(torch: nil))
        let unasked = Self.run([(.shown, [.loadNames, .readPermission]), (.permission(.notAsked), [])])
        #expect(unasked.stage == .off && unasked.problem == nil && unasked.status == .scanOff)
        let asking = Self.run(
            [(.startedCamera, [.askPermission]), (.startedCamera, []), (.askedForPicture, []), (.hidden, [])],
            from: unasked)
        #expect(asking.stage == .asking && asking.status == .scanWaiting)
        // The question of the system covers the app.
        let answered = Self.run([(.shown, []), (.permission(.granted), [.startCamera])], from: asking)
        #expect(answered.stage == .starting)
        for (permission, problem) in [
            (ScanFlow.Permission.denied, ScanFlow.Problem.denied), (.restricted, .restricted),
        ] {
            let refused = Self.run([(.permission(permission), []), (.startedCamera, [])], from: unasked)
            #expect(refused.problem == problem && refused.stage == .off)
            #expect(refused.canOpenSettings == (problem == .denied) && refused.canPickPicture)
            let effects: [ScanFlow.Effect] = problem == .denied ? [.openSettings] : []
            // Allowed in the settings.
            let back = Self.run(
                [
                    (.askedForSettings, effects), (.hidden, []), (.shown, [.readPermission]),
                    (.permission(.granted), [.startCamera]),
                ], from: refused)
            #expect(back.problem == nil && back.stage == .starting)
        }
        #expect(Self.run([(.shown, [.loadNames, .readPermission]), (.permission(.denied), [])]).problem == .denied)
    }

    @Test("a camera that is absent, fails or disappears is reported, and a button starts it again")
    func cameraFailures() {
        let starting = Self.run([
            (.shown, [.loadNames, .readPermission]), (.permission(.granted), [.startCamera]), (.startedCamera, []),
        ])
        for (failure, problem) in [
            (ScanFlow.CameraFailure.noCamera, ScanFlow.Problem.noCamera), (.notStarted, .notStarted),
        ] {
            let failed = Self.run([(.cameraStarted(.failure(failure)), [])], from: starting)
            #expect(failed.problem == problem && failed.stage == .off)
            let again = Self.run(
                [(.scannedAgain, [.loadNames, .startCamera])],
                from: Self.run([(.namesLoaded(.failure(Self.offline)), [])], from: failed))
            #expect(again.problem == nil && again.stage == .starting)
        }
        let lost = Self.run([(.cameraLost, []), (.cameraLost, []), (.saw([Self.link]), [])], from: Self.seeing())
        #expect(lost.problem == .lost && lost.stage == .off)
        #expect(Self.run([(.startedCamera, [.startCamera])], from: lost).problem == nil)
    }

    @Test("the camera stops with the screen, also if it starts late")
    func hides() {
        let hidden = Self.run([(.hidden, [.stopCamera]), (.hidden, []), (.saw([Self.link]), [])], from: Self.seeing())
        #expect(hidden.stage == .off)
        _ = Self.run([(.shown, [.readPermission]), (.permission(.granted), [.startCamera])], from: hidden)
        let late = Self.run([
            (.shown, [.loadNames, .readPermission]), (.permission(.granted), [.startCamera]),
            (.hidden, [.stopCamera]), (.cameraStarted(.success(true)), [.stopCamera]),
            (.cameraStarted(.failure(.notStarted)), []),
        ])
        #expect(late.stage == .off && late.problem == nil)
        // Put out by the person: it stays out.
        let stopped = Self.run(
            [
                (.stoppedCamera, [.stopCamera]), (.stoppedCamera, []), (.hidden, []), (.shown, [.readPermission]),
                (.permission(.granted), []),
            ], from: Self.seeing())
        #expect(Self.run([(.startedCamera, [.startCamera])], from: stopped).stage == .starting)
    }

    @Test("the torch is switched once and follows the system, and has no button if there is none")
    func torch() {
        let lit = Self.run(
            [(.setTorch(false), []), (.setTorch(true), [.setTorch(true)]), (.setTorch(true), [])], from: Self.seeing())
        #expect(lit.stage == .on(torch: true))
        #expect(Self.run([(.torchChanged(false), [])], from: lit).stage == .on(torch: false))
        #expect(
            Self.run([(.setTorch(true), []), (.torchChanged(true), [])], from: Self.seeing(torch: false)).stage
                == .on(torch: nil))
    }

    @Test("a code that is seen thirty times a second is reported once")
    func countsOnce() {
        let found = Self.run(
            [(.saw([Self.link]), [.stopCamera]), (.saw([Self.link]), []), (.saw([Self.callLink]), [])],
            from: Self.seeing())
        #expect(found.stage == .found(.contactLink(token: Self.token)) && found.status == nil)
        var wrong = Self.seeing()
        for _ in 0..<30 { #expect(wrong.send(.saw([Self.wifi])) == []) }
        #expect(wrong.problem == .notAContactLink && wrong.stage == .on(torch: false))
        let seen = Self.run([(.sawProblem, []), (.saw([Self.wifi]), [])], from: wrong)
        #expect(seen.problem == nil)
        #expect(Self.run([(.saw(["123"]), [])], from: seen).problem == .notAContactLink)
        // Asked for again, it counts again; the right one ends the problem.
        #expect(Self.run([(.scannedAgain, []), (.saw([Self.wifi]), [])], from: wrong).problem == .notAContactLink)
        #expect(Self.run([(.saw([Self.link]), [.stopCamera])], from: wrong).problem == nil)
    }

    @Test(
        "contact links and call links are recognized, and anything else is reported",
        arguments: [
            (link, nil), ("ecall://contact/\(token)", nil), (token, nil), (callLink, nil),
            ("https://other.example/share/contact/\(token)", ScanFlow.Problem.otherServer),
            ("https://other.example/#/call/7/2/\(token)", .otherServer),
            ("https://calls.example.org/share/contact/abc", .malformedToken),
            ("https://calls.example.org/#/call/7/2/abc", .damagedCallLink), ("12345", .notAContactLink),
            ("", .notAContactLink), (wifi, .notAContactLink), (String(repeating: "x", count: 5_000), .notAContactLink),
        ])
    func links(text: String, problem: ScanFlow.Problem?) {
        let flow = Self.run([(.saw([text]), problem == nil ? [.stopCamera] : [])], from: Self.seeing())
        #expect(flow.problem == problem)
        if problem == nil {
            let call = CallLink(call: 7, maker: 2, secret: Self.token)
            #expect(flow.stage == .found(text == Self.callLink ? .callLink(call) : .contactLink(token: Self.token)))
        }
    }

    @Test("the only usable one of several codes is taken, and among several the user chooses")
    func several() {
        let one = Self.run([(.saw([Self.wifi, Self.link]), [.stopCamera])], from: Self.seeing())
        #expect(one.stage == .found(.contactLink(token: Self.token)))
        // The same link twice is one.
        let same = Self.run([(.saw([Self.link, Self.token]), [.stopCamera])], from: Self.seeing())
        #expect(same.stage == .found(.contactLink(token: Self.token)))
        let codes: [ScannedCode] = [
            .contactLink(token: Self.token), .contactDevice(DeviceIdentity(user: 5, device: 51), code: Self.bosCode),
        ]
        let choosing = Self.run(
            [
                (.saw([Self.link, Self.bosCode, Self.wifi]), [.stopCamera]),
                (.chose(.contactLink(token: "other")), []), (.saw([Self.link]), []),
            ], from: Self.seeing())
        #expect(choosing.stage == .choosing(codes) && choosing.status == .scanSeveralText)
        #expect(choosing.label(of: codes[0]) == .scanChoiceContactLink(end: "aB3x"))
        #expect(choosing.label(of: codes[1]) == .scanChoiceDevice(name: "Bo"))
        #expect(choosing.label(of: .callLink(CallLink(call: 1, maker: 2, secret: "x"))) == .scanChoiceCallLink)
        #expect(choosing.label(of: .ownDevice(12, code: "x")) == .scanChoiceOwnDevice)
        for code in codes {
            #expect(Self.run([(.chose(code), []), (.chose(codes[0]), [])], from: choosing).stage == .found(code))
        }
        #expect(Self.run([(.scannedAgain, [.startCamera])], from: choosing).stage == .starting)
        // The problem is that of the code that is most likely meant.
        #expect(
            Self.run([(.saw([Self.wifi, "https://o.example/share/contact/\(Self.token)"]), [])], from: Self.seeing())
                .problem == .otherServer)
    }

    @Test("a picture is read while the camera is off; a picture without a code and an unreadable file are reported")
    func pictures() {
        let picking = Self.run(
            [(.askedForPicture, [.stopCamera, .pickPicture]), (.askedForPicture, []), (.startedCamera, [])],
            from: Self.seeing())
        #expect(picking.stage == .reading && picking.status == .scanReading)
        #expect(
            Self.run([(.picture(.codes([Self.link])), [])], from: picking).stage
                == .found(.contactLink(token: Self.token)))
        let rows: [(ScanFlow.Picture, ScanFlow.Problem)] = [
            (.codes([]), .noCode), (.unreadable, .unreadable), (.codes([Self.wifi]), .notAContactLink),
        ]
        for (picture, problem) in rows {
            let failed = Self.run([(.picture(picture), []), (.picture(.codes([Self.link])), [])], from: picking)
            #expect(failed.problem == problem && failed.stage == .off)
            #expect(Self.run([(.scannedAgain, [.startCamera])], from: failed).problem == nil)
        }
        #expect(Self.run([(.picture(.none), [.startCamera])], from: picking).stage == .starting)
        // Without the camera it works, too.
        let denied = Self.run([(.shown, [.loadNames, .readPermission]), (.permission(.denied), [])])
        let read = Self.run([(.askedForPicture, [.pickPicture]), (.picture(.none), [])], from: denied)
        #expect(read.stage == .off && read.problem == nil)
    }

    @Test("a device's code waits until the contacts are known, and is not judged without them")
    func waits() {
        let starting: [Row] = [
            (.shown, [.loadNames, .readPermission]), (.permission(.granted), [.startCamera]),
            (.cameraStarted(.success(false)), []),
        ]
        let waiting = Self.run(starting + [(.saw([Self.bosCode]), []), (.saw([Self.bosCode]), [])])
        #expect(waiting.problem == nil)
        let found = Self.run([(.namesLoaded(.success(Self.names)), [.stopCamera])], from: waiting)
        #expect(found.stage == .found(.contactDevice(DeviceIdentity(user: 5, device: 51), code: Self.bosCode)))
        let failed = Self.run([(.namesLoaded(.failure(Self.offline)), []), (.saw([Self.bosCode]), [])], from: waiting)
        #expect(failed.namesFailure == Self.offline && failed.problem == nil)
        let again = Self.run([(.scannedAgain, [.loadNames]), (.saw([Self.bosCode]), [])], from: failed)
        #expect(again.namesFailure == nil)
        // Links do not need them.
        _ = Self.run(starting + [(.namesLoaded(.failure(Self.offline)), []), (.saw([Self.link]), [.stopCamera])])
        let present = ScanFlow(server: Self.server, own: Self.own, present: [7: "Dee"])
        let dee = "ecall:2:7_71:\(Self.sign):1_11:\(Self.sign)"
        #expect(Self.run([(.saw([dee]), [.stopCamera])], from: Self.seeing(present)).problem == nil)
        #expect(Self.run([(.saw([dee]), [])], from: Self.seeing()).problem == .noContactsCode)
    }

    @Test("the screen names the person whose code is expected")
    func aims() {
        func flow(_ user: UserID, _ device: DeviceID, _ name: String) -> ScanFlow {
            ScanFlow(
                server: Self.server, own: Self.own,
                aim: .init(device: DeviceIdentity(user: user, device: device), name: name))
        }
        let plain = ScanFlow(server: Self.server, own: Self.own)
        #expect(plain.title == .scanTitle && plain.lead == .scanLead)
        #expect(flow(5, 51, "Bo").title == .scanTitleCompare && flow(5, 51, "Bo").lead == .scanLeadCompare(name: "Bo"))
        #expect(flow(1, 12, "Tablet").lead == .scanLeadOwn(name: "Tablet"))
    }

    @Test("each problem has its own title and sentence")
    func words() {
        let problems: [ScanFlow.Problem] = [
            .denied, .restricted, .noCamera, .notStarted, .lost, .noCode, .unreadable, .notAContactLink,
            .malformedToken, .otherServer, .damagedCallLink, .ownCode, .othersCode(name: "Bo", other: "Cai"),
            .strangersCode(name: "Bo"), .otherDevicesCode(name: "Bo"), .noContactsCode, .codeForAnother(name: "Bo"),
            .notAPairCode(name: "Bo"), .notYourDevices, .itself, .otherOwnDevices, .notADevicesCode,
            .contactsCode(other: "Cai"),
        ]
        let texts = Texts(.english)
        let said = problems.map { texts.string($0.title) + "\n" + texts.string($0.text) }
        #expect(Set(said).count == problems.count)
        for one in said { #expect(!one.contains("browser"), "\(one)") }
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let codes: [ScannedCode] = [
            .contactLink(token: Self.token), .callLink(CallLink(call: 7, maker: 2, secret: Self.token)),
        ]
        let actions: [ScanFlow.Action] = [
            .shown, .hidden, .startedCamera, .stoppedCamera, .setTorch(true), .askedForSettings, .askedForPicture,
            .chose(codes[0]), .scannedAgain, .sawProblem, .permission(.granted), .permission(.denied),
            .permission(.notAsked), .cameraStarted(.success(true)), .cameraStarted(.failure(.notStarted)),
            .saw([Self.wifi]), .saw([Self.link, Self.callLink]), .picture(.none), .picture(.codes([Self.link])),
            .namesLoaded(.success(Self.names)),
        ]
        let exploration = FlowExploration(from: ScanFlow(server: Self.server, own: Self.own), actions)
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let (before, after) = (step.before, step.after)
            let isOffered =
                switch step.action {
                case .startedCamera: before.canStartCamera
                case .stoppedCamera: before.canStopCamera
                case .setTorch: before.stage == .on(torch: false)
                case .askedForSettings: before.canOpenSettings
                case .askedForPicture: before.canPickPicture
                case .scannedAgain: before.canScanAgain
                case .chose, .sawProblem: false
                default: true
                }
            #expect(step.effects.isEmpty || isOffered, "\(step.action) in \(before)")
            if case .found = before.stage, step.action != .scannedAgain { #expect(after.stage == before.stage) }
            // Anything that leaves the camera screen turns it off.
            if before.canStopCamera, !after.canStopCamera {
                switch step.action {
                case .cameraStarted(.failure), .permission: break
                default: #expect(step.effects.contains(.stopCamera), "\(step.action) in \(before)")
                }
            }
            guard !step.effects.isEmpty else { continue }
            switch step.action {
            case .startedCamera, .stoppedCamera, .setTorch, .askedForPicture, .saw, .hidden:
                var twice = after
                #expect(twice.send(step.action) == [], "\(step.action) in \(before)")
            default: break
            }
        }
    }
}

@Suite("Codes of devices", .timeLimit(.minutes(1)))
struct ScannedCodeTests {
    private struct Vectors: Decodable {
        struct Case: Decodable {
            let aim: String?
            let code: String
            let compares: String?
            let device: String?
            let problem: String?
            let name: String?
            let other: String?
        }
        let sign: String
        let contacts: [String: String]
        let cases: [Case]
    }

    private static func device(_ text: String) throws -> DeviceIdentity {
        let parts = try text.split(separator: "_").map { try #require(UInt64($0)) }
        return DeviceIdentity(user: UserID(parts[0]), device: DeviceID(parts[1]))
    }

    /// Its name on the page; nil if there is nothing to compare.
    private static func name(of problem: ScanFlow.Problem) -> [String?]? {
        switch problem {
        case .ownCode: ["ownCode", nil, nil]
        case .othersCode(let name, let other): ["othersCode", name, other]
        case .strangersCode(let name): ["strangersCode", name, nil]
        case .otherDevicesCode(let name): ["otherDevicesCode", name, nil]
        case .noContactsCode: ["noContactsCode", nil, nil]
        case .codeForAnother(let name): ["codeForAnother", name, nil]
        case .notAPairCode(let name): ["notAPairCode", name, nil]
        case .notYourDevices: ["notYourDevices", nil, nil]
        case .itself: ["itself", nil, nil]
        case .otherOwnDevices: ["otherOwnDevices", nil, nil]
        case .notADevicesCode: ["notADevicesCode", nil, nil]
        case .contactsCode(let other): ["contactsCode", nil, other]
        default: nil
        }
    }

    /// The page runs the same vectors (Tests/WebTests/scanned-codes.test.mjs).
    @Test("a scan for one device's code accepts no other, as on the page")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/scanned-codes.json")
            .standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        let names = Dictionary(
            uniqueKeysWithValues: try vectors.contacts.map { (UserID(try #require(UInt64($0.key))), $0.value) })
        for one in vectors.cases {
            let code = one.code.replacing("{sign}", with: vectors.sign)
            let aim = try one.aim.map { ScannedCode.Aim(device: try Self.device($0), name: "Bo") }
            let reader = ScannedCodeReader(
                server: "calls.example.org", own: DeviceIdentity(user: 1, device: 11), aim: aim, names: names)
            do throws(ScanFlow.Problem) {
                let found = try reader.read(code)
                switch found {
                case .contactDevice(let device, code):
                    #expect(one.compares == "contact" && (try? Self.device(one.device ?? "")) == device, "\(one)")
                case .ownDevice(let device, code):
                    #expect(one.compares == "own" && (try? Self.device(one.device ?? ""))?.device == device, "\(one)")
                default: Issue.record("\(one): \(found)")
                }
            } catch {
                let expected = one.problem.map { [$0, one.name, one.other] }
                #expect(one.compares == nil && Self.name(of: error) == expected, "\(one): \(error)")
            }
        }
        #expect(vectors.cases.count > 25)
    }
}
