import { SenderKey } from '../../../Web/keys/sender-key.js';
import { baseKeyOf } from '../../../Web/frames/key-schedule.js';
import { ReceivedKeys } from '../../../Web/frames/received-keys.js';
import { makeSenderKeyID } from '../../../Web/frames/sender-frame-key-id.js';
import { SenderTrackOpener } from '../../../Web/frames/sender-track-opener.js';
import { SenderTrackSealer } from '../../../Web/frames/sender-track-sealer.js';
import { SFrameKey } from '../../../Web/frames/sframe-key.js';

export const frames = {
    opus: Uint8Array.of(1, 2, 3, 4),
    vp8Key: Uint8Array.of(0x10, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1, 5, 6, 7, 8),
    vp8Delta: Uint8Array.of(0x11, 0, 0, 5, 6, 7, 8),
    h264Key: Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 1, 0, 0, 0, 1, 0x68, 0xce, 1, 0, 0, 0, 1, 0x65, 0x88, 0x84, 7, 7, 7),
    h264Delta: Uint8Array.of(0, 0, 0, 1, 0x41, 0x9a, 0x24, 7, 7, 7),
};

/** The key of a generation at a step: the same each time. */
export async function keyOf(generation, step = 0) {
    let key = new SenderKey(new Uint8Array(32).fill(generation % 251));
    for (let done = 0; done < step; done += 1) key = await key.ratcheted();
    return key;
}

const baseKey = (key) => baseKeyOf(key.bytes, 7, '1_11', 'track');

/** One track of one sender, sealed and opened. */
export class TrackPair {
    keys = new ReceivedKeys();
    opener = new SenderTrackOpener(baseKey);

    constructor(codec = 'opus') { this.codec = codec; }

    async receive(generation, step = 0, now = 0) { this.keys.receive({ generation, step, key: await keyOf(generation, step) }, now); }

    async sealer({ generation = 7, step = 0, run = 0, random = 5, layer = 0, waits = true, firstCounter = 0n } = {}) {
        const keyID = makeSenderKeyID({ generation, step, run, random, layer });
        const key = await SFrameKey.derive(await baseKey(await keyOf(generation, step)), keyID);
        const sealer = new SenderTrackSealer(this.codec, key, waits, firstCounter);
        return async (frame) => {
            const outcome = await sealer.seal(frame ?? (this.codec === 'opus' ? frames.opus : frames[`${this.codec}Key`]));
            return outcome.sealed ?? outcome.dropped;
        };
    }

    async open(payload, now = 0) {
        const outcome = await this.opener.open(payload, this.codec, this.keys, now);
        return outcome.dropped ?? ('heldUntil' in outcome ? 'held' : 'opened');
    }
}
