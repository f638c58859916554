import AppSystem
import AppViews
import ECallCore
import ECallFlows
import ECallKit
import SwiftUI

/// Connects the screens (AppViews), this phone (AppSystem) and the library; nothing else is decided here.
@main
struct ECallApp: App {
    @UIApplicationDelegateAdaptor private var phone: Phone

    var body: some Scene {
        WindowGroup {
            AppRoot(phone: phone, suggestedServer: Self.suggestedServer, makeFlows: makeFlows)
        }
    }

    private func makeFlows(for server: ServerChoice) throws(KeyStorageError) -> any AppFlows {
        try phone.client(for: server).flows
    }

    /// The server in Config.xcconfig; the person may name another.
    private static var suggestedServer: ServerAddress? {
        guard let host = Bundle.main.object(forInfoDictionaryKey: "ECallServer") as? String else { return nil }
        return try? ServerAddress("https://\(host)")
    }
}

extension ClientFlows: @retroactive AppFlows {}
