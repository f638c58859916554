public import AppViews
public import ECallAuthentication
import ECallCalls
public import ECallCore
public import ECallFlows
public import ECallKit
import ECallLanguage
import Foundation
public import SwiftUI
public import UIKit
import UserNotifications

/// This phone: what the app needs from it, and what its system reports to the app.
///
/// The system makes it, before any screen: a push may start the app without one. Everything is opened when it is first used.
@MainActor
public final class Phone: UIResponder, AppPhone {
    private let windows = PhoneWindows()
    /// The directory of files; nil for the app's Application Support directory.
    private var base: URL?
    private var opened: (choice: ServerChoice, client: ECallClient)?
    private var tokens = PushTokens.none
    /// Made at the launch.
    var calls: PhoneCalls?
    var watching: Task<Void, Never>?
    private(set) lazy var media = PhoneMedia()
    private var listening: Task<Void, Never>?
    private lazy var presenter = NotificationPresenter(notices)
    private lazy var cameraScanner = PhoneScanner(settings: PhoneSettings(), windows: windows)
    private lazy var notices = PhoneNotifications(
        preferences: preferences, pages: PhoneSettings(), changed: { [weak self] in self?.takePushes($0) })

    convenience init(files base: URL) {
        self.init()
        self.base = base
    }

    // MARK: - Storage

    /// Keys, tokens and the account.
    public private(set) lazy var storage: any KeyStorage = PhoneStorage.secrets(
        service: Bundle.main.bundleIdentifier ?? "ecall", in: base)
    public private(set) lazy var preferences: any KeyStorage = PhoneStorage.preferences(in: base)

    // MARK: - The client

    public var device: DeviceDescription { .phone }

    /// The client of a server: one for as long as the person stays there, whether a screen or a push asks first.
    public func client(for server: ServerChoice) throws(KeyStorageError) -> ECallClient {
        if let opened, opened.choice == server { return opened.client }
        let client = try ECallClient(
            storage: storage, server: nil, defaultServer: server.address, device: device,
            language: texts.tag, environment: environment(for: server))
        let before = opened?.client
        opened = (server, client)
        Task { await before?.close() }
        tellTokens()
        return client
    }

    /// The client of the server that the person has chosen; nil before they have. For calls that a push announces.
    public func client() throws(KeyStorageError) -> ECallClient? {
        guard let choice = try ServerChoice.load(from: preferences) else { return nil }
        return try client(for: choice)
    }

    /// The network of this phone, and its media engine.
    public func environment(for server: ServerChoice) -> ClientEnvironment {
        var environment = ClientEnvironment.live(trust: server.trust, media: media.system)
        environment.networkChanges = { PathChanges.reports() }
        let make = environment.makeCalls
        environment.makeCalls = { [weak self] session in
            let calls = await make(session)
            await self?.listen(to: calls)
            return calls
        }
        return routed(environment)
    }

    /// Notifies of missed calls on the device that is online now.
    private func listen(to calls: any CallControlling) {
        listening?.cancel()
        // Taken before anything happens.
        let events = calls.events
        listening = Task { [weak self] in
            var missed = MissedCalls()
            for await event in events {
                if let call = missed.hear(event) { self?.tellMissed(call) }
            }
        }
    }

    private func tellMissed(_ call: IncomingCall) {
        let texts = texts.current
        notices.tellMissed(
            "\(call.id)", title: texts.string(SystemCaller(missed: call).name), text: texts.string(.notificationMissed))
    }

    // MARK: - The system

    public var permissions: any PermissionSystem { PhonePermissions(notifications: notices, pages: PhoneSettings()) }
    public var owner: any OwnerAuthentication { PhoneOwner(texts: texts) }
    public var languages: any SystemLanguages { PhoneLanguages() }
    public var notifications: any NotificationSystem { notices }
    public var scanner: any ScanSystem { cameraScanner }
    /// The picture of the scanner's camera, while it is on.
    public var scannerPreview: AnyView { AnyView(cameraScanner.preview) }
    public var linkWays: LinkSharing {
        LinkSharing(draw: { CodePicture.draw($0) }, copy: { UIPasteboard.general.string = $0 })
    }

    public func ask(_ issuer: IdentityIssuer) async -> IssuerSignIn.Answer {
        switch issuer {
        case .apple: await AppleSignIn(windows: windows).ask()
        case .google: await GoogleSignIn(clientID: googleClient, windows: windows).ask()
        }
    }

    public func chooseFile() async -> ChosenFile { await PhoneFiles(windows: windows).choose() }
    public func saveFile(_ file: Data) async -> SavedFile { await PhoneFiles(windows: windows).save(file) }
    public func setBadge(_ count: Int) { notices.setBadge(count) }
    public func showAbove(_ view: AnyView?) { windows.showAbove(view) }
    public func announce(_ words: String) { UIAccessibility.post(notification: .announcement, argument: words) }

    public func picture(_ video: VideoID) -> AnyView { media.picture(video) }

    var texts: PhoneTexts { PhoneTexts(preferences: preferences, languages: languages) }

    /// The publisher's client at Google (Config.xcconfig).
    private var googleClient: String? { Bundle.main.object(forInfoDictionaryKey: "ECallGoogleClient") as? String }

    // MARK: - Pushes

    /// Pushes that the system shows use the token of notifications, and rings that of calls; they stop once it is given up.
    private func takePushes(_ settings: NotificationSettings) {
        calls?.takesPushes(settings.calls)
        if settings.requests {
            UIApplication.shared.registerForRemoteNotifications()
        } else {
            UIApplication.shared.unregisterForRemoteNotifications()
        }
    }

    /// - Parameter token: token of pushes for calls; empty if there is none any more.
    func named(voip token: String) {
        tokens.voip = token
        tellTokens()
    }

    /// Shows a short message, which the person may need while another app is on screen.
    func tell(_ words: Words) { notices.tell(texts.current.string(words)) }

    private func tellTokens() {
        guard tokens != .none, let client = opened?.client else { return }
        // A failure is made up for when the client goes online.
        Task { [tokens] in try? await client.named(tokens) }
    }
}

// MARK: - Callbacks of the system

extension Phone: UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = presenter
        let settings = notices.rules.settings
        beginCalls(takesPushes: settings.calls)
        takePushes(settings)
        return true
    }

    public func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        tokens.alert = Self.text(deviceToken)
        tellTokens()
    }

    /// Hexadecimal, as APNs takes it.
    static func text(_ token: Data) -> String {
        token.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
