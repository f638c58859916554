/**
 * Why nothing was read of a picture: `noCode` is in it, one is `damaged` beyond repair, or one is `unsupported`, as in
 * kanji or a part of several.
 * @typedef {'noCode' | 'damaged' | 'unsupported'} UnreadableReason
 */

/** The only error that reading a picture ends with. */
export class UnreadableError extends Error {
    /** @param {UnreadableReason} reason */
    constructor(reason) {
        super(reason);
        this.name = 'UnreadableError';
        this.reason = reason;
    }
}
