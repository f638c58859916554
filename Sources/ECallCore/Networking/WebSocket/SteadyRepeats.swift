import NIOCore

extension NIOSynchronousChannelOptions {
    /// Has TCP retransmit at a constant interval if little data is on the way, instead of doubling it each time: on a network that
    /// calls fill, signals would otherwise be stuck for many seconds, and with them those that would make room (Linux:
    /// `tcp_thin_linear_timeouts`). Elsewhere it does nothing.
    package func repeatSteadily() {
        #if os(Linux)
            // TCP_THIN_LINEAR_TIMEOUTS of linux/tcp.h; a kernel without it works as before.
            try? setOption(.tcpOption(.init(rawValue: 16)), value: 1)
        #endif
    }
}
