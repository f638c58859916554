import ECallMedia

/// Size and rates of the video that is sent.
struct PictureFormat: Sendable, Equatable {
    let width: Int
    let height: Int
    let framesPerSecond: Int
    /// In bit/s.
    let bitrate: Int

    /// Sides are even (4:2:0) and within what H.264 level 3.1 and up carries.
    init(_ video: PublishedVideo) {
        width = min(max(video.width, 32), 3_840) & ~1
        height = min(max(video.height, 32), 2_160) & ~1
        framesPerSecond = min(max(video.framesPerSecond, 1), 60)
        bitrate = min(max(video.bitrate, 50_000), 20_000_000)
    }

    /// Returns the format of a screen or window of this size: text is read at its own size, and few pictures will do (decision 65).
    static func screen(_ size: PictureBox) -> PictureFormat {
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        let scale = min(1, 1_920 / max(long, 1), 1_080 / max(short, 1))
        func side(_ pixels: Int) -> Int { max(32, Int((Double(pixels) * scale).rounded())) & ~1 }
        return PictureFormat(
            width: side(size.width), height: side(size.height), framesPerSecond: 15,
            bitrate: ScreenRates.highest)
    }

    /// With fewer and smaller frames; the bit rate is its own matter.
    func divided(by step: PictureSteps.Step) -> PictureFormat {
        PictureFormat(
            width: max(32, width / step.size) & ~1, height: max(32, height / step.size) & ~1,
            framesPerSecond: max(1, framesPerSecond / step.frames), bitrate: bitrate)
    }

    private init(width: Int, height: Int, framesPerSecond: Int, bitrate: Int) {
        (self.width, self.height, self.framesPerSecond, self.bitrate) = (width, height, framesPerSecond, bitrate)
    }

    var caps: String {
        "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(framesPerSecond)/1,"
            + "pixel-aspect-ratio=1/1"
    }
}
