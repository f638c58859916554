import { openReport, readReportMessage, sealReport } from '../keys/channels/reception-report.js';
import { limits } from './limits.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */

/**
 * Takes over whose media this device receives and how; to whom nothing is said any more gets nothing (e2ee 5, `report`).
 * @param {KeyDistribution} core
 * @param {Record<string, ReceptionReport>} reports
 */
export function receiving(core, reports) {
    core.reports = new Map(Object.entries(reports).filter(([address]) => address !== core.address));
}

/**
 * Sends what has changed to those it is about, in one signal, at most every two seconds.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export async function sendReports(core, now) {
    if (now < core.nextReport) return;
    for (const [address, report] of core.reports) {
        const channel = channelTo(core, address);
        if (!channel || now < dueAt(channel, report)) continue;
        // Taken before anything suspends: a number never seals two reports.
        const n = channel.reportCount;
        channel.reportCount += 1;
        channel.lastReport = { report: JSON.stringify(report), at: now };
        core.nextReport = now + limits.reportInterval;
        core.outbox.reports.set(address, await sealReport(report, n, channel.key));
    }
}

/**
 * When a report that has changed may go out, or one that may be lost goes out again.
 * @param {KeyDistribution} core
 */
export function reportInstants(core) {
    return [...core.reports].flatMap(([address, report]) => {
        const channel = channelTo(core, address);
        return channel ? [Math.max(core.nextReport, dueAt(channel, report))] : [];
    });
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 */
function channelTo(core, address) {
    const entry = core.peers.get(address)?.current;
    return entry?.isMember ? entry.sending : null;
}

/**
 * @param {import('./peer.js').SendingChannel} channel
 * @param {ReceptionReport} report
 */
function dueAt({ lastReport }, report) {
    return lastReport?.report === JSON.stringify(report) ? lastReport.at + limits.reportRepetition : 0;
}

/**
 * @param {KeyDistribution} core
 * @param {string} sender
 * @param {string} text
 */
export async function receivedReport(core, sender, text) {
    const message = readReportMessage(text);
    const entry = core.peers.get(sender)?.current;
    if (!message || !entry?.isMember || !entry.receiving || message.n < entry.receiving.nextReport) return;
    const report = await openReport(message, entry.receiving.key);
    if (!report) return;
    entry.receiving.nextReport = message.n + 1;
    core.actions.push({ type: 'reported', from: sender, report });
}
