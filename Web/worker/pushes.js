import { provenCall } from '../notifications/caller.js';
import { readPush } from '../notifications/message.js';
import { notificationOf } from '../notifications/options.js';
import { decide } from '../notifications/rules.js';
import { minuteOf, notificationsOf } from '../notifications/settings.js';
import { areContacts } from '../session/shown-lists.js';
import { loadTextsOrEnglish } from '../texts/load.js';
import { wantedLanguages } from './chosen-language.js';

/** @typedef {import('./scope.js').WorkerScope} WorkerScope */
/** @typedef {import('./worker-device.js').WorkerDevice} WorkerDevice */

/**
 * Shows the server's news while the page isn't visible. Each push must show something, otherwise browsers do so themselves, and end the
 * subscription.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 * @param {(path: string) => Promise<Response>} fetched a file of the page
 */
export function showPushes(scope, device, fetched) {
    scope.addEventListener('push', (event) => {
        const push = readPush(event.data?.text());
        event.waitUntil(device.inTurn(() => shown(push, scope, device, fetched).catch(() => nameless(scope))));
    });
}

/**
 * @param {import('../notifications/message.js').Push | null} push
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 * @param {(path: string) => Promise<Response>} fetched
 */
async function shown(push, scope, device, fetched) {
    const [database, isSeen] = await Promise.all([device.database(), device.isSeen()]);
    const known = await knownOf(push, database, device);
    const { show, close, calls } = decide(push, { ...known, isSeen });
    await database.put('toldCalls', calls);
    if (close !== null) for (const notification of await scope.registration.getNotifications({ tag: close })) notification.close();
    if (show === null) return;
    const before = await scope.registration.getNotifications({ tag: show.tag });
    const { title, options } = notificationOf(show, await loadTextsOrEnglish(await wantedLanguages(scope, database), fetched), before.some(({ data }) => data?.kind === show.data.kind));
    await scope.registration.showNotification(title, options);
}

/**
 * The known state for a push, read when it is handled.
 * @param {import('../notifications/message.js').Push | null} push
 * @param {import('../session/database.js').KeyValueStore} database
 * @param {WorkerDevice} device
 */
async function knownOf(push, database, device) {
    const [account, tokens, notifications, contacts, told, settled, pins, rung] = await Promise.all([
        database.get('account'), database.get('tokens'), database.get('notifications'), database.get('shownContacts'),
        database.get('toldCalls'), database.get('settledCalls'), database.get('devicePins'), database.get('rungInvites'),
    ]);
    // A push for an account that has signed out here reveals nothing.
    if (!account || !tokens) throw new Error('nobody is signed in');
    const caller = push !== null && 'caller' in push ? push.caller : null;
    const time = await device.time();
    // The stored clock difference may be outdated: only the server's own time can decide that a call doesn't ring.
    const isDoubtful = push?.kind === 'ring' && (push.endsAt <= time.now || time.isOff);
    const now = isDoubtful ? await device.askTime() : time.now;
    const calls = told ?? [];
    const rang = calls.flatMap(({ callId, caller: of, seq }) => (seq === null ? [] : [{ callId, caller: of, seq }]));
    const proven = push?.kind === 'ring' ? await provenCall(push, { ownUser: account.userId, pins: pins ?? null, rung: rung ?? {}, rang, now }) : null;
    return { settings: notificationsOf(notifications), now, minute: minuteOf(new Date(now)), calls, settled: settled ?? [], proven, name: caller === null ? null : nameOf(caller, contacts, account.userId) };
}

/**
 * This person's name for the sender of a push, if they are a contact of this account.
 * @param {string} caller `"<userId>_<deviceId>"`
 * @param {import('../session/database.js').Shown | undefined} kept
 * @param {number} ownUser
 * @returns {string | null}
 */
function nameOf(caller, kept, ownUser) {
    if (kept?.userId !== ownUser || !areContacts(kept.list)) return null;
    return kept.list.find(({ contactId }) => contactId === Number(caller.split('_')[0]))?.contactName || null;
}

/**
 * Without any data, not even the texts: the name of the program, which is the same in all languages.
 * @param {WorkerScope} scope
 */
const nameless = (scope) => scope.registration.showNotification('ECall', { tag: 'other', silent: true, icon: '/icons/icon-192.png', data: { kind: 'other' } });
