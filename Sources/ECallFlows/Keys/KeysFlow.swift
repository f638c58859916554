public import ECallAuthentication
public import ECallLanguage
import ECallSecurity
public import Foundation

/// The keys of this device, under Settings › Security (requirement 000: 22 to 25). They are made silently at the first sign-in. Before it, a
/// pair can be brought or restored; at any time, the pair can be saved in a file under a code.
///
/// A key, a code or a password is in the state only while it is shown, and never printed.
public struct KeysFlow: Flow {
    /// The public key as it is shown.
    public struct PublicKey: Sendable, Equatable {
        /// Base64 of SubjectPublicKeyInfo, as others get it.
        public let text: String
        /// SHA-256 of `text` in lower-case hex, by which others find this device.
        public let fingerprint: String

        public init(text: String, fingerprint: String) { (self.text, self.fingerprint) = (text, fingerprint) }
    }

    public struct Keys: Sendable, Equatable {
        /// nil before the keys are made.
        public let publicKey: PublicKey?
        /// Whether others know this device by these keys, or may: then they cannot be replaced.
        public let areKnown: Bool

        public init(publicKey: PublicKey?, areKnown: Bool) { (self.publicKey, self.areKnown) = (publicKey, areKnown) }
    }

    /// The form that is open above the keys.
    public enum Form: Sendable, Equatable {
        case none
        /// An imported key pair. The public half is optional.
        case pair(privateKey: SecretText, publicKey: String)
        /// A file with saved keys, and its code; of an older app a password that the person thought of.
        case restoring(Data, code: SecretText, isFromOlderApp: Bool)
        case makingPackage
        /// The file, and the code to write down. Both are deleted once the form is closed.
        case package(Data, code: SecretText, isSaved: Bool)
    }

    /// The operation in progress, one at a time.
    public enum Work: Sendable, Equatable {
        case importing, restoring, saving
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case keys(KeyTransferError)
        case noPrivateKey
        /// The system could not open or write the file.
        case file

        public var text: Text {
            switch self {
            case .keys(let error): error.text
            case .noPrivateKey: KeyTransferError.pair(.privateUnreadable).text
            case .file: .errorsKeysFile
            }
        }
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens.
        case refreshed
        case askedToImport
        case typedPrivateKey(SecretText)
        case typedPublicKey(String)
        case imported
        /// A file with saved keys was chosen.
        case gavePackage(Data)
        case typedCode(SecretText)
        case choseOlderApp(Bool)
        case restored
        case askedForPackage
        /// The file was saved where the person wants it.
        case savedPackage
        case failedFile
        /// The form was closed; a code that was shown is deleted.
        case left
        case sawProblem

        // Results of effects
        case loaded(Result<Keys, KeyTransferError>)
        case done(Work, KeyTransferError?)
        case made(Result<Package, KeyTransferError>)
    }

    /// The pair in a sealed file, with its code.
    public struct Package: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        public let file: Data
        public let code: SecretText

        public init(file: Data, code: SecretText) { (self.file, self.code) = (file, code) }

        public var description: String { "Package" }
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    public enum Effect: Sendable, Equatable {
        case load
        case importPair(SecretText, matching: String?)
        case restore(Data, SecretText, isFromOlderApp: Bool)
        /// Draws a code, and seals the pair under it.
        case makePackage
    }

    /// Bytes that a file with saved keys has at most; those that are made have less than 8 KiB.
    static let largest = 64 * 1024

    public private(set) var keys = Loadable<Keys, KeyTransferError>.loading
    public private(set) var form = Form.none
    public private(set) var work: Work?
    public private(set) var problem: Problem?

    public init() {}

    /// Whether a pair can be imported or restored.
    public var canBring: Bool { keys.value?.areKnown == false && form == .none && work == nil }

