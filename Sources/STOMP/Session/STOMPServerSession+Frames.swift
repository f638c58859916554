extension STOMPServerSession {
    /// Handles a heart-beat or frame of the client.
    public mutating func received(_ output: STOMPDecoder.Output, now: UInt64) -> [Action] {
        switch state {
        case .nothing: return []
        case .connect, .passcodeCheck:
            guard case .frame(let frame) = output else { return [] }
            return receivedBeforeConnected(frame)
        case .frames(var connected):
            connected.timer.received(now: now)
            guard case .frame(let frame) = output else {
                state = .frames(connected)
                return []
            }
            return received(frame, connected: &connected, now: now)
        }
    }

    private mutating func receivedBeforeConnected(_ frame: STOMPFrame) -> [Action] {
        guard case .connect = state, frame.command == .connect || frame.command == .stomp else {
            return fail("Bad CONNECT, unexpected \(shown(frame.command))", receipt: frame["receipt"])
        }
        // Spaces after the commas are common in practice and insignificant.
        let versions = (frame["accept-version"] ?? "").split { $0 == "," || $0 == " " }
        guard versions.contains("1.2") else {
            return fail(
                "Bad CONNECT, only version 1.2",
                headers: [STOMPHeader("version", "1.2"), STOMPHeader("content-type", "text/plain")],
                body: "Supported protocol versions are 1.2")
        }
        guard let host = frame["host"], !host.isEmpty else { return fail("Bad CONNECT, no host") }
        guard let login = frame["login"], let passcode = frame["passcode"], !login.isEmpty, !passcode.isEmpty else {
            return fail("Bad CONNECT, no credentials")
        }
        guard let heartBeat = frame["heart-beat"].map(STOMPHeartBeat.init(header:)) ?? STOMPHeartBeat.none else {
            return fail("Bad CONNECT, heart-beat")
        }
        state = .passcodeCheck(heartBeat)
        return [.checkPasscode(login: login, passcode: passcode, headers: frame.headers)]
    }

    private mutating func received(_ frame: STOMPFrame, connected: inout Connected, now: UInt64) -> [Action] {
        let receipt = frame["receipt"]
        let result =
            switch frame.command {
            case .subscribe: subscribe(frame, &connected)
            case .unsubscribe: unsubscribe(frame, &connected)
            case .send: sent(frame, connected)
            case .disconnect: Answer.actions([])
            case .ack, .nack: Answer.error("acknowledgements are not supported")
            case .begin, .commit, .abort: Answer.error("transactions are not supported")
            default: Answer.error("unexpected \(shown(frame.command))")
            }
        guard case .actions(var actions) = result else {
            guard case .error(let message) = result else { return [] }
            return fail(message, receipt: receipt)
        }
        if let receipt {
            connected.timer.sent(now: now)
            actions.append(.send(STOMPFrame(.receipt, headers: [STOMPHeader("receipt-id", receipt)])))
        }
        state = .frames(connected)
        return frame.command == .disconnect ? actions + close(.disconnected) : actions
    }

    private enum Answer {
        case actions([Action])
        case error(String)
    }

    private func subscribe(_ frame: STOMPFrame, _ connected: inout Connected) -> Answer {
        guard let id = frame["id"], let destination = frame["destination"], !id.isEmpty else {
            return .error("SUBSCRIBE needs id and destination")
        }
        guard connected.policy.subscribable.contains(destination) else { return .error("destination not allowed") }
        switch frame["ack"] ?? "auto" {
        case "auto": break
        // A mailbox holds waiting signals until they are sent; clients acknowledge nothing.
        case "client", "client-individual": return .error("acknowledgements are not supported, subscribe with ack auto")
        default: return .error("unknown ack mode")
        }
        guard !connected.subscriptions.contains(where: { $0.id == id }) else {
            return .error("subscription id in use")
        }
        guard connected.subscriptions.count < configuration.subscriptionLimit else {
            return .error("too many subscriptions")
        }
        connected.subscriptions.append(Subscription(id: id, destination: destination))
        return .actions([.subscribed(id: id, destination: destination)])
    }

    private func unsubscribe(_ frame: STOMPFrame, _ connected: inout Connected) -> Answer {
        guard let id = frame["id"], let index = connected.subscriptions.firstIndex(where: { $0.id == id }) else {
            return .error("unknown subscription")
        }
        let removed = connected.subscriptions.remove(at: index)
        return .actions([.unsubscribed(id: removed.id, destination: removed.destination)])
    }

    private func sent(_ frame: STOMPFrame, _ connected: Connected) -> Answer {
        guard let destination = frame["destination"] else { return .error("SEND needs a destination") }
        guard connected.policy.sendable.contains(destination) else { return .error("destination not allowed") }
        guard frame["transaction"] == nil else { return .error("transactions are not supported") }
        return .actions([.sent(destination: destination, body: frame.body, headers: frame.headers)])
    }

    /// A command for an ERROR text: an unknown one is not repeated to the client.
    private func shown(_ command: STOMPCommand) -> String {
        if case .unknown = command { "command" } else { command.text }
    }
}
