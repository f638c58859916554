/// A change of the addresses or routes by which this machine reaches others.
public enum NetworkChange: Sendable, Equatable {
    case addressAdded(String)
    /// Packets sent from it are lost, without an error.
    case addressRemoved(String)
    /// Perhaps other packets take another way from now on.
    case routeChanged
}

#if os(Linux)
    import CNetlink
    import Dispatch
    import Glibc

    extension NetworkChange {
        /// Returns the changes of the addresses and default routes of this machine from now on (rtnetlink(7)); for one consumer.
        /// Ends at once if the system does not report them.
        public static func reports() -> AsyncStream<NetworkChange> {
            let (changes, continuation) = AsyncStream<NetworkChange>.makeStream(bufferingPolicy: .bufferingNewest(64))
            let descriptor = ecall_network_open()
            guard descriptor >= 0 else {
                continuation.finish()
                return changes
            }
            // Dispatch's objects may be used from any thread, which their types on Linux do not declare.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "network changes"))
            source.setEventHandler {
                for change in read(descriptor) { continuation.yield(change) }
            }
            source.setCancelHandler { close(descriptor) }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
            return changes
        }

        private static func read(_ descriptor: Int32) -> [NetworkChange] {
            var found: [NetworkChange] = []
            var batch = [ecall_network_change](repeating: ecall_network_change(), count: ECALL_NETWORK_MOST)
            while case let count = ecall_network_read(descriptor, &batch, Int32(ECALL_NETWORK_MOST)), count > 0 {
                found += batch.prefix(Int(count)).map(NetworkChange.init)
            }
            return found
        }

        private init(_ change: ecall_network_change) {
            let address = withUnsafeBytes(of: change.address) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            switch Int(change.kind) {
            case ECALL_NETWORK_ADDRESS_ADDED: self = .addressAdded(address)
            case ECALL_NETWORK_ADDRESS_REMOVED: self = .addressRemoved(address)
            // After lost reports all that is known is that something changed.
            default: self = .routeChanged
            }
        }
    }
#endif
