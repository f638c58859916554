import { readReplyJoin } from '../entering/join.js';
import { replyLength } from './call-reply.js';
import { openMessageText, readOpenMessage } from './open-message.js';

/**
 * Carries a reply to the device that rings: `identity~join~~vouch~open`, with the join signed as `ecall-reply` (e2ee 2).
 * @typedef {{ join: import('../entering/join.js').Join, open: import('./open-message.js').OpenMessage }} ReplyMessage
 */

const longest = 4096;
const sealedLength = replyLength + 16;

/**
 * Null for anything but the canonical form of a reply.
 * @param {string} text
 * @returns {Promise<ReplyMessage | null>}
 */
export async function readReplyMessage(text) {
    const end = text.length <= longest ? text.lastIndexOf('~') : -1;
    const open = end < 0 ? null : readOpenMessage(text.slice(end + 1), sealedLength);
    const join = open && await readReplyJoin(text.slice(0, end)).catch(() => null);
    return join && open?.from === join.hash ? { join, open } : null;
}

/** @param {ReplyMessage} message */
export const replyMessageText = ({ join, open }) => `${join.text}~${openMessageText(open)}`;
