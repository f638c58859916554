import ECallAPI
import ECallSecurity

/// Keys on their way, over channels that only their two ends can compute (e2ee 4 and 5).
extension KeyDistribution {
    /// Gives a member the newest generation: in the opening of the channel, or in a message after it.
    mutating func hand(to address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        guard let entry = peers[address]?.current, entry.isMember else { return }
        let newest = generations.newest
        if let channel = entry.sending {
            sendKey(newest, to: address, over: channel)
        } else {
            let secret = SecretBytes.draw(SenderKey.length, using: &random)
            guard let opened = channels.open(to: entry.join, secret: secret) else {
                // Its public keys cannot make a channel.
                return end(entry, of: address, now: now)
            }
            let message = OpenMessage(
                from: own.join.hash, to: entry.join.hash, wrapped: opened.wrapped, encapsulated: opened.encapsulated,
                sealed: KeyMessage.seal(newest, n: 0, under: opened.key))
            peers[address]?.current?.sending = SendingChannel(key: opened.key, opening: message.text)
            outbox.opens[address] = message.text
        }
        generations.hand(to: entry.join.hash)
        peers[address]?.current?.handed.append((newest.generation, now))
        if entry.handed.count >= KeyDistributionLimits.rememberedGenerations {
            peers[address]?.current?.handed.removeFirst()
        }
    }

    private mutating func sendKey(_ key: SealingKey, to address: DeviceAddress, over channel: SendingChannel) {
        // Taken first, so that a number never seals two messages.
        let n = channel.n + 1
        peers[address]?.current?.sending?.n = n
        outbox.keys[address] = KeyMessage(n: n, sealed: KeyMessage.seal(key, n: n, under: channel.key)).text
    }

    /// Sends the stored opening and the newest key again, if the member was given them.
    mutating func repeatKeys(to address: DeviceAddress) {
        guard let entry = peers[address]?.current, entry.isMember, let channel = entry.sending,
            generations.hasNewest(entry.join.hash)
        else { return }
        if let opening = channel.opening { outbox.opens[address] = opening }
        sendKey(generations.newest, to: address, over: channel)
    }

    mutating func receivedOpen(
        from sender: DeviceAddress, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let peer = peers[sender], now >= peer.ignoredUntil else { return }
        guard let message = OpenMessage(text: text) else { return failed(sender, now: now) }
        // It was made for a former entry of this device.
        guard message.to == own.join.hash else { return }
        guard let entry = peer.current, message.from == entry.join.hash else {
            guard !peer.joins.ended.contains(message.from) else { return }
            peers[sender]?.waiting[.open] = text
            return ask(sender, now: now)
        }
        guard entry.isMember else {
            peers[sender]?.waiting[.open] = text
            return
        }
        guard entry.receiving == nil else { return }
        guard
            let key = channels.accept(message, from: entry.join, keyPair: own.device.keyPair),
            let first = KeyMessage.open(message.sealed, n: 0, under: key)
        else { return failed(sender, now: now) }
        peers[sender]?.failures = 0
        peers[sender]?.current?.receiving = ReceivingChannel(key: key)
        took(first, from: sender)
        becameLive(sender, now: now, random: &random)
    }

    private mutating func failed(_ sender: DeviceAddress, now: UInt64) {
        peers[sender]?.failures += 1
        guard let failures = peers[sender]?.failures, failures >= KeyDistributionLimits.openFailures else { return }
        peers[sender]?.failures = 0
        peers[sender]?.ignoredUntil = now + KeyDistributionLimits.failurePause
    }

    mutating func receivedKey(from sender: DeviceAddress, _ text: String, now: UInt64) {
        guard let message = KeyMessage(text: text), let entry = peers[sender]?.current, entry.isMember else { return }
        guard let channel = entry.receiving else { return ask(sender, now: now) }
        guard message.n > channel.n,
            let key = KeyMessage.open(message.sealed, n: message.n, under: channel.key)
        else { return }
        peers[sender]?.current?.receiving?.n = message.n
        took(key, from: sender)
    }

    /// Takes a key into use that is newer than the current one.
    private mutating func took(_ key: SealingKey, from sender: DeviceAddress) {
        if let heard = peers[sender]?.current?.heard {
            guard (key.generation, key.step) > (heard.generation, heard.step) else { return }
        } else {
            // Tells the device that it is heard from now on.
            oweStatus(to: sender)
        }
        peers[sender]?.current?.heard = (key.generation, key.step)
        actions.append(.received(from: sender, key))
    }

    mutating func receivedAgain(from sender: DeviceAddress, _ text: String, now: UInt64) {
        guard enteredAt != nil, isConnected, let peer = peers[sender], let message = AgainMessage(text: text) else {
            return
        }
        if let last = peer.lastAnswered, now < last + KeyDistributionLimits.askInterval { return }
        guard answers.allows(at: now) else { return }
        peers[sender]?.lastAnswered = now
        if message.held != own.join.hash { outbox.joinTo.insert(sender) }
        tellRecording(to: sender)
        if message.join == peer.current?.join.hash {
            repeatKeys(to: sender)
        } else if !peer.joins.ended.contains(message.join) {
            ask(sender, now: now)
        }
    }
}
