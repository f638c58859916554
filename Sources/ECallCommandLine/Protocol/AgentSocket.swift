import ECallLanguage
import Foundation
import NIOCore
import NIOPosix

typealias AgentChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

/// The Unix socket between commands and agent.
enum AgentSocket {
    /// Listens, readable and writable for the owner alone. The caller holds the profile's lock, so that a socket file
    /// that lies there is left over from an agent that died, and is replaced.
    static func listen(at path: String) async throws -> NIOAsyncChannel<any Channel, Never> {
        unlink(path)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Nothing is read before the connection is served; one that arrives while the agent ends is just dropped.
            .childChannelOption(.autoRead, value: false)
            .bind(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeSucceededFuture(channel)
            }
        guard chmod(path, 0o600) == 0 else {
            try? await channel.channel.close()
            throw CommandFailure(.failure, .terminalAgentFile(path: path))
        }
        return channel
    }

    /// Starts to read an accepted connection.
    static func begin(_ channel: any Channel) async throws -> AgentChannel {
        let connection = try await channel.eventLoop.submit {
            try AgentChannel(wrappingChannelSynchronously: channel)
        }.get()
        channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        return connection
    }

    /// Connects; nil if no agent listens.
    static func connect(to path: String) async -> AgentChannel? {
        try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(5))
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture { try AgentChannel(wrappingChannelSynchronously: channel) }
            }
    }
}
