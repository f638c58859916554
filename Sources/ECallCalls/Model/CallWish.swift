public import ECallAPI
public import ECallMedia
public import ECallSecurity

/// A wish of this device's person during a call; carried out by `CallControlling.carryOut`.
public enum CallWish: Sendable, Equatable {
    /// Stops sending sound, or sends it again once the server lets this person: `tooManyUnmuted` if it does not.
    case muted(Bool)
    /// Starts or stops sending the camera; `noPictures` if there is none.
    case video(Bool)
    /// Shares a screen or a window beside the camera, replaces it by another, or stops sharing. If it cannot be captured, it is
    /// `unusable` and nothing is shared. A source that disappears ends the share, with a notice.
    case screen(ScreenSource?)
    /// Uses these devices from now on, if the call captures and plays at all. A device that is not connected is replaced by the
    /// default, with a notice; `media` if one does not open: the former ones stay in use.
    case devices(DeviceWishes)
    /// Raises or lowers the person's hand. It is lowered at the end of the call, and no one else can lower it.
    case hand(isRaised: Bool)
    /// Shows everyone in the call a reaction, once; only the last of several within a second.
    case reaction(Reaction)
    /// Sets a participant's volume on this device, in percent: 0 to 200, and values beyond are taken as the nearest.
    case volume(Int, of: UserID)
    /// Starts or stops playing a participant's sound. They are not told.
    case heard(Bool, of: UserID)
    /// The people whose video is on the screen, the most important first: theirs is received, up to the number of slots
    /// (`CallOptions.slots`), and no one else's; shared screens before cameras. Nil selects the speakers.
    case shown([UserID]?)
}
