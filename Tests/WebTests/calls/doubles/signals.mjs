import { decodeSignal } from '../../../../Web/protocol/signaling/signals.js';

/** A signal as it is read at the other end of a connection. */
export const readSignal = (signal) => decodeSignal(new TextEncoder().encode(JSON.stringify(signal)));