    /// Whether the pair can be saved.
    public var canSave: Bool { keys.value?.publicKey != nil && form == .none && work == nil }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .loaded(let result): loaded(result)
        case .done(let work, let failure): return done(work, failure)
        case .made(let result): made(result)
        case .sawProblem: problem = nil
        case .left: (form, problem) = (.none, nil)
        // Actions of the person are ignored while an operation is in progress.
        case _ where work != nil: break
        case .askedToImport: if canBring { open(.pair(privateKey: SecretText(""), publicKey: "")) }
        case .gavePackage(let file): gavePackage(file)
        case .askedForPackage:
            guard canSave else { return [] }
            open(.makingPackage)
            work = .saving
            return [.makePackage]
        case .typedPrivateKey, .typedPublicKey, .typedCode, .choseOlderApp: typed(action)
        case .imported: return importPair()
        case .restored: return restore()
        case .savedPackage:
            guard case .package(let file, let code, false) = form else { return [] }
            open(.package(file, code: code, isSaved: true))
        case .failedFile: problem = .file
        }
        return []
    }

    // MARK: - Forms

    private mutating func open(_ form: Form) { (self.form, problem) = (form, nil) }

    private mutating func typed(_ action: Action) {
        switch (action, form) {
        case (.typedPrivateKey(let text), .pair(_, let publicKey)):
            open(.pair(privateKey: text, publicKey: publicKey))
        case (.typedPublicKey(let text), .pair(let privateKey, _)):
            open(.pair(privateKey: privateKey, publicKey: text))
        case (.typedCode(let text), .restoring(let file, _, let isFromOlderApp)):
            open(.restoring(file, code: text, isFromOlderApp: isFromOlderApp))
        case (.choseOlderApp(let isFromOlderApp), .restoring(let file, let code, _)):
            open(.restoring(file, code: code, isFromOlderApp: isFromOlderApp))
        default: break
        }
    }

    private mutating func gavePackage(_ file: Data) {
        guard canBring else { return }
        guard file.count <= Self.largest else {
            problem = .keys(.package(.malformed))
            return
        }
        open(.restoring(file, code: SecretText(""), isFromOlderApp: false))
    }

    private mutating func importPair() -> [Effect] {
        guard case .pair(let privateKey, let publicKey) = form else { return [] }
        guard !privateKey.isBlank else {
            problem = .noPrivateKey
            return []
        }
        (work, problem) = (.importing, nil)
        let hasPublicKey = publicKey.contains { !$0.isWhitespace }
        return [.importPair(privateKey, matching: hasPublicKey ? publicKey : nil)]
    }

    private mutating func restore() -> [Effect] {
        guard case .restoring(let file, let code, let isFromOlderApp) = form else { return [] }
        guard !code.isBlank else {
            problem = .keys(.package(.malformedCode))
            return []
        }
        (work, problem) = (.restoring, nil)
        return [.restore(file, code, isFromOlderApp: isFromOlderApp)]
    }

    // MARK: - Results

    private mutating func loaded(_ result: Result<Keys, KeyTransferError>) {
        switch result {
        case .success(let keys): self.keys = .loaded(keys)
        case .failure(let failure): if keys.value == nil { keys = .failed(failure) } else { problem = .keys(failure) }
        }
    }

    /// Keeps the typed text after a failure, so that it can be corrected.
    private mutating func done(_ work: Work, _ failure: KeyTransferError?) -> [Effect] {
        guard self.work == work else { return [] }
        self.work = nil
        if let failure {
            if form != .none { problem = .keys(failure) }
        } else {
            form = .none
        }
        return [.load]
    }

    private mutating func made(_ result: Result<Package, KeyTransferError>) {
        guard work == .saving else { return }
        work = nil
        // The screen was left: the code is deleted before it was shown.
        guard form == .makingPackage else { return }
        switch result {
        case .success(let package): form = .package(package.file, code: package.code, isSaved: false)
        case .failure(let failure): (form, problem) = (.none, .keys(failure))
        }
    }
}
