public import ECallAPI
import NIOCore
import NIOPosix
import STUN

/// Checks which transports to the TURN server work, and the bandwidth of the best one: between two relays of this device.
public struct RelayCheck: Sendable {
    private let addresses: [RelayAddress]
    private let credential: LongTermCredential
    private let group: any EventLoopGroup

    /// - Parameters:
    ///   - uris: of the TURN server.
    ///   - username: with `password` what the server gave for it.
    public init(_ uris: [TURNURI], username: String, password: String) {
        addresses = RelayAddress.all(of: uris)
        credential = LongTermCredential(username: username, password: password)
        group = MultiThreadedEventLoopGroup.singleton
    }

    /// Adds its results to a report.
    ///
    /// - Parameter progress: told before each step.
    public func run(
        _ report: NetworkReport, progress: @Sendable (NetworkCheckStep) async -> Void
    ) async -> NetworkReport {
        var report = report
        var types: Set<String> = Self.ownAddresses.isEmpty ? [] : ["host"]
        for address in addresses {
            guard !Task.isCancelled else { return report }
            await progress(NetworkCheckStep(address.transport))
            let (reach, found) = await look(at: address)
            report.relays.append(NetworkReport.Relay(address, reach))
            types.formUnion(found)
        }
        report.candidates = ["host", "srflx", "relay"].filter(types.contains)
        guard let best = report.bestRelay, !Task.isCancelled else { return report }
        let address = RelayAddress(host: best.host, port: best.port, transport: best.transport)
        if let path = try? await RelayPath.open(address, credential, group) {
            report.measuredOver = best.transport
            await path.measure(&report, progress: progress)
            await path.close()
        }
        return report
    }

    /// Whether it provides a relay, and the types of candidates that result.
    private func look(at address: RelayAddress) async -> (NetworkReport.Reach, Set<String>) {
        do {
            let client = TURNClient(try await TURNLink.open(address, on: group), credential: credential)
            do {
                let made = try await client.allocate()
                let roundTrip = await Self.roundTrip(client)
                await client.close()
                // The address seen over a stream is of no use for media.
                let seen = address.transport == .udp && made.mapped != nil
                return (
                    .init(isReached: true, roundTripMilliseconds: roundTrip), seen ? ["relay", "srflx"] : ["relay"]
                )
            } catch {
                await client.close()
                throw error
            }
        } catch {
            return (.init(isReached: false, problem: TURNFailure(error).sentence), [])
        }
    }

    /// The median of a few, in milliseconds.
    private static func roundTrip(_ client: TURNClient) async -> Double? {
        var times: [Double] = []
        for _ in 0..<5 {
            let asked = NIODeadline.now()
            guard (try? await client.binding()) != nil else { continue }
            times.append(Burst.seconds(since: asked) * 1_000)
        }
        return times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    /// The addresses of this machine, but for those that reach only itself or one link.
    private static var ownAddresses: [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { $0.address?.ipAddress }.filter {
            !$0.hasPrefix("127.") && $0 != "::1" && !$0.hasPrefix("fe80:") && !$0.hasPrefix("169.254.")
        }
    }
}

/// The path from one relay of this device to another and back, and to a third one, which accepts nothing.
struct RelayPath: Sendable {
    private static let (through, away): (UInt16, UInt16) = (0x4001, 0x4002)
    /// Packets like those of audio: this many, at this rate.
    private static let (voiceRate, voiceSeconds, voicePayload) = (85_000.0, 1.5, 128)
    /// The time after a burst in which packets under way may arrive.
    private static let draining = TimeAmount.milliseconds(400)

    private let sender: TURNClient
    private let receiver: TURNClient
    private let sink: TURNClient

