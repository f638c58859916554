import NIOCore
import STUN

/// Sends packets on a channel at an even rate, and questions in between.
struct Burst: Sendable {
    /// The sizes of a packet: its payload, and with the headers of channel, UDP and IP.
    static let payload = 1_000
    static let packetBits = Double(8 * (payload + 32))
    private static let tick = TimeAmount.milliseconds(5)
    private static let pingInterval = 0.04
    private static let pingPatience = TimeAmount.milliseconds(1_000)

    let link: TURNLink
    let channelNumber: UInt16
    /// Bits a second.
    var rate: Double
    var seconds: Double
    var payload = Burst.payload

    struct Outcome: Sendable {
        var packets = 0
        /// The time from the first packet to the last, in seconds.
        var span = 0.0
        var pings: [RateEstimate.Ping] = []
    }

    private struct State {
        var packets = 0
        var span = 0.0
        var pings: [EventLoopFuture<RateEstimate.Ping>] = []
    }

    /// Returns once everything was sent, and with `asking` every question answered or given up.
    func run(asking: Bool = false) async -> Outcome {
        let bits = Double(8 * (payload + 32))
        let data = ChannelData(number: channelNumber, bytes: [UInt8](repeating: 0, count: payload))
        let bytes = ByteBuffer(bytes: data.encoded(padded: link.isStream))
        let count = max(1, Int(rate * seconds / bits))
        let (link, rate) = (link, rate)
        let began = NIODeadline.now()
        let loop = link.loop
        let sent = loop.flatSubmit {
            let isOver = loop.makePromise(of: State.self)
            let state = NIOLoopBoundBox(State(), eventLoop: loop)
            loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.tick) { task in
                let elapsed = Self.seconds(since: began)
                let due = min(count, Int(elapsed * rate / bits) + 1)
                // A stream blocks if the network does not take it: packets that are due meanwhile are skipped.
                while state.value.packets < due, link.channel.isWritable {
                    link.channel.write(bytes, promise: nil)
                    state.value.packets += 1
                    state.value.span = elapsed
                }
                link.channel.flush()
                if asking, elapsed >= Double(state.value.pings.count) * Self.pingInterval {
                    state.value.pings.append(Self.ping(link, at: elapsed))
                }
                guard elapsed >= seconds || state.value.packets >= count && !asking else { return }
                task.cancel()
                isOver.succeed(state.value)
            }
            return isOver.futureResult
        }
        guard let state = try? await sent.get() else { return Outcome() }
        var outcome = Outcome(packets: state.packets, span: state.span)
        for ping in state.pings {
            if let ping = try? await ping.get() { outcome.pings.append(ping) }
        }
        return outcome
    }

    private static func ping(_ link: TURNLink, at elapsed: Double) -> EventLoopFuture<RateEstimate.Ping> {
        let asked = NIODeadline.now()
        let message = STUNMessage(.request, .binding, transaction: STUNMessage.randomTransaction())
        return link.ask(message, patience: pingPatience)
            .map { _ in RateEstimate.Ping(at: elapsed, roundTrip: seconds(since: asked)) }
            .recover { _ in RateEstimate.Ping(at: elapsed, roundTrip: nil) }
    }

    static func seconds(since start: NIODeadline) -> Double {
        Double((NIODeadline.now() - start).nanoseconds) / 1e9
    }
}
