import ECallAPI
import ECallCore
import ECallSecurity

/// From here the call has an id, and with it a key schedule; media keys travel only to devices that have joined.
extension CallSession {
    func beginKeyExchange(_ call: CallID) async {
        guard !isClosed else { return }
        self.call = call
        let signaling = environment.signaling
        let exchange = KeyExchange(
            call: call, own: environment.ownAddress, pair: environment.keyPair, peers: peers,
            time: time, tasks: tasks,
            send: { signal in
                // A signal that is lost is asked for again by the device that misses its key.
                try? await signaling.send(signal)
            },
            keyInstalled: { [weak self, environment, tasks] key, _ in
                environment.keyInstalled(key)
                tasks.start { await self?.isNowProtected() }
            })
        keys = exchange
        await exchange.start()
    }

    private func isNowProtected() {
        guard let call, !isProtected, !isClosed else { return }
        isProtected = true
        report(.encryption(call, .protected))
    }
}
