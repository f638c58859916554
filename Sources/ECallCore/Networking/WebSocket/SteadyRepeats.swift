import NIOCore

extension NIOSynchronousChannelOptions {
    /// Makes TCP retransmit at a constant interval if little data is in flight, instead of doubling it each time: on a network
    /// that calls fill, signals would otherwise be stuck for many seconds, including those that would make room (Linux:
    /// `tcp_thin_linear_timeouts`). Does nothing on other systems.
    package func repeatSteadily() {
        #if os(Linux)
            // TCP_THIN_LINEAR_TIMEOUTS of linux/tcp.h; a kernel without it works as before.
            try? setOption(.tcpOption(.init(rawValue: 16)), value: 1)
        #endif
    }
}
