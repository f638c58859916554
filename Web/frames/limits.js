/** The bounds of keys and opening (e2ee 4 and 6); times in milliseconds. */
export const limits = Object.freeze({
    /** How long a key goes on opening after a newer epoch has come. */
    supersededLife: 10_000,
    /** No key older than this seals. */
    sealingAge: 330_000,
    /** How long older keys seal after a leave became known. */
    sealingAfterLeave: 1000,
    /** Keys held at once. */
    liveKeys: 64,
    /** The tag of a new key differs from those of this many before. */
    distinctTags: 8,
    /** How long frames of an unknown tag are held, counted from the first one. */
    holdTime: 300,
    /** Frames held at once. */
    heldFrames: 64,
    /** Frames of an encoder that wait to be sealed. */
    unsealedFrames: 60,
    /** Unknown tags remembered at once. */
    unknownTags: 32,
    /** Frames of unknown sessions tried in a second. */
    trialsPerSecond: 20,
    /** How long a sender's older session stays open after the first good frame of a new one. */
    olderSessionLife: 2000,
    /** Open sessions for each key. */
    sessionsPerKey: 8,
    /** Keys of one tag that are tried. */
    keysPerTag: 2,
    /** Tags of removed keys that are remembered. */
    retiredTags: 8,
    /** At most two requests for a key frame a second. */
    keyFrameRequestInterval: 500,
    /** Frames one session can seal. */
    counters: 1n << 48n,
});