    /// Three relays of one server.
    static func open(
        _ address: RelayAddress, _ credential: LongTermCredential, _ group: any EventLoopGroup
    ) async throws -> RelayPath {
        var clients: [TURNClient] = []
        do {
            var relays: [TransportAddress] = []
            for _ in 0..<3 {
                let client = TURNClient(try await TURNLink.open(address, on: group), credential: credential)
                clients.append(client)
                relays.append(try await client.allocate().relayed)
            }
            try await clients[0].bind(through, to: relays[1])
            try await clients[0].bind(away, to: relays[2])
            try await clients[1].bind(through, to: relays[0])
            return RelayPath(sender: clients[0], receiver: clients[1], sink: clients[2])
        } catch {
            for client in clients { await client.close() }
            throw error
        }
    }

    func close() async {
        for client in [sender, receiver, sink] { await client.close() }
    }

    func measure(_ report: inout NetworkReport, progress: @Sendable (NetworkCheckStep) async -> Void) async {
        await progress(.loss)
        let voice = await whole(rate: Self.voiceRate, seconds: Self.voiceSeconds, payload: Self.voicePayload)
        let hasCome = voice.map { $0.received > 0 } ?? false
        let lost = voice.map { max(0, 1 - Double($0.received) / Double(max(1, $0.sent))) } ?? 0
        // A stream loses nothing, and total silence is not packet loss.
        if hasCome, !sender.link.isStream { report.loss = lost }
        let loss = report.loss ?? 0
        guard !Task.isCancelled else { return }
        await progress(.up)
        let quickest = (report.bestRelay?.reach.roundTripMilliseconds ?? 0) / 1_000
        report.up = await search { rate in
            let burst = Burst(link: sender.link, channelNumber: Self.away, rate: rate, seconds: RateEstimate.duration)
            let outcome = await burst.run(asking: true)
            let sent = Double(outcome.packets) * Burst.packetBits / max(outcome.span, RateEstimate.duration)
            return RateEstimate.up(rate: min(rate, sent), quickest: quickest, loss: loss, outcome.pings)
        }
        guard !Task.isCancelled, hasCome, let up = report.up else { return }
        await progress(.down)
        let carried = await search { rate in
            guard
                let arrivals = await whole(rate: rate, seconds: RateEstimate.duration, payload: Burst.payload)
            else { return 0 }
            return RateEstimate.whole(size: Burst.packetBits, loss: loss, arrivals)
        }
        (report.up, report.down) = RateEstimate.directions(up: up, whole: carried)
    }

    /// Tries increasing rates until one is not carried. That rate is tried twice, because a busy machine looks the same.
    ///
    /// - Parameter attempt: an estimate of what is carried; nil where the rate is.
    private func search(_ attempt: (Double) async -> Double?) async -> NetworkReport.Rate? {
        var carried = 0.0
        for rate in RateEstimate.rates where !Task.isCancelled {
            if let first = await attempt(rate), let second = await attempt(rate) {
                let reached = max(carried, min(max(first, second), rate))
                return reached > 0 ? .init(bitsPerSecond: Int(reached), isAtLeast: false) : nil
            }
            carried = rate
        }
        return .init(bitsPerSecond: Int(carried), isAtLeast: true)
    }

    /// Returns the arrivals of a burst through both relays.
    private func whole(rate: Double, seconds: Double, payload: Int) async -> RateEstimate.Arrivals? {
        _ = try? await receiver.link.takeArrivals()
        let burst = Burst(
            link: sender.link, channelNumber: Self.through, rate: rate, seconds: seconds, payload: payload)
        let outcome = await burst.run()
        try? await sender.link.loop.scheduleTask(in: Self.draining) {}.futureResult.get()
        guard let arrivals = try? await receiver.link.takeArrivals() else { return nil }
        let span = arrivals.first.flatMap { first in arrivals.last.map { Double(($0 - first).nanoseconds) / 1e9 } }
        return RateEstimate.Arrivals(
            sent: outcome.packets, sentSpan: outcome.span, received: arrivals.count, span: span ?? 0)
    }
}
