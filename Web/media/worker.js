// The worker of one call. It ends with the call, and its keys with it.
import { clockWithSleep } from './clock-with-sleep.js';
import { FrameWorker } from './frame-worker.js';

/**
 * The scope that TypeScript's library doesn't declare yet: https://www.w3.org/TR/webrtc-encoded-transform/#DedicatedWorkerGlobalScope
 * @typedef {object} WorkerScope
 * @property {(message: unknown) => void} postMessage
 * @property {(event: MessageEvent) => void} onmessage
 * @property {(event: { transformer: import('./worker-messages.js').ScriptTransformer }) => void} onrtctransform
 */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const worker = new FrameWorker((message) => scope.postMessage(message), clockWithSleep());
scope.onmessage = (/** @type {MessageEvent} */ { data }) => worker.receive(data);
scope.onrtctransform = (/** @type {{ transformer: import('./worker-messages.js').ScriptTransformer }} */ { transformer }) => worker.transform(transformer);
scope.postMessage({ type: 'ready' });
