// The worker of one call: seals what is sent and opens what is received. It ends with the call, and its keys with it.
import { limits } from '../frames/limits.js';
import { TrackOpener } from '../frames/track-opener.js';
import { TrackSealer } from '../frames/track-sealer.js';
import { countDrop, noCounts } from './counts.js';
import { pumpFrames } from './frame-pump.js';
import { Keyring } from './keyring.js';
import { MissingKey } from './missing-key.js';

/** @typedef {{ callId: number, ownAddress: string }} CallIdentity */
/** @typedef {{ direction: 'send', track: string, codec: import('../frames/frame-layout.js').FrameCodec }} SendOptions */
/** @typedef {{ direction: 'receive', feed: number, sender: string, track: string, codec: import('../frames/frame-layout.js').FrameCodec }} ReceiveOptions */

const scope = /** @type {any} */ (globalThis);
const say = (/** @type {unknown} */ message) => scope.postMessage(message);

/** @type {Keyring | null} */
let keyring = null;
let ownAddress = '';
/** @type {Map<string, import('./counts.js').Counts>} */
const counts = new Map();
/** @type {Promise<void>} messages of the page are handled one after the other */
let messages = Promise.resolve();

/**
 * @param {string} name
 * @returns {import('./counts.js').Counts}
 */
function countsOf(name) {
    const known = counts.get(name) ?? noCounts();
    counts.set(name, known);
    return known;
}

/** @param {any} message */
async function handle(message) {
    if (message.type === 'begin') {
        keyring = new Keyring(message.callId);
        ownAddress = message.ownAddress;
    } else if (message.type === 'install') await keyring?.install(message);
    else if (message.type === 'leave') keyring?.learnedOfLeave();
    else if (message.type === 'statistics') say({ type: 'statistics', id: message.id, counts: Object.fromEntries(counts) });
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => { messages = messages.then(() => handle(data)).catch(() => {}); };

scope.onrtctransform = async (/** @type {any} */ { transformer }) => {
    await messages;
    const { options } = transformer;
    // Without a call there is nothing to seal or open with: the track stays silent.
    if (!keyring) return;
    if (options.direction === 'send') await send(transformer, options, keyring);
    else await receive(transformer, options, keyring);
};

/**
 * @param {any} transformer
 * @param {SendOptions} options
 * @param {Keyring} keys
 */
async function send(transformer, { track, codec }, keys) {
    const counted = countsOf(`sent ${track}`);
    const sealer = new TrackSealer(codec, keys.deriver(ownAddress, track));
    const stop = await keys.use(async (entries) => sealer.keep(entries));
    let lastRequest = -Infinity;
    const requestKeyFrame = () => {
        if (performance.now() < lastRequest + 100) return;
        lastRequest = performance.now();
        // Firefox makes one here, Chromium only where the sender is.
        if (transformer.generateKeyFrame) transformer.generateKeyFrame().catch(() => {});
        else say({ type: 'keyFrameNeeded', track });
    };
    let saidNeed = -Infinity;
    const capacity = 60;
    await pumpFrames(transformer, async (frame) => {
        const outcome = await sealer.seal(new Uint8Array(frame.data), keys.sealingEntry());
        if ('sealed' in outcome) {
            counted.passed += 1;
            frame.data = bufferOf(outcome.sealed);
            return true;
        }
        countDrop(counted, outcome.dropped);
        if (outcome.needsKeyFrame) requestKeyFrame();
        if (outcome.dropped === 'noKey' && performance.now() > saidNeed + 1000) {
            saidNeed = performance.now();
            say({ type: 'needsKey' });
        }
        return false;
    }, { capacity, overflow: () => countDrop(counted, 'unsupportedFrame') });
    stop();
}

/**
 * @param {any} transformer
 * @param {ReceiveOptions} options
 * @param {Keyring} keys
 */
async function receive(transformer, { feed, sender, track, codec }, keys) {
    const counted = countsOf(`received ${sender} ${track}`);
    const opener = new TrackOpener(codec, keys.deriver(sender, track));
    const missingKey = new MissingKey((isMissing) => say({ type: 'keysMissing', feed, track, isMissing }));
    const stop = await keys.use(async (entries) => {
        await opener.update(entries, performance.now());
        missingKey.mayOpen();
    });
    const ask = () => transformer.sendKeyFrameRequest?.().catch(() => {});
    await pumpFrames(transformer, async (frame) => {
        const payload = new Uint8Array(frame.data);
        let outcome = await opener.open(payload, performance.now());
        while ('heldUntil' in outcome) {
            await keys.change(outcome.heldUntil);
            outcome = await opener.open(payload, performance.now());
        }
        if ('opened' in outcome) {
            counted.passed += 1;
            missingKey.mayOpen();
            if (counted.passed === 1) say({ type: 'firstOpened', feed, track });
            if (outcome.needsKeyFrame) ask();
            frame.data = bufferOf(outcome.opened);
            return true;
        }
        countDrop(counted, outcome.dropped);
        if (outcome.dropped === 'noKey') {
            say({ type: 'needsKey' });
            missingKey.frameLacksKey();
        } else if (outcome.needsKeyFrame) ask();
        return false;
    }, {
        capacity: limits.heldFrames,
        overflow: () => {
            countDrop(counted, 'heldTooMany');
            opener.lost();
        },
    });
    missingKey.stop();
    stop();
}

/** @param {Uint8Array} bytes */
function bufferOf(bytes) {
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return isWhole ? bytes.buffer : bytes.slice().buffer;
}

say({ type: 'ready' });
