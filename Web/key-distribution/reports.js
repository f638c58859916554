import { openReport, readReportMessage, sealReport } from '../keys/channels/report-message.js';
import { received } from './gestures.js';
import { limits } from './limits.js';
import { isNews, noGestures } from './own-gestures.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('./peer.js').SendingChannel} SendingChannel */
/** @typedef {import('../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */

/**
 * Takes over the reception of each device's media; a device without a report gets an empty one (e2ee 5, `report`).
 * @param {KeyDistribution} core
 * @param {Record<string, ReceptionReport>} reports
 */
export function receiving(core, reports) {
    core.reports = new Map(Object.entries(reports).filter(([address]) => address !== core.address));
}

/**
 * Sends, in one signal, each device the news about it: how its media arrive at most every two seconds, gestures at most every second. Each
 * report contains everything there is to report to its addressee.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export async function sendReports(core, now) {
    const isReportTime = now >= core.nextReport;
    const isGestureTime = now >= core.gestures.next;
    if (!isReportTime && !isGestureTime) return;
    const gestures = core.gestures.shown(now);
    for (const [address, channel] of channels(core)) {
        const reception = core.reports.get(address) ?? null;
        const owesReport = isReportTime && reception !== null && now >= dueAt(channel, reception);
        const owesGestures = isGestureTime && now >= gesturesDueAt(channel, gestures);
        if (!owesReport && !owesGestures) continue;
        // Taken before anything suspends, so that a number never seals two reports.
        const n = channel.reportCount;
        channel.reportCount += 1;
        if (reception) channel.lastReport = { report: JSON.stringify(reception), at: now };
        channel.lastGestures = { gestures, at: now };
        if (owesReport) core.nextReport = now + limits.reportInterval;
        if (owesGestures) core.gestures.next = now + limits.gestureInterval;
        core.outbox.reports.set(address, await sealReport({ reception, gestures }, n, channel.key));
    }
}

/**
 * When a changed report may be sent, or one that may have been lost is repeated.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function reportInstants(core, now) {
    const gestures = core.gestures.shown(now);
    return channels(core).flatMap(([address, channel]) => {
        const reception = core.reports.get(address);
        return [
            ...(reception ? [Math.max(core.nextReport, dueAt(channel, reception))] : []),
            Math.max(core.gestures.next, gesturesDueAt(channel, gestures)),
        ].filter(Number.isFinite);
    });
}

/** @param {KeyDistribution} core */
function channels(core) {
    return [...core.peers].flatMap(([address, { current }]) =>
        (current?.isMember && current.sending ? [/** @type {[string, SendingChannel]} */ ([address, current.sending])] : []));
}

/**
 * When a report is due: at once if it differs from the last one; otherwise it is repeated, since the last one may be lost.
 * @param {SendingChannel} channel
 * @param {ReceptionReport} report
 */
function dueAt({ lastReport }, report) {
    return lastReport?.report === JSON.stringify(report) ? lastReport.at + limits.reportRepetition : 0;
}

/**
 * The same for gestures, of which only a raised hand is repeated; infinity for never.
 * @param {SendingChannel} channel
 * @param {import('../keys/channels/gestures.js').Gestures} gestures
 */
function gesturesDueAt({ lastGestures }, gestures) {
    if (isNews(gestures, lastGestures?.gestures ?? noGestures)) return 0;
    return gestures.isHandRaised && lastGestures ? lastGestures.at + limits.reportRepetition : Infinity;
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedReport(core, sender, text, now) {
    const message = readReportMessage(text);
    const entry = core.peers.get(sender)?.current;
    if (!message || !entry?.isMember || !entry.receiving || message.n < entry.receiving.nextReport) return;
    const content = await openReport(message, entry.receiving.key);
    if (!content) return;
    entry.receiving.nextReport = message.n + 1;
    received(core, entry, sender, content.gestures, now);
    if (content.reception) core.actions.push({ type: 'reported', from: sender, report: content.reception });
}
