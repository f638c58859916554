/** The bounds of keys and opening (e2ee 5 and 8); times in milliseconds. */
export const limits = Object.freeze({
    /** How long an older key still opens frames after a frame of a newer one was opened. */
    olderKeyLife: 2000,
    /** How long it does so at most after a newer key arrived, and how long an unknown tag is remembered. */
    longestOlderKeyLife: 10_000,
    /** Generations of a sender held at once. */
    generations: 8,
    /** How long frames of an unknown tag are held, counted from the first one. */
    holdTime: 300,
    /** The most frames held at once. */
    heldFrames: 64,
    /** The most frames of an encoder that wait to be sealed. */
    unsealedFrames: 60,
    /** The most unknown tags remembered at once. */
    unknownTags: 32,
    /** The most frames of unknown runs tried per second. */
    trialsPerSecond: 20,
    /** How long a sender's older run stays open after the first authentic frame of a new one. */
    olderSessionLife: 2000,
    /** How long after a switch of a slot frames of the previous sender may still arrive. */
    settling: 2000,
    /** At most two requests for a key frame a second. */
    keyFrameRequestInterval: 500,
    /** The most frames that one KID can seal. */
    counters: 1n << 48n,
});
