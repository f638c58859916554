/// A problem of a microphone or camera that is on but delivers nothing to the others.
public enum CaptureNotice: String, Sendable, Codable, CaseIterable {
    /// The operating system or the headset mutes the microphone.
    case microphoneMutedBySystem
    /// Digital silence: a microphone that works gives noise at least.
    case microphoneSilent
    /// A covered lens, or a picture without light; may be intended.
    case cameraBlack
    /// No picture arrives any more, or always the same one.
    case cameraFrozen
}

/// The output of a microphone and a camera since the last reading. Levels and brightness never leave the device.
public struct CaptureReading: Sendable, Equatable {
    public struct Microphone: Sendable, Equatable {
        /// Whether the person has not muted it.
        public var isOn: Bool
        /// Whether the system or the headset mutes it.
        public var isMuted: Bool
        /// The largest absolute sample as a share of the loudest, 0 … 1; nil if that is unknown.
        public var peak: Double?

        public init(isOn: Bool, isMuted: Bool, peak: Double?) {
            (self.isOn, self.isMuted, self.peak) = (isOn, isMuted, peak)
        }
    }

    public struct Camera: Sendable, Equatable {
        /// Whether the person has not turned it off.
        public var isOn: Bool
        /// Stays the same while no picture arrives, or always the same pixels; nil before the first one.
        public var picture: UInt64?
        /// The mean of that picture, 0 black … 1 white; nil before there was any.
        public var luma: Double?

        public init(isOn: Bool, picture: UInt64?, luma: Double?) {
            (self.isOn, self.picture, self.luma) = (isOn, picture, luma)
        }
    }

    /// nil if no microphone is captured.
    public var microphone: Microphone?
    /// nil if no camera is captured.
    public var camera: Camera?

    public init(microphone: Microphone?, camera: Camera?) { (self.microphone, self.camera) = (microphone, camera) }
}

/// Detects from readings, about one a second, that a microphone or camera that is on delivers nothing, and when that is
/// over. Pure; the page has the same rule (Tests/Vectors/silent-capture.json).
public struct SilentCapture: Sendable, Equatable {
    public struct Change: Sendable, Equatable {
        public let notice: CaptureNotice
        /// Whether the problem is over.
        public let isOver: Bool

        public init(_ notice: CaptureNotice, isOver: Bool) { (self.notice, self.isOver) = (notice, isOver) }
    }

    /// In milliseconds: how long a problem must last.
    static let patience: UInt64 = 10_000
    /// In milliseconds: a longer gap between two readings makes them inconclusive.
    static let longestGap: UInt64 = 3_000
    /// The level of the loudest sample: more than the last bit of 16.
    static let silentBelow = 0.00005
    /// Some headsets send digital silence while no one speaks: after this many times, silence is not reported any more.
    static let silentTimes = 3
    static let blackBelow = 0.02
    static let blackEndsAt = 0.03

    private var lookedAt: UInt64?
    private var ofMicrophone: CaptureNotice?
    private var ofCamera: CaptureNotice?
    private var silentSince: UInt64?
    private var silences = 0
    /// The number of the last picture; nil before the first reading of a camera that is on.
    private var picture: UInt64??
    private var sameSince: UInt64?
    private var darkSince: UInt64?

    public init() {}

    /// - Parameter now: milliseconds; never less than before.
    public mutating func look(at reading: CaptureReading, now: UInt64) -> [Change] {
        if let lookedAt, now > lookedAt + Self.longestGap { (silentSince, sameSince, darkSince) = (nil, nil, nil) }
        lookedAt = now
        let microphone = judge(reading.microphone, now)
        let camera = judge(reading.camera, now)
        defer { (ofMicrophone, ofCamera) = (microphone, camera) }
        return Self.changes(from: ofMicrophone, to: microphone) + Self.changes(from: ofCamera, to: camera)
    }

    private static func changes(from former: CaptureNotice?, to notice: CaptureNotice?) -> [Change] {
        guard former != notice else { return [] }
        return [former.map { Change($0, isOver: true) }, notice.map { Change($0, isOver: false) }].compactMap(\.self)
    }

    private mutating func judge(_ microphone: CaptureReading.Microphone?, _ now: UInt64) -> CaptureNotice? {
        guard let microphone, microphone.isOn, !microphone.isMuted, let peak = microphone.peak,
            peak < Self.silentBelow
        else {
            silentSince = nil
            guard let microphone, microphone.isOn else { return nil }
            if microphone.isMuted { return .microphoneMutedBySystem }
            return microphone.peak == nil && ofMicrophone == .microphoneSilent ? ofMicrophone : nil
        }
        let since = silentSince ?? now
        silentSince = since
        if ofMicrophone == .microphoneSilent { return ofMicrophone }
        guard now >= since + Self.patience, silences < Self.silentTimes else { return nil }
        silences += 1
        return .microphoneSilent
    }

    private mutating func judge(_ camera: CaptureReading.Camera?, _ now: UInt64) -> CaptureNotice? {
        guard let camera, camera.isOn else {
            (picture, sameSince, darkSince) = (nil, nil, nil)
            return nil
        }
        let isSame = picture == .some(camera.picture)
        picture = .some(camera.picture)
        let unchangedSince = isSame ? sameSince ?? now : now
        sameSince = unchangedSince
        let limit = ofCamera == .cameraBlack ? Self.blackEndsAt : Self.blackBelow
        guard let luma = camera.luma, luma < limit else {
            darkSince = nil
            let isFrozen = now >= unchangedSince + Self.patience || isSame && ofCamera == .cameraFrozen
            return isFrozen ? .cameraFrozen : nil
        }
        // A picture that is black and does not change is reported as black alone.
        let since = darkSince ?? now
        darkSince = since
        return ofCamera == .cameraBlack || now >= since + Self.patience ? .cameraBlack : nil
    }
}
