import { CallKeySet } from '../../../Web/frames/call-key-set.js';
import { baseKeyOf, importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { TrackOpener } from '../../../Web/frames/track-opener.js';
import { TrackSealer } from '../../../Web/frames/track-sealer.js';

export const sender = '1_11';
export const frames = {
    opus: Uint8Array.of(1, 2, 3, 4),
    vp8Key: Uint8Array.of(0x10, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1, 5, 6, 7, 8),
    vp8Delta: Uint8Array.of(0x11, 0, 0, 5, 6, 7, 8),
    h264Key: Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 1, 0, 0, 0, 1, 0x68, 0xce, 1, 0, 0, 0, 1, 0x65, 0x88, 0x84, 7, 7, 7),
    h264Delta: Uint8Array.of(0, 0, 0, 1, 0x41, 0x9a, 0x24, 7, 7, 7),
};

/** The rules of a call with these epochs; each its own key. */
export async function keysOf(...epochs) {
    const keys = new CallKeySet();
    for (const epoch of epochs) {
        const key = await importCallKey(crypto.getRandomValues(new Uint8Array(32)));
        keys.install(key, await nameOf(key), epoch, null, 0);
    }
    return keys;
}

export const deriver = (track, device = sender) => ({ key }) => baseKeyOf(key, 7, device, track);
export const makeSealer = (codec, testing) => new TrackSealer(codec, deriver(codec), testing);
export async function makeOpener(codec, keys, device) {
    const opener = new TrackOpener(codec, deriver(codec, device));
    await opener.update(keys.entries, 0);
    return opener;
}

/** Seals frames with the newest key; the session goes on where `firstCounter` says. */
export async function seal(codec, keys, count = 1, testing = {}) {
    const sealer = makeSealer(codec, { isContinued: true, ...testing });
    const sealed = [];
    for (let index = 0; index < count; index += 1) {
        const frame = codec === 'opus' ? frames.opus : frames[`${codec}${index === 0 && !testing.isContinued ? 'Key' : 'Delta'}`];
        sealed.push((await sealer.seal(frame, keys.newest)).sealed);
    }
    return sealed;
}

export const outcomeOf = (outcome) => outcome.dropped ?? ('heldUntil' in outcome ? 'held' : 'opened');
