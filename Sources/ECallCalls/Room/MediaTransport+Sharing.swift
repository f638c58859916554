import ECallCore
import ECallLanguage
import ECallMedia
import Janus

/// A screen in addition to camera and microphone, on the connection that sends (decision 65).
extension MediaTransport {
    /// Shares the screen, another one, or none: a new offer tells the media server, which tells the others. Calls must not
    /// overlap. If capture fails, the former share continues; if the media server refuses, nothing is shared.
    func share(_ screen: PublishedScreen?) async throws(CallFailure) {
        guard await becomesSending() else { throw .media(.callFailureNoConnection) }
        guard let handle = publisherHandle, let connection = publishing, !isClosed else { throw .noCall }
        do throws(MediaError) { try await connection.share(screen) } catch { throw CallFailure(ofScreen: error) }
        do throws(CallFailure) { try await offerAgain(connection, on: handle) } catch {
            guard screen != nil else { throw error }
            hasScreen = false
            if (try? await connection.share(nil)) != nil { try? await offerAgain(connection, on: handle) }
            throw error
        }
        hasScreen = screen != nil
    }

    private func offerAgain(_ connection: any PublishingConnection, on handle: JanusHandle) async throws(CallFailure) {
        let offer = try await step { () throws(MediaError) in try await connection.createOffer() }
        try await self.offer(offer, of: connection, by: .configure(VideoRoomConfiguration()), on: handle)
    }
}

extension CallFailure {
    fileprivate init(ofScreen error: MediaError) {
        if case .inputUnavailable(let text) = error {
            self = .unusable(text)
        } else {
            self = error.failure
        }
    }
}
