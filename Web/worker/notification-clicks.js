import { endpoints } from '../protocol/http/endpoints.js';
import { APIError } from '../protocol/errors.js';

/** @typedef {import('./scope.js').WorkerScope} WorkerScope */
/** @typedef {import('./worker-device.js').WorkerDevice} WorkerDevice */
/** @typedef {import('../features/notifications/call-request.js').CallRequest} CallRequest */

/** @type {Readonly<Record<string, string>>} the target of a click on a notification, by its subject */
const places = Object.freeze({ calls: '#/calls', requests: '#/requests', contacts: '#/contacts' });

/**
 * Executes a click on a notification, or on a button of it.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 */
export function answerClicks(scope, device) {
    scope.addEventListener('message', (event) => {
        const { data, source } = event;
        if (data === 'device' && source) event.waitUntil(device.database().then((database) => database.put('deviceWindow', source.id)));
    });
    scope.addEventListener('notificationclick', (event) => {
        const { notification, action } = event;
        const { kind, callId, endsAt } = notification.data ?? {};
        notification.close();
        if (kind !== 'ring') event.waitUntil(opened(scope, device, Object.hasOwn(places, kind) ? places[kind] : null));
        else if (action === 'decline') event.waitUntil(declined(scope, device, { kind: 'decline', callId, until: endsAt }));
        else if (action === 'answer') event.waitUntil(asked(scope, device, { kind: 'answer', callId, until: endsAt }));
        // A click outside the buttons only shows it.
        else event.waitUntil(opened(scope, device, null));
    });
}

/**
 * Brings the page to the front, and opens a place in it.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 * @param {string | null} fragment null: stays where it is
 */
async function opened(scope, device, fragment) {
    const [window] = await device.windows();
    if (window === undefined) return void await scope.clients.openWindow(`/${fragment ?? ''}`);
    // A browser may refuse to bring it to the front; the page navigates nevertheless.
    await window.focus().catch(() => {});
    if (fragment !== null) tell(window, { type: 'go', fragment });
}

/**
 * Passes the chosen action to the page, and brings it to the front.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 * @param {CallRequest} request
 */
async function asked(scope, device, request) {
    await (await device.database()).put('callRequest', request);
    await opened(scope, device, null);
    for (const window of await device.windows()) tell(window, { type: 'callRequest' });
}

/**
 * Declines: through the window that is the device, without navigating it; directly if there is none, without opening a window.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 * @param {CallRequest} request
 */
async function declined(scope, device, request) {
    const isDone = await device.asDevice((api) => api.send(endpoints.endCall, { body: { callId: request.callId } })).catch((error) => (isOver(error) ? true : null));
    if (isDone) return device.inTurn(() => noted(device, request.callId));
    // A request that couldn't be sent to the server is left to the page, which can show it and retry.
    if (isDone === null) return asked(scope, device, request);
    await (await device.database()).put('callRequest', request);
    for (const window of await device.windows()) tell(window, { type: 'callRequest' });
}

/**
 * A late ring of this call is ignored.
 * @param {WorkerDevice} device
 * @param {number} callId
 */
async function noted(device, callId) {
    const database = await device.database();
    const calls = await database.get('toldCalls') ?? [];
    const at = (await device.time()).now;
    await database.put('toldCalls', calls.map((call) => (call.callId === callId ? { ...call, end: /** @type {const} */ ('here'), at } : call)));
}

/**
 * The server has answered that there is nothing left to decline; an unknown sign-in is a different case.
 * @param {unknown} error
 */
const isOver = (error) => error instanceof APIError && error.isFinal;

/**
 * @param {import('./scope.js').WindowClient} window
 * @param {import('../features/notifications/call-request.js').WorkerMessage} message
 */
const tell = (window, message) => window.postMessage(message);
