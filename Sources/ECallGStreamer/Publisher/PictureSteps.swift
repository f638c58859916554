/// The frame rate and size of video that a bitrate still carries: first fewer frames, then smaller ones, or the other way. Pure:
/// takes the time, in nanoseconds of one clock.
///
/// Below some bits a pixel an encoder drops frames where it wants and shows squares; the bits are better spent on fewer pixels.
struct PictureSteps: Sendable {
    /// The divisors of the frame rate and of each side of the picture.
    struct Step: Sendable, Equatable {
        var frames = 1
        var size = 1
    }

    private static let fewerFirst = [Step(), Step(frames: 2), Step(frames: 2, size: 2)]
    private static let smallerFirst = [Step(), Step(size: 2), Step(frames: 2, size: 2)]
    /// Bits a pixel that a picture of its size takes.
    private static let least = 0.02
    /// The margin over the bitrate of a better step, so that the rate does not go to and fro over it.
    private static let margin = 1.3
    /// In nanoseconds: how long the capacity for a better step must last, since each costs a key frame.
    private static let patience: UInt64 = 4_000_000_000

    private let pixels: Double
    private var all = Self.fewerFirst
    private var index = 0
    private var roomSince: UInt64?

    init(_ format: PictureFormat) {
        pixels = Double(format.width * format.height * format.framesPerSecond)
    }

    var step: Step { all[index] }

    /// Takes the current bitrate of video, and whether smaller pictures are preferred to fewer; true if the step has changed.
    mutating func take(_ bitrate: Int, keepsFrameRate: Bool = false, at now: UInt64) -> Bool {
        let (before, former) = (index, step)
        all = keepsFrameRate ? Self.smallerFirst : Self.fewerFirst
        while index + 1 < all.count, Double(bitrate) < takes(index) { index += 1 }
        guard index == before, index > 0, Double(bitrate) >= Self.margin * takes(index - 1) else {
            roomSince = nil
            return step != former
        }
        guard let roomSince, now >= roomSince &+ Self.patience else {
            self.roomSince = roomSince ?? now
            return step != former
        }
        self.roomSince = nil
        index -= 1
        return true
    }

    private func takes(_ index: Int) -> Double {
        let step = all[index]
        return Self.least * pixels / Double(step.frames * step.size * step.size)
    }
}
