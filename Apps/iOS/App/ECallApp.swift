import AppSystem
import AppViews
import ECallCore
import ECallKit
import SwiftUI

/// Joins the screens (AppViews) to this phone (AppSystem) and to the library; nothing else is decided here.
@main
struct ECallApp: App {
    @UIApplicationDelegateAdaptor private var phone: Phone

    var body: some Scene {
        WindowGroup {
            AppRoot(phone: phone, suggestedServer: Self.suggestedServer, makeClient: makeClient)
        }
    }

    private func makeClient(for server: ServerAddress) throws(KeyStorageError) -> ECallClient {
        try ECallClient(
            storage: phone.storage, server: nil, defaultServer: server, device: phone.device,
            environment: phone.environment(for: server))
    }

    /// The server in Config.xcconfig; the person may name another.
    private static var suggestedServer: ServerAddress? {
        guard let host = Bundle.main.object(forInfoDictionaryKey: "ECallServer") as? String else { return nil }
        return try? ServerAddress("https://\(host)")
    }
}
