/// Names the keys under which the layers of one track are sealed, for one whole entry into a call (e2ee 8.1). Pure.
///
/// All layers share run and random number and change them together. Runs only rise, and no KID is given out twice.
public struct SealingRuns: Sendable {
    /// The time for which layers share a run if there are several: the media server could splice in a layer that it held back for
    /// as long as that.
    public static let life: UInt64 = 10 * OpeningLimits.second

    private struct Run {
        let generation: UInt32
        let step: UInt8
        let random: UInt32
        let begunAt: UInt64
        var layers: Set<UInt8> = []
    }

    private var run: Run?
    /// The number of the run that begins next; nil once all were used.
    private var next: UInt16? = 0
    private var number: UInt16 = 0

    public init() {}

    /// For the tests of the last run.
    init(next: UInt16) { self.next = next }

    /// Ends the run: the track is published again, or nothing may be sealed for now.
    public mutating func end() { run = nil }

    /// The KID with which to seal the next frame of a layer; nil if all runs are used up.
    ///
    /// - Parameters:
    ///   - held: the KID of the layer's sealer. The answer is that KID, or one that was never given out before.
    ///   - random: 30 bits of the system's generator; asked when a run begins.
    public mutating func keyID(
        layer: UInt8, held: SenderFrameKeyID?, generation: UInt32, step: UInt8, now: UInt64, random: () -> UInt64
    ) -> SenderFrameKeyID? {
        if let run, run.generation == generation, run.step == step, !isOver(run, now: now) {
            let keyID = keyID(layer, of: run)
            if keyID == held { return keyID }
            if !run.layers.contains(layer) {
                self.run?.layers.insert(layer)
                return keyID
            }
            // The layer has another sealer than the run began with, whose counter would start over.
        }
        guard let next else { return nil }
        number = next
        self.next = next == .max ? nil : next + 1
        let begun = Run(
            generation: generation, step: step, random: UInt32(truncatingIfNeeded: random()), begunAt: now,
            layers: [layer])
        run = begun
        return keyID(layer, of: begun)
    }

    private func isOver(_ run: Run, now: UInt64) -> Bool {
        run.layers.count > 1 && now >= run.begunAt &+ Self.life
    }

    private func keyID(_ layer: UInt8, of run: Run) -> SenderFrameKeyID {
        SenderFrameKeyID(
            generation: run.generation, step: run.step, run: number, random: run.random, layer: layer)
    }
}
