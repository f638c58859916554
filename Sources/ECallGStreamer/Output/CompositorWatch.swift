@preconcurrency import Dispatch
import Foundation

/// Notices when a Wayland compositor disappears, by an idle connection of its own.
final class CompositorWatch: Sendable {
    private let source: any DispatchSourceRead

    /// Nil if it cannot be reached.
    init?(socket path: String, gone: @escaping @Sendable () -> Void) {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard Self.connect(descriptor, to: path) else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler { [source] in
            source.cancel()
            gone()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { stop() }

    func stop() { source.cancel() }

    private static func connect(_ descriptor: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
