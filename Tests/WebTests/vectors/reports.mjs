import { isDeepStrictEqual } from 'node:util';
import { bytesOfReport, reportOf } from '../../../Web/keys/channels/report-message.js';
import { bytesOf, hexOf } from './hex.mjs';

/** The rows that are read or written differently than recorded. */
export function checkReports(rows) {
    const wrong = [];
    for (const { name, bytes, content, isWritten } of rows) {
        const { reception = null, ...gestures } = content ?? {};
        const expected = content && { reception, gestures };
        // From the middle of a buffer, where opened reports can be.
        const padded = Uint8Array.from([9, 9, 9, ...bytesOf(bytes), 9]);
        const found = reportOf(padded.subarray(3, padded.length - 1));
        if (!isDeepStrictEqual(found, expected)) wrong.push(`${name}: read ${JSON.stringify(found)}`);
        if (isWritten && hexOf(bytesOfReport(expected)) !== bytes) wrong.push(`${name}: written ${hexOf(bytesOfReport(expected))}`);
    }
    return rows.length === 25 ? wrong : [`${rows.length} rows`];
}
