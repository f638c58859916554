import { keepSubscription } from '../notifications/push-subscription.js';

/** @typedef {import('./scope.js').WorkerScope} WorkerScope */
/** @typedef {import('./worker-device.js').WorkerDevice} WorkerDevice */

/**
 * Reports this device's new subscription to the server when the browser has changed it: not all browsers name the old one. After a failure,
 * the page does it when it is next opened.
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
