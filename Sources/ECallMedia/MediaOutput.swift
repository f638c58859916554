public import ECallLanguage

/// The outputs for received video and audio that a person wants.
public struct Rendering: Codable, Sendable, Equatable {
    /// The displays on which a window may be opened, best first.
    public var displays: [Display]
    /// The largest size of the pictures that are delivered if no window can be opened; nil if there is no receiver for them.
    public var box: PictureBox?
    /// Whether pictures are shown; otherwise only audio is played, and the displays are not examined.
    public var showsPictures: Bool
    public var playsSound: Bool

    public init(
        displays: [Display], box: PictureBox? = nil, showsPictures: Bool = true, playsSound: Bool = true
    ) {
        self.displays = displays
        self.box = box
        self.showsPictures = showsPictures
        self.playsSound = playsSound
    }

    /// Sound alone.
    public static let soundOnly = Rendering(displays: [], showsPictures: false)
}

/// A display server. Named in full: the process that opens the window may have another environment than the person.
public enum Display: Codable, Sendable, Equatable {
    /// The path of its socket.
    case wayland(socket: String)
    /// The name, such as `:0`, and the file of its cookies if it is not the usual one.
    case x11(name: String, authority: String?)
}

/// The largest size that pictures are wanted in.
public struct PictureBox: Codable, Sendable, Equatable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A decoded picture: rows of red, green and blue bytes without gaps.
public struct Picture: Sendable, Equatable {
    public var width: Int
    public var height: Int
    public var pixels: [UInt8]

    public init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// A view of the app that shows a participant's video, wherever it is on the screen.
public struct VideoSurface: Hashable, Sendable {
    public enum Kind: Sendable { case camera, screen }

    /// The id of the user who sends it; nil for the own camera.
    public var person: UInt64?
    public var kind: Kind

    public init(person: UInt64?, kind: Kind) { (self.person, self.kind) = (person, kind) }
}

/// The outputs of decoded media; found by `MediaEngine.prepare`.
public struct MediaOutput: Sendable, Equatable {
    public enum Pictures: Sendable, Equatable {
        case discarded
        /// In a window, by this element.
        case window(Display, element: String)
        /// Delivered a few times a second.
        case handedOver(PictureBox)
        /// In a view of the app (`SubscriberConfiguration.surface`).
        case surface
    }

    public var pictures: Pictures
    /// The device that sound is played on; nil if it is not played.
    public var loudspeaker: DeviceSelection?

    public init(pictures: Pictures = .discarded, loudspeaker: DeviceSelection? = nil) {
        self.pictures = pictures
        self.loudspeaker = loudspeaker
    }

    /// Neither shown nor played.
    public static let nowhere = MediaOutput()
}

/// A person's wishes for the media of a call, before anyone is rung.
public struct MediaWishes: Sendable, Equatable {
    public var source: MediaSource
    /// Whether to send video.
    public var video: Bool
    public var recordDirectory: String?
    public var rendering: Rendering?
    /// The devices to use, of the kinds that are used at all.
    public var devices: DeviceWishes

    public init(
        source: MediaSource, video: Bool, recordDirectory: String? = nil, rendering: Rendering? = nil,
        devices: DeviceWishes = DeviceWishes()
    ) {
        self.source = source
        self.video = video
        self.recordDirectory = recordDirectory
        self.rendering = rendering
        self.devices = devices
    }
}

/// The wishes that can be fulfilled.
public struct PreparedMedia: Sendable, Equatable {
    /// Never `automatic`: the source found is named.
    public var source: MediaSource
    /// Whether there is something to send; without, silence is sent, as by those who mute.
    public var hasSound: Bool
    public var hasPictures: Bool
    public var output: MediaOutput
    /// Notices for the person before the call.
    public var notices: [Text]

    public init(
        source: MediaSource, hasSound: Bool = true, hasPictures: Bool, output: MediaOutput = .nowhere,
        notices: [Text] = []
    ) {
        self.source = source
        self.hasSound = hasSound
        self.hasPictures = hasPictures
        self.output = output
        self.notices = notices
    }
}
