/** The bounds of keys and opening (e2ee 5 and 8); times in milliseconds. */
export const limits = Object.freeze({
    /** How long an older key continues to open frames once a frame of a newer one has opened. */
    olderKeyLife: 2000,
    /** How long it does at most, from the coming of a newer one on; and how long an unknown tag is remembered. */
    longestOlderKeyLife: 10_000,
    /** Generations of a sender held at once. */
    generations: 8,
    /** How long frames of an unknown tag are held, counted from the first one. */
    holdTime: 300,
    /** Frames held at once. */
    heldFrames: 64,
    /** Frames of an encoder that wait to be sealed. */
    unsealedFrames: 60,
    /** Unknown tags remembered at once. */
    unknownTags: 32,
    /** Frames of unknown runs tried in a second. */
    trialsPerSecond: 20,
    /** How long a sender's older run stays open after the first good frame of a new one. */
    olderSessionLife: 2000,
    /** How long after a switch of a slot frames may still be those of the sender before. */
    settling: 2000,
    /** At most two requests for a key frame a second. */
    keyFrameRequestInterval: 500,
    /** Frames one KID can seal. */
    counters: 1n << 48n,
});
