public import ECallAPI
public import ECallContacts
public import ECallLanguage

/// Scanning a QR code by the camera or in a picture (requirement 004): a contact link, a link to a call, or the code of a device that is
/// compared. No link in a code is opened here.
public struct ScanFlow: Flow {
    /// Whether the camera can be used, according to the system.
    public enum Permission: Sendable, Hashable {
        case notAsked
        case granted
        case denied
        case restricted
    }

    public enum CameraFailure: Error, Sendable, Hashable {
        case noCamera
        case notStarted
    }

    /// The outcome of choosing a picture.
    public enum Picture: Sendable, Hashable {
        /// The person has closed the picker.
        case none
        /// The codes in it; empty if there are none.
        case codes([String])
        case unreadable
    }

    public enum Stage: Sendable, Hashable {
        case off
        /// The system asks the person for the camera.
        case asking
        case starting
        /// Whether the torch is on; nil without a torch.
        case on(torch: Bool?)
        /// A picture is chosen or read.
        case reading
        /// Several codes lead somewhere: the person chooses.
        case choosing([ScannedCode])
        /// The screen leaves with it.
        case found(ScannedCode)
    }

    public enum Action: Sendable, Equatable {
        /// The screen appears, or the app comes to the foreground.
        case shown
        case hidden
        case startedCamera
        case stoppedCamera
        case setTorch(Bool)
        case askedForSettings
        case askedForPicture
        case chose(ScannedCode)
        case scannedAgain
        case sawProblem

        // Outcomes of effects, and the camera's findings
        case permission(Permission)
        /// Whether there is a torch, or why the camera did not start.
        case cameraStarted(Result<Bool, CameraFailure>)
        case cameraLost
        /// The texts of all codes in one picture of the camera, which repeat with each picture.
        case saw([String])
        case torchChanged(Bool)
        case picture(Picture)
        case namesLoaded(Result<[UserID: String], ContactsError>)
    }

    public enum Effect: Sendable, Equatable {
        case loadNames
        case readPermission
        case askPermission
        case startCamera
        case stopCamera
        case setTorch(Bool)
        case openSettings
        case pickPicture
    }

    /// The limits of codes in one picture, and of the characters of each.
    private static let (mostCodes, longestCode) = (20, 4_096)

    /// The device whose code is expected; nil accepts any code that leads somewhere.
    public let aim: ScannedCode.Aim?
    public private(set) var stage = Stage.off
    public private(set) var problem: Problem?
    /// The reason why the contacts could not be loaded, without which codes of devices cannot be judged.
    public private(set) var namesFailure: ContactsError?
    private let server: String
    private let own: DeviceIdentity
    private let present: [UserID: String]
    private var contacts: [UserID: String]?
    private var isLoadingNames = false
    private var permission: Permission?
    private var isShown = false
    /// Whether the person has stopped the camera: then it does not start automatically.
    private var isStopped = false
    /// The texts that were judged last: the camera reports them thirty times a second.
    private var judged: Set<String> = []
    /// Texts that wait for the contacts to be loaded.
    private var waiting: [String] = []

    /// - Parameters:
    ///   - server: the host of the own server, in lower case.
    ///   - own: this device.
    ///   - present: those in the running call, whose devices can be compared too.
    public init(server: String, own: DeviceIdentity, aim: ScannedCode.Aim? = nil, present: [UserID: String] = [:]) {
        (self.server, self.own, self.aim, self.present) = (server, own, aim, present)
    }

    // MARK: - Contents

    public var title: Text { aim == nil ? .scanTitle : .scanTitleCompare }

    /// The instruction that is shown before the system asks for the camera.
    public var lead: Text {
        guard let aim else { return .scanLead }
        return aim.device.user == own.user ? .scanLeadOwn(name: aim.name) : .scanLeadCompare(name: aim.name)
    }

    /// The state of the camera; nil if something else is shown instead.
    public var status: Text? {
        switch stage {
        case .off: .scanOff
        case .asking, .starting: .scanWaiting
        case .on: .scanOn
        case .reading: .scanReading
        case .choosing: .scanSeveralText
        case .found: nil
        }
    }

    /// The label of one of several codes.
    public func label(of code: ScannedCode) -> Text {
        switch code {
        case .contactLink(let token): .scanChoiceContactLink(end: String(token.suffix(4)))
        case .callLink: .scanChoiceCallLink
        case .contactDevice(let device, _):
            .scanChoiceDevice(name: names[device.user].map { .verbatim($0) } ?? Text.commonSomebody)
        case .ownDevice: .scanChoiceOwnDevice
        }
    }

    public var canStartCamera: Bool { stage == .off }
    public var canStopCamera: Bool {
        switch stage {
        case .starting, .on: true
        default: false
        }
    }
    public var canOpenSettings: Bool { problem == .denied }
    public var canPickPicture: Bool {
        switch stage {
        case .off, .starting, .on, .choosing: true
        case .asking, .reading, .found: false
        }
    }
    public var canScanAgain: Bool {
        switch stage {
        case .choosing, .found: true
        case .off, .on: problem != nil || namesFailure != nil
        case .asking, .starting, .reading: false
        }
    }

    private var names: [UserID: String] { (contacts ?? [:]).merging(present) { contact, _ in contact } }

