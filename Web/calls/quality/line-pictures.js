/** In bits a second. */
export const leastOfPicture = 100_000;
/**
 * A picture is starved if its received bitrate is below the first and its loss above the second: delay alone lowers the estimated capacity
 * for someone who sends little.
 */
const tooLittle = { rate: 70_000, loss: 0.1 };
/** Above this loss no picture gets through, and reports that might help don't either: no picture is received for a while. */
const flooded = 0.5;
const noLoss = 0.02;
/**
 * In milliseconds: how long the bitrate must be too low before fewer pictures are received, and how long after a change before their number
 * drops again.
 */
const patience = 1000;
const settling = 2000;
/** In milliseconds: how long the bitrate must suffice before one more picture is received; longer the more often that was too much. */
const waits = { shortest: 20_000, longest: 160_000 };

/**
 * How many pictures a connection can carry at once. Fewer if each gets too little bitrate, since no sender reduces its own for the sake of
 * one receiver; one more after a while in which it was enough. In a group call none at all if necessary, so that people are heard. Swift
 * has the same rule (Tests/Vectors/line-pictures.json).
 */
export class LinePictures {
    /** @type {number | null} null for any number */
    most = null;
    #changedAt = -Infinity;
    #raisedAt = -Infinity;
    /** @type {number | null} */
    #shortSince = null;
    /** @type {number | null} */
    #cleanSince = null;
    #wait = waits.shortest;

    /**
     * @param {{ limit: number | null, loss: number }[]} pictures that are received: what the line carries of each, in bits a second,
     *     null for any; and the share that was lost since the last look
     * @param {number} leastLoss of everything that is received, what loses least: a line that is too narrow takes from all, and where
     *     one sender alone loses, it is their own line
     * @param {number} others of how many people something is received
     * @param {number} now
     */
    take(pictures, leastLoss, others, now) {
        const isOwnLine = leastLoss > noLoss;
        const poor = pictures.filter(({ limit }) => isOwnLine && limit !== null && limit < tooLittle.rate);
        if (!poor.some(({ loss }) => loss > tooLittle.loss)) {
            // Between too little and enough, nothing changes.
            return poor.length > 0 ? undefined : this.#isClean(pictures.length, now);
        }
        this.#cleanSince = null;
        // The only picture stays, however poor.
        if (others < 2) return void (this.#shortSince = null);
        this.#shortSince ??= now;
        if (now < this.#shortSince + patience || now < this.#changedAt + settling) return undefined;
        this.#wait = now < this.#raisedAt + waits.shortest ? Math.min(2 * this.#wait, waits.longest) : waits.shortest;
        const isFlooded = poor.some(({ loss }) => loss > flooded);
        const fitting = isFlooded ? 0 : Math.floor(pictures.reduce((/** @type {number} */ sum, { limit }) => sum + (limit ?? leastOfPicture), 0) / leastOfPicture);
        this.most = Math.min(pictures.length - 1, fitting);
        this.#changedAt = now;
        this.#shortSince = null;
        return undefined;
    }

    /**
     * @param {number} count
     * @param {number} now
     */
    #isClean(count, now) {
        this.#shortSince = null;
        this.#cleanSince ??= now;
        if (this.most === null || now < this.#cleanSince + this.#wait) return;
        // There are no more pictures than that.
        this.most = count < this.most ? null : this.most + 1;
        this.#raisedAt = now;
        this.#cleanSince = now;
    }
}
