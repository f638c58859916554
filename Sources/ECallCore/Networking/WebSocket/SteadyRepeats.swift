import NIOCore

extension NIOSynchronousChannelOptions {
    /// Has TCP send again what was lost after the same time over and over, where little is on the way, instead of waiting twice as long
    /// each time: over a line that calls fill, signals would else stand for many seconds, and with them what would make room
    /// (Linux: `tcp_thin_linear_timeouts`). Elsewhere nothing.
    package func repeatSteadily() {
        #if os(Linux)
            // TCP_THIN_LINEAR_TIMEOUTS of linux/tcp.h; a kernel without it goes on as ever.
            try? setOption(.tcpOption(.init(rawValue: 16)), value: 1)
        #endif
    }
}
