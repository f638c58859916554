/// A sound that a person hears while a call rings.
public enum Tone: String, Codable, Sendable, CaseIterable {
    /// An incoming call.
    case ringing
    /// A person whom this person calls is being rung.
    case ringback
}

/// A tone that is being played.
public protocol PlayingTone: Sendable {
    /// Returns when the tone has ended. Idempotent.
    func stop() async
}

/// Plays a tone on the loudspeaker that the person has chosen, until it is stopped. Throws if no loudspeaker can be opened.
public typealias TonePlaying = @Sendable (Tone, DeviceWishes) async throws(MediaError) -> any PlayingTone
