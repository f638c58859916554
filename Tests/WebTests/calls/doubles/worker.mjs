import { FrameWorker } from '../../../../Web/media/frame-worker.js';
import { Listeners } from '../../../../Web/protocol/listeners.js';
import { Gate } from './time.mjs';

/** A track passing through the worker: frames are put in, and come out or not. */
export class TransformDouble {
    /** @type {Uint8Array[]} */
    passed = [];
    keyFrameRequests = 0;
    #controller;

    constructor(options) {
        this.options = options;
        this.readable = new ReadableStream({ start: (controller) => { this.#controller = controller; } }, { highWaterMark: Infinity });
        this.writable = new WritableStream({ write: ({ data }) => void this.passed.push(new Uint8Array(data)) });
        if (options.direction === 'send') this.generateKeyFrame = async () => { this.keyFrameRequests += 1; };
        else this.sendKeyFrameRequest = async () => { this.keyFrameRequests += 1; };
    }

    put(bytes) { this.putRaw({ data: Uint8Array.from(bytes).buffer }); }
    putRaw(frame) { this.#controller.enqueue(frame); }
    end() { this.#controller.close(); }
}

/** Stands in for `CallWorker`, with the worker's real work in the same thread. */
export class WorkerDouble {
    events = new Listeners();
    isClosed = false;
    hasBegun = false;
    /** @type {TransformDouble[]} */
    transforms = [];
    statisticsGate = new Gate();
    #worker;
    #timers = [];
    #asked = [];
    #preparing = [];
    #replying = [];
    #settling = [];
    #nextSlot = 1;

    constructor(clock) {
        const after = (milliseconds, body) => {
            if (this.isClosed) return () => {};
            const callOff = clock.after(milliseconds, body);
            this.#timers.push(callOff);
            return callOff;
        };
        this.#worker = new FrameWorker((message) => {
            if (message.type === 'statistics') this.#asked.shift()?.(message.statistics);
            else if (message.type === 'prepared') this.#preparing.shift()?.(message.texts);
            else if (message.type === 'sealedReply') this.#replying.shift()?.(message.text);
            else if (message.type === 'settled') this.#settling.shift()?.();
            else if (!this.isClosed) this.events.notify(message);
        }, { now: () => clock.now(), date: () => clock.date(), after });
    }

    onEvent(listener) { return this.events.add(listener); }
    prepare(parts) {
        return new Promise((resolve) => {
            this.#preparing.push(resolve);
            this.#post({ type: 'prepare', id: 0, ...parts });
        });
    }

    sealReply(parts) {
        return new Promise((resolve) => {
            this.#replying.push(resolve);
            this.#post({ type: 'reply', id: 0, ...parts });
        });
    }

    settled() {
        return new Promise((resolve) => {
            this.#settling.push(resolve);
            this.#post({ type: 'settle', id: 0 });
        });
    }

    begin(call) {
        this.hasBegun = true;
        this.#post({ type: 'begin', ...call });
    }
    handle(event) { this.#post({ type: 'keys', event }); }

    seal(_, track, codec) { this.transform({ direction: 'send', track, codec }); }
    open(_, options) { this.transform({ direction: 'receive', ...options }); }
    transform(options) {
        const transform = new TransformDouble(options);
        this.transforms.push(transform);
        void this.#worker.transform(transform);
        return transform;
    }

    newSlot() { return this.#nextSlot++; }
    switchTo(slot, { feed, sender }) {
        for (const transform of this.transforms) if (transform.options.slot === slot) transform.options = { ...transform.options, feed, sender };
        this.#post({ type: 'switch', slot, feed, sender });
    }

    async statistics() {
        await this.statisticsGate.pass();
        return new Promise((resolve) => {
            this.#asked.push(resolve);
            this.#worker.receive({ type: 'statistics', id: 0 });
        });
    }

    /** A worker that has ended carries no more frames, and waits for nothing. */
    close() {
        this.isClosed = true;
        for (const callOff of this.#timers) callOff();
        for (const transform of this.transforms) transform.put = () => {};
    }

    /** The last transform of a track that is sent, or of a device's track that is received. */
    sending(track = 'audio') { return this.transforms.findLast(({ options }) => options.direction === 'send' && options.track === track); }
    receiving(sender, track = 'audio') {
        return this.transforms.findLast(({ options }) => options.sender === sender && options.track === track);
    }

    #post(message) { if (!this.isClosed) this.#worker.receive(message); }
}
