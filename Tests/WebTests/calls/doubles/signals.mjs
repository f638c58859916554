import { decodeSignal } from '../../../../Web/protocol/signaling/signals.js';

/** A signal as parsed at the other end of a connection. */
export const readSignal = (signal) => decodeSignal(new TextEncoder().encode(JSON.stringify(signal)));
