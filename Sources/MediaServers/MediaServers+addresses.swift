import Logging
import ServerFoundation

extension MediaServers {
    /// The time to wait for further changes after one: DHCP removes the old address before it adds the new one.
    private static let pause = Duration.seconds(1)

    /// Moves Janus and coturn to this machine's new addresses on each change, until the reports end. Configured addresses
    /// are never replaced, but waited for.
    func follow(_ changes: AsyncStream<Void>) async {
        var choice = AddressChoice(addresses, among: HostNetwork.interfaceAddresses())
        let start = ContinuousClock.now
        var isWaiting = false
        for await _ in changes {
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            let step = next(by: &choice, after: start.duration(to: .now))
            if step == .wait, !isWaiting {
                let gone = addresses.all.joined(separator: " and ")
                logger.warning(
                    "This machine's address for media, \(gone), is gone: media waits until there is one again.")
            } else if isWaiting, step == .stay {
                logger.notice("This machine's address for media is there again.")
            }
            isWaiting = step == .wait
            switch step {
            case .stay, .wait: break
            case .now(let addresses): await move(to: addresses)
            case .whenIdle(let addresses):
                // If Janus does not answer, no one is in a call.
                if (try? await admin.sessions().isEmpty) ?? true { await move(to: addresses) }
            }
        }
    }

    private func next(by choice: inout AddressChoice, after time: Duration) -> AddressChoice.Move {
        if isNamed { return HostNetwork.has(addresses) ? .stay : .wait }
        let found = HostNetwork.interfaceAddresses().filter { !$0.text.hasPrefix("127.") }
        return choice.move(from: addresses, version4: found, version6: HostNetwork.addresses6(), at: time)
    }

    private func move(to addresses: MediaAddresses) async {
        let old = self.addresses.all.joined(separator: " and ")
        logger.notice(
            """
            This machine's address for media is \(addresses.all.joined(separator: " and ")) now and was \(old): Janus and \
            coturn are started again with it, and calls that run reconnect.
            """)
        do throws(SupervisionFailure) {
            try await replace(addresses)
        } catch {
            logger.error("\(error.description)")
        }
    }
}
