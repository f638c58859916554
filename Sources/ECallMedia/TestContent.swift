/// The content that an engine needs for the source `test` and for reading it back: given to it from outside, by programs that test
/// or demonstrate. An app has none, and an engine without it refuses both.
public protocol TestContent: Sendable {
    /// The tone of a sender in hertz.
    func frequency(of sender: UInt16) -> Int
    /// Marks a raw picture with its sender and the instant on the monotonic clock, in nanoseconds, just before it is encoded; false
    /// if it cannot be marked.
    func mark(
        _ picture: UnsafeMutableRawBufferPointer, _ layout: PictureLayout, sender: UInt16, at nanoseconds: UInt64
    ) -> Bool
    /// Makes the reader of one received track.
    func makeReader() -> any ContentReader
    /// Size and rate of the test picture, of those of a camera.
    func adapt(_ video: PublishedVideo) -> PublishedVideo
}

/// Reads decoded video or audio of one track, in order, on a streaming thread. Returns what to add to the counters.
public protocol ContentReader: Sendable {
    /// - Parameter nanoseconds: when the picture was decoded, on the monotonic clock.
    func read(
        picture: UnsafeRawBufferPointer, _ layout: PictureLayout, at nanoseconds: UInt64
    ) -> ContentStatistics
    /// Little-endian 16-bit mono at 48 kHz, in pieces of any length.
    func read(audio: UnsafeRawBufferPointer) -> ContentStatistics
}

/// The memory layout of the planes of a 4:2:0 picture.
public struct PictureLayout: Sendable, Equatable {
    /// Rows of 8-bit samples, `stride` bytes apart.
    public struct Plane: Sendable, Equatable {
        public var offset: Int
        public var stride: Int

        public init(offset: Int, stride: Int) {
            self.offset = offset
            self.stride = stride
        }
    }

    public var width: Int
    public var height: Int
    public var luma: Plane
    public var blue: Plane
    public var red: Plane

    public init(width: Int, height: Int, luma: Plane, blue: Plane, red: Plane) {
        self.width = width
        self.height = height
        self.luma = luma
        self.blue = blue
        self.red = red
    }
}
