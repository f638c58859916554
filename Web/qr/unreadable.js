/**
 * Why nothing was read from a picture: `noCode` is in it, one is `damaged` beyond repair, or one is `unsupported`, as in kanji or a part of
 * several; `noReader` if there is no reader at all.
 * @typedef {'noCode' | 'damaged' | 'unsupported' | 'noReader'} UnreadableReason
 */

/** The only error that reading a picture throws. */
export class UnreadableError extends Error {
    /** @param {UnreadableReason} reason */
    constructor(reason) {
        super(reason);
        this.name = 'UnreadableError';
        this.reason = reason;
    }
}
