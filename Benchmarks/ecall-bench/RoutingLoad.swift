import Foundation
import NIOCore

/// Keeps this many messages in flight, from pair to pair, with one thread and little more than system calls, because a load
/// generator's processor time is missing from the servers beside it.
///
/// Connections are made elsewhere; until this is over no one else reads from those of the receivers.
struct RoutingLoad {
    enum Failure: Error { case noDescriptor, notWritten, closed, waiting }

    let senders: [Int32]
    let receivers: [Int32]
    let frames: [[UInt8]]
    let inFlight: Int
    let seconds: Int

    init(
        senders: [any Channel], receivers: [any Channel], frames: [ByteBuffer], inFlight: Int, seconds: Int
    ) throws {
        let descriptors = Descriptors()
        self.senders = try senders.map(descriptors.descriptor(of:))
        self.receivers = try receivers.map(descriptors.descriptor(of:))
        self.frames = frames.map { Array($0.readableBytesView) }
        self.inFlight = inFlight
        self.seconds = seconds
    }

    /// Milliseconds from each frame to the resulting MESSAGE, for those that arrived in time. Blocks its thread.
    func run() throws -> [Double] {
        var round = Round(load: self)
        for _ in 0..<inFlight { try round.sendNext() }
        var sockets: [pollfd] = []
        var pairs: [Int] = []
        // A second more for messages that are still on their way.
        let last = round.end + 1_000_000_000
        while NIODeadline.now().uptimeNanoseconds < last {
            // Waiting costs something for each socket.
            sockets.removeAll(keepingCapacity: true)
            pairs.removeAll(keepingCapacity: true)
            for pair in receivers.indices where round.isAwaited(pair) {
                sockets.append(pollfd(fd: receivers[pair], events: Int16(POLLIN), revents: 0))
                pairs.append(pair)
            }
            guard poll(&sockets, nfds_t(sockets.count), 100) >= 0 || errno == EINTR else { throw Failure.waiting }
            for (index, pair) in pairs.enumerated() where sockets[index].revents != 0 { try round.read(pair) }
        }
        return round.times
    }
}

extension RoutingLoad {
    /// One measurement.
    private struct Round {
        let load: RoutingLoad
        let end: UInt64
        var times: [Double] = []
        private var sentAt: [[UInt64]]
        private var rest: [[UInt8]]
        private var next = 0
        private var bytes = [UInt8](repeating: 0, count: 64 * 1024)

        init(load: RoutingLoad) {
            self.load = load
            end = NIODeadline.now().uptimeNanoseconds + UInt64(load.seconds) * 1_000_000_000
            sentAt = Array(repeating: [], count: load.senders.count)
            rest = sentAt.map { _ in [] }
            times.reserveCapacity(load.seconds * 50_000)
        }

        func isAwaited(_ pair: Int) -> Bool { !sentAt[pair].isEmpty }

        mutating func sendNext() throws {
            let now = NIODeadline.now().uptimeNanoseconds
            guard now < end else { return }
            sentAt[next].append(now)
            let frame = load.frames[next]
            guard write(load.senders[next], frame, frame.count) == frame.count else { throw Failure.notWritten }
            next = (next + 1) % load.senders.count
        }

        /// Reads what has arrived for a receiver.
        mutating func read(_ pair: Int) throws {
            let kept = rest[pair].count
            if kept > 0 { bytes.replaceSubrange(..<kept, with: rest[pair]) }
            let count = bytes.withUnsafeMutableBytes {
                recv(load.receivers[pair], $0.baseAddress?.advanced(by: kept), $0.count - kept, Int32(MSG_DONTWAIT))
            }
            guard count != 0 else { throw Failure.closed }
            guard count > 0 else { return }
            var start = 0
            while let frame = Self.frame(bytes[start..<kept + count]) {
                start += frame.size
                if frame.isMessage { try arrived(pair) }
            }
            rest[pair] = start == kept + count ? [] : Array(bytes[start..<kept + count])
        }

        private mutating func arrived(_ pair: Int) throws {
            guard !sentAt[pair].isEmpty else { return }
            let now = NIODeadline.now().uptimeNanoseconds
            if now < end { times.append(Double(now - sentAt[pair][0]) / 1_000_000) }
            sentAt[pair].removeFirst()
            try sendNext()
        }

        /// The first frame of a server, unmasked (RFC 6455 section 5.2); heart-beats and control frames don't count as messages.
        private static func frame(_ bytes: ArraySlice<UInt8>) -> (size: Int, isMessage: Bool)? {
            let start = bytes.startIndex
            guard bytes.count >= 4 || (bytes.count >= 2 && bytes[start + 1] < 126) else { return nil }
            let short = Int(bytes[start + 1])
            // Longer ones than 64 kB are never sent here.
            let (head, length) = short < 126 ? (2, short) : (4, Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
            guard bytes.count >= head + length else { return nil }
            return (head + length, bytes[start] & 0x0F < 8 && length > 1)
        }
    }
}

/// The sockets of this process by their own ports: SwiftNIO does not say which descriptor a channel has.
private struct Descriptors {
    private var byPort: [Int: Int32] = [:]

    init() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            guard let descriptor = Int32(name) else { continue }
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isKnown = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
            }
            if isKnown, address.sin_family == sa_family_t(AF_INET) {
                byPort[Int(UInt16(bigEndian: address.sin_port))] = descriptor
            }
        }
    }

    func descriptor(of channel: any Channel) throws -> Int32 {
        guard let port = channel.localAddress?.port, let descriptor = byPort[port] else {
            throw RoutingLoad.Failure.noDescriptor
        }
        return descriptor
    }
}
