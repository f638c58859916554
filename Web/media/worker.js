// The worker of one call. It ends with the call, and its keys with it.
import { FrameWorker } from './frame-worker.js';

const scope = /** @type {any} */ (globalThis);
const worker = new FrameWorker((message) => scope.postMessage(message));
scope.onmessage = (/** @type {MessageEvent} */ { data }) => worker.receive(data);
scope.onrtctransform = (/** @type {{ transformer: import('./worker-messages.js').ScriptTransformer }} */ { transformer }) => worker.transform(transformer);
scope.postMessage({ type: 'ready' });
