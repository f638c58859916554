/// The shares of a screen and of the camera sent with it in the bitrate, in bits a second (decision 65). Pure.
struct ScreenRates: Sendable, Equatable {
    /// The highest rates on a clean network of a screen, and of a camera sent with one.
    static let highest = 1_200_000
    static let camera = 250_000
    /// Less shows nothing.
    private static let lowest = 120_000
    /// Below the first there are fewer pictures, never smaller ones; above the second there are as many as usual.
    private static let fewer = 400_000
    private static let all = 600_000
    /// Seven pictures a second.
    private static let fewest = PictureSteps.Step(frames: 2)

    private(set) var screen: Int
    private(set) var camera: Int
    private(set) var step: PictureSteps.Step

    /// - Parameters:
    /// - total: the bitrate of both together.
    ///   - former: the rates before; nil at the beginning of a share.
    init(total: Int, after former: ScreenRates?) {
        screen = min(Self.highest, max(Self.lowest, total * 3 / 4))
        camera = max(UplinkRate.lowest, min(Self.camera, total - screen))
        let isFew = screen < (former?.step == Self.fewest ? Self.all : Self.fewer)
        step = isFew ? Self.fewest : PictureSteps.Step()
    }
}
