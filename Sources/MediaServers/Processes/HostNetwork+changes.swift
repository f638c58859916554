import CNetlink
import Dispatch
import Glibc

extension HostNetwork {
    /// Yields when an address of this machine or a default route changes (rtnetlink(7)), and every `pulse` seconds, because
    /// reports can be lost and some containers have none. For one consumer.
    package static func changes(pulse: Int = 10) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let queue = DispatchQueue(label: "addresses of this machine")
        // Dispatch objects are thread-safe; on Linux their types do not declare it.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .seconds(pulse), repeating: .seconds(pulse))
        timer.setEventHandler { continuation.yield() }
        let descriptor = ecall_network_open()
        guard descriptor >= 0 else {
            continuation.onTermination = { _ in timer.cancel() }
            timer.activate()
            return changes
        }
        // The same holds for this source.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            var batch = [ecall_network_change](repeating: ecall_network_change(), count: ECALL_NETWORK_MOST)
            while ecall_network_read(descriptor, &batch, Int32(ECALL_NETWORK_MOST)) > 0 { continuation.yield() }
        }
        source.setCancelHandler { close(descriptor) }
        continuation.onTermination = { _ in
            timer.cancel()
            source.cancel()
        }
        timer.activate()
        source.activate()
        return changes
    }
}