    // MARK: - Actions

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .shown:
            isShown = true
            return loadNames() + (stage == .off ? [.readPermission] : [])
        case .hidden:
            isShown = false
            return putOut()
        case .startedCamera:
            guard canStartCamera else { return [] }
            return start()
        case .stoppedCamera:
            guard canStopCamera else { return [] }
            isStopped = true
            return putOut()
        case .setTorch(let isOn):
            guard case .on(let torch?) = stage, torch != isOn else { return [] }
            stage = .on(torch: isOn)
            return [.setTorch(isOn)]
        case .askedForSettings: return canOpenSettings ? [.openSettings] : []
        case .askedForPicture:
            guard canPickPicture else { return [] }
            let effects = putOut()
            (stage, problem) = (.reading, nil)
            return effects + [.pickPicture]
        case .chose(let code): if case .choosing(let codes) = stage, codes.contains(code) { stage = .found(code) }
        case .scannedAgain: return scanAgain()
        case .sawProblem: problem = nil
        default: return took(action)
        }
        return []
    }

    private mutating func took(_ result: Action) -> [Effect] {
        switch result {
        case .permission(let permission): return permitted(permission)
        case .cameraStarted(let result):
            // It was stopped meanwhile.
            guard stage == .starting else { return (try? result.get()) == nil ? [] : [.stopCamera] }
            switch result {
            case .success(let hasTorch): stage = .on(torch: hasTorch ? false : nil)
            case .failure(let failure): (stage, problem) = (.off, failure == .noCamera ? .noCamera : .notStarted)
            }
        case .cameraLost: if canStopCamera { (stage, problem) = (.off, .lost) }
        case .torchChanged(let isOn): if case .on(_?) = stage { stage = .on(torch: isOn) }
        case .saw(let texts):
            guard case .on = stage, !texts.isEmpty, Set(texts) != judged else { return [] }
            return judge(texts)
        case .picture(let picture):
            guard stage == .reading else { return [] }
            stage = .off
            switch picture {
            case .none: return isShown && !isStopped && permission == .granted ? start() : []
            case .unreadable: problem = .unreadable
            case .codes([]): problem = .noCode
            case .codes(let texts): return judge(texts)
            }
        case .namesLoaded(let result):
            isLoadingNames = false
            let texts = waiting
            waiting = []
            switch result {
            case .success(let names):
                (contacts, namesFailure) = (names, nil)
                if !texts.isEmpty { return judge(texts) }
            case .failure(let failure): if !texts.isEmpty { namesFailure = failure }
            }
        default: break
        }
        return []
    }

    // MARK: - The camera

    private mutating func permitted(_ permission: Permission) -> [Effect] {
        self.permission = permission
        let wasAsked = stage == .asking
        // The person may have allowed it in the settings meanwhile.
        if problem == .denied || problem == .restricted { problem = nil }
        guard wasAsked || (stage == .off && isShown && !isStopped && problem == nil) else { return [] }
        if wasAsked { stage = .off }
        switch permission {
        case .granted: return isShown ? start() : []
        case .denied: problem = .denied
        case .restricted: problem = .restricted
        // The person starts it, and is asked then.
        case .notAsked: break
        }
        return []
    }

    private mutating func start() -> [Effect] {
        (isStopped, problem) = (false, nil)
        switch permission {
        case .granted:
            (stage, judged) = (.starting, [])
            return [.startCamera]
        case .denied: problem = .denied
        case .restricted: problem = .restricted
        case .notAsked, nil:
            stage = .asking
            return [.askPermission]
        }
        return []
    }

    private mutating func putOut() -> [Effect] {
        guard canStopCamera else { return [] }
        stage = .off
        return [.stopCamera]
    }

    private mutating func scanAgain() -> [Effect] {
        guard canScanAgain else { return [] }
        (problem, namesFailure, judged, waiting) = (nil, nil, [], [])
        let effects = loadNames()
        if case .on = stage { return effects }
        return effects + start()
    }

    // MARK: - Scanned codes

    private mutating func loadNames() -> [Effect] {
        guard contacts == nil, !isLoadingNames else { return [] }
        isLoadingNames = true
        return [.loadNames]
    }

    private mutating func judge(_ texts: [String]) -> [Effect] {
        judged = Set(texts)
        let looked = texts.prefix(Self.mostCodes).filter { $0.utf8.count <= Self.longestCode }
        if contacts == nil, looked.contains(where: ScannedCodeReader.needsNames) {
            waiting = texts
            return loadNames()
        }
        let reader = ScannedCodeReader(server: server, own: own, aim: aim, names: names)
        var (found, problems): ([ScannedCode], [Problem]) = ([], [])
        for text in looked {
            do throws(Problem) {
                let code = try reader.read(text)
                if !found.contains(code) { found.append(code) }
            } catch {
                problems.append(error)
            }
        }
        guard let first = found.first else {
            problem = Self.closest(problems) ?? .notAContactLink
            return []
        }
        let effects = putOut()
        problem = nil
        stage = found.count == 1 ? .found(first) : .choosing(found)
        return effects
    }

    /// The problem of the code that is most likely meant: not one of another kind.
    private static func closest(_ problems: [Problem]) -> Problem? {
        problems.first { $0 != .notAContactLink } ?? problems.first
    }
}
