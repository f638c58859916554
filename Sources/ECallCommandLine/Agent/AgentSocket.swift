import Foundation
import NIOCore
import NIOPosix

typealias AgentChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

/// The Unix socket between commands and agent.
enum AgentSocket {
    /// Listens, readable and writable for the owner alone. The caller holds the profile's lock, so that a socket file
    /// that lies there is left over from an agent that died, and is replaced.
    static func listen(at path: String) async throws -> NIOAsyncChannel<AgentChannel, Never> {
        unlink(path)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture { try AgentChannel(wrappingChannelSynchronously: channel) }
            }
        guard chmod(path, 0o600) == 0 else {
            try? await channel.channel.close()
            throw CommandFailure(.failure, "The agent's socket cannot be protected: \(path)")
        }
        return channel
    }

    /// Connects; nil where nobody listens.
    static func connect(to path: String) async -> AgentChannel? {
        try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(5))
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture { try AgentChannel(wrappingChannelSynchronously: channel) }
            }
    }
}
