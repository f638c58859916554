/** How loud somebody is who begins to speak, and who still does: 0 … 1, as browsers count (RFC 6464's levels as a share). */
const begins = 0.02;
const goesOn = 0.008;
/** So many looks in a row have to be loud: a click is none. */
const loudLooks = 2;
/** A pause between words is no end, in milliseconds. */
const pause = 1000;

/** Who speaks, by how loud their sound is after it was opened here: nobody else learns it. */
export class Speaking {
    /** @type {Map<number, { looks: number, heardAt: number, isSpeaking: boolean }>} */
    #people = new Map();

    /**
     * @param {Map<number, number>} levels of those who are heard, by person
     * @param {number} now
     * @returns {number[]} who speaks, in order of their numbers
     */
    take(levels, now) {
        for (const user of [...this.#people.keys()]) if (!levels.has(user)) this.#people.delete(user);
        for (const [user, level] of levels) {
            const before = this.#people.get(user) ?? { looks: 0, heardAt: -Infinity, isSpeaking: false };
            const looks = level >= begins ? before.looks + 1 : 0;
            const heardAt = level >= goesOn ? now : before.heardAt;
            const isSpeaking = before.isSpeaking ? now < heardAt + pause : looks >= loudLooks;
            this.#people.set(user, { looks, heardAt, isSpeaking });
        }
        return [...this.#people].filter(([, { isSpeaking }]) => isSpeaking).map(([user]) => user).sort((one, other) => one - other);
    }
}
