import { keepSubscription } from '../notifications/push-subscription.js';

/** @typedef {import('./scope.js').WorkerScope} WorkerScope */
/** @typedef {import('./worker-device.js').WorkerDevice} WorkerDevice */

/**
 * Tells the server where this device is reached from now on, when the browser has changed that: what it was, browsers do not all say. What
 * fails is done as the page is opened next.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 */
export function renewSubscription(scope, device) {
    scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewed(scope, device).catch(() => {})));
}

/**
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 */
async function renewed(scope, device) {
    const wasTold = await device.asDevice((api) => keepSubscription(api, scope.registration.pushManager, true));
    if (!wasTold) for (const window of await device.windows()) window.postMessage({ type: 'subscribe' });
}
