import { limits } from './limits.js';

/** How long frames are held for tags without a key: counted from each tag's first frame (e2ee 8.2). */
export class HeldTags {
    /** @type {Map<number, number>} */
    #deadlines = new Map();

    /**
     * The deadline until which a frame may be held; null if there are too many unknown tags.
     * @param {number} tag
     * @param {number} now
     * @returns {number | null}
     */
    deadline(tag, now) {
        const known = this.#deadlines.get(tag);
        if (known !== undefined) return known;
        if (this.#deadlines.size >= limits.unknownTags) {
            // A tag whose wait ended long ago may wait again: forged tags must not fill the memory.
            for (const [old, end] of this.#deadlines) if (now >= end + limits.longestOlderKeyLife) this.#deadlines.delete(old);
        }
        if (this.#deadlines.size >= limits.unknownTags) return null;
        this.#deadlines.set(tag, now + limits.holdTime);
        return now + limits.holdTime;
    }

    /** @param {number} tag */
    release(tag) { this.#deadlines.delete(tag); }
}
