/** Tells, of questions of one kind asked at once, which answers are news: those to what was asked after all answered. */
export class AnswerOrder {
    #asked = 0;
    /** @type {Map<string, number>} the latest question of a kind that was answered */
    #answered = new Map();

    /**
     * @param {string} kind
     * @returns {() => boolean} to be called once, as the answer is there: whether it is newer than all before it
     */
    ask(kind) {
        const number = ++this.#asked;
        return () => {
            if (number <= (this.#answered.get(kind) ?? 0)) return false;
            this.#answered.set(kind, number);
            return true;
        };
    }
}
