import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import ECallKit
import ECallLanguage
import Foundation
import UIKit

extension Phone {
    /// Takes pushes from now on, if the person wants them: one may have launched the app.
    func beginCalls(takesPushes: Bool) {
        let calls = PhoneCalls(ways, surroundings)
        calls.takesPushes(takesPushes)
        self.calls = calls
        let moments: [(Notification.Name, @MainActor @Sendable (PhoneCalls) -> Void)] = [
            (UIApplication.didEnterBackgroundNotification, { $0.wentToBackground() }),
            (UIApplication.willEnterForegroundNotification, { $0.cameToForeground() }),
            (UIApplication.protectedDataDidBecomeAvailableNotification, { $0.unlocked() }),
        ]
        for (name, happen) in moments {
            // Posted on the main thread. A phone lives as long as its app.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                @Sendable [weak calls] _ in
                MainActor.assumeIsolated { if let calls { happen(calls) } }
            }
        }
        watching = Task { [weak calls] in
            for await isThere in PathChanges.presence() { calls?.networkChanged(isThere: isThere) }
        }
        calls.launched()
    }

    /// Routes the calls of a client through the system's call screen.
    func routed(_ environment: ClientEnvironment) -> ClientEnvironment {
        guard let calls else { return environment }
        let make = environment.makeCalls
        var environment = environment
        environment.makeCalls = { [calls] session in await calls.routed(await make(session)) }
        return environment
    }

    private var ways: SystemCallRoutes.Ways {
        SystemCallRoutes.Ways(
            goOnline: { [weak self] in _ = try? await self?.client()?.goOnline() },
            goOffline: { [weak self] in try? await self?.client()?.suspend() },
            name: { [weak self] user in await self?.name(of: user) },
            tell: { [weak self] in self?.tell($0) })
    }

    private var surroundings: PhoneCalls.Surroundings {
        PhoneCalls.Surroundings(
            isUnlocked: { [weak self] in self?.isUnlocked ?? false },
            named: { [weak self] in self?.named(voip: $0) },
            sound: { [weak self] in self?.media.sound($0) },
            texts: { [weak self] in self?.texts.current ?? Texts() })
    }

    /// The name that this device keeps for the person.
    private func name(of user: UserID) -> String? {
        (try? client())?.people.read().names.first { $0.user == user }?.name
    }

    /// Any other failure is not one of a locked phone.
    private var isUnlocked: Bool {
        do throws(KeyStorageError) { _ = try storage.read(.account) } catch { return error != .locked }
        return true
    }
}
