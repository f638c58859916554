/**
 * Root mean square as a share of the loudest: about -36 and -42 dB. The rule is that of ECallMedia's SpeechDetector
 * (Tests/Vectors/speech.json).
 */
const begins = 0.016;
const goesOn = 0.008;
/** In milliseconds: speech is longer than a click, and its end is longer than a pause between words. */
const shortest = 40;
const pause = 600;

/** @typedef {{ loudSince: number | null, heardAt: number, isSpeaking: boolean }} Speech */

/**
 * @param {Speech | undefined} before
 * @param {number} level 0 … 1
 * @param {number} now
 * @returns {Speech}
 */
function speech(before, level, now) {
    const loudSince = level >= begins ? before?.loudSince ?? now : null;
    const heardAt = level >= goesOn ? now : before?.heardAt ?? 0;
    const isSpeaking = before?.isSpeaking ? now < heardAt + pause : loudSince !== null && now >= loudSince + shortest;
    return { loudSince, heardAt, isSpeaking };
}

/** Detects who speaks from the level of their decrypted audio, on this device: no one else learns it. */
export class Speaking {
    /** @type {Map<number, Speech>} */
    #people = new Map();

    /**
     * @param {Map<number, number>} levels of those who are heard, by person
     * @param {number} now
     * @returns {number[]} the people who speak, in order of their numbers
     */
    take(levels, now) {
        for (const user of [...this.#people.keys()]) if (!levels.has(user)) this.#people.delete(user);
        for (const [user, level] of levels) this.#people.set(user, speech(this.#people.get(user), level, now));
        return [...this.#people].filter(([, { isSpeaking }]) => isSpeaking).map(([user]) => user).sort((one, other) => one - other);
    }
}
