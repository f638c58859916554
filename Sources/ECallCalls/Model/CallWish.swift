public import ECallAPI
public import ECallMedia
public import ECallSecurity

/// What the person of this device wishes while a call runs; carried out by `CallControlling.carryOut`.
public enum CallWish: Sendable, Equatable {
    /// Sends no sound, or sends it again once the server lets this person: `tooManyUnmuted` where it does not.
    case muted(Bool)
    /// Sends the camera, or no more; `noPictures` where there is none.
    case video(Bool)
    /// Shares a screen or a window beside the camera, another one in its place, or nothing. What cannot be captured is `unusable`,
    /// and nothing is shared then. What is gone ends the share by itself, with a notice.
    case screen(ScreenSource?)
    /// Uses these devices from now on, where the call captures and plays at all. What is not connected has the default in its
    /// place, with a notice; `media` where one does not open: what was used before goes on.
    case devices(DeviceWishes)
    /// Raises the person's hand, or lowers it; it goes down with the end of the call, and by nobody else.
    case hand(isRaised: Bool)
    /// Shows all in the call a reaction, once; of several within a second the last one.
    case reaction(Reaction)
    /// How loud somebody in the call is for this device, in percent: 0 to 200, and what is beyond is taken as the nearest.
    case volume(Int, of: UserID)
    /// Plays the sound of somebody in the call, or no more. They are not told.
    case heard(Bool, of: UserID)
    /// Whose video is on the screen, the most important first: theirs is received, as many as there are slots
    /// (`CallOptions.slots`), and nobody else's; what they share before their cameras. Nil leaves it to who speaks.
    case shown([UserID]?)
}
