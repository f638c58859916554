import { endpoints } from '../protocol/http/endpoints.js';

/** @typedef {import('./scope.js').WorkerScope} WorkerScope */
/** @typedef {import('./worker-device.js').WorkerDevice} WorkerDevice */

/**
 * Tells the server where this device is reached from now on, when the browser has changed that. What fails is done as the page is opened next.
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 */
export function renewSubscription(scope, device) {
    scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewed(event, scope, device).catch(() => {})));
}

/**
 * @param {import('./scope.js').SubscriptionChangeEvent} event
 * @param {WorkerScope} scope
 * @param {WorkerDevice} device
 */
async function renewed({ oldSubscription, newSubscription }, scope, device) {
    const wasTold = await device.asDevice(async (api) => {
        const subscription = newSubscription ?? (oldSubscription && await scope.registration.pushManager.subscribe(oldSubscription.options));
        if (subscription) await api.send(endpoints.setWebPushSubscription, { body: subscription.toJSON() });
    });
    if (!wasTold) for (const window of await device.windows()) window.postMessage({ type: 'subscribe' });
}
