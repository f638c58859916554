import { cutTexts } from './cut-texts.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallText} CallText */
/** @typedef {import('../../media/worker-messages.js').ReportedKeyAction} ReportedKeyAction */
/** @typedef {Exclude<ReportedKeyAction, { type: 'send' | 'sendToAll' | 'pinned' }>} KeyNews what others say by it, and how their devices are now */

/**
 * Carries E2EE messages between signalling and the worker of a call, which holds the keys: no key ever gets here. While the call runs, the
 * worker has the known devices and receives updates. In Swift: KeyExchange.swift.
 */
export class KeyExchange {
    #session;
    #worker;
    /** @type {{ id: number, leave: string } | null} once the call has a number */
    #call = null;
    #isStopped = false;
    #listener = { noted: (/** @type {import('../../key-distribution/events.js').DeviceNote} */ note) => this.note(note) };
    /** This device's tracks that are sent, if known; until then all of them. */
    #sent = { sound: true, camera: true, screen: false };
    /** Whether a reply has come that may not be decrypted yet. */
    hasReplies = false;

    /**
     * @param {Pick<import('../../session/session.js').Session, 'pins' | 'signaling'>} session
     * @param {Pick<import('../../media/call-worker.js').CallWorker, 'onEvent' | 'begin' | 'handle' | 'settled'>} worker
     * @param {(news: KeyNews) => void} emit
     */
    constructor(session, worker, emit) {
        this.#session = session;
        this.#worker = worker;
        worker.onEvent((event) => {
            if (event.type === 'keyActions') for (const action of event.actions) this.#perform(action, emit);
        });
    }

    /**
     * From here on the call has an ID, and with it channels to the others; keys go only to devices that have joined. False if the call was
     * over before.
     * @param {number} callId
     * @param {{ isFounder: boolean, leave: string }} options `leave`: what this device says when it leaves
     */
    async begin(callId, { isFounder, leave }) {
        const pins = await this.#session.pins.beginCall(this.#listener);
        if (this.#isStopped) {
            this.#endCall();
            return false;
        }
        this.#worker.begin({ callId, pins, isFounder });
        this.#call = { id: callId, leave };
        this.sends({});
        return true;
    }

    stop() { this.#isStopped = true; }

    /** The call is over: the page owns the known devices again. */
    close() {
        this.stop();
        this.#endCall();
    }

    #endCall() { void this.#session.pins.endCall(this.#listener); }

    /**
     * Reports an event of the call; reports take effect in this order.
     * @param {import('../../key-distribution/events.js').KeyEvent} event
     */
    heard(event) { if (this.#call && !this.#isStopped) this.#worker.handle(event); }

    /** @param {import('../../key-distribution/events.js').DeviceNote} note what the person says of a device of the call, by the key that they were shown */
    note(note) { this.heard({ type: 'noted', ...note }); }

    /**
     * Tells the others, signed, whether this device is sending nothing at the moment.
     * @param {Partial<{ sound: boolean, camera: boolean, screen: boolean }>} change
     */
    sends(change) {
        this.#sent = { ...this.#sent, ...change };
        const { sound, camera, screen } = this.#sent;
        this.heard({ type: 'silent', isOn: !sound && !camera && !screen });
    }

    /** @param {CallText} signal */
    received({ callId, kind, body, senderId, senderDeviceId }) {
        if (callId !== this.#call?.id || body === undefined || !senderId || !senderDeviceId) return;
        if (kind === 'reply') this.hasReplies = true;
        this.heard({ type: 'message', kind, from: `${senderId}_${senderDeviceId}`, text: body });
    }

    /** Returns once earlier replies have been reported, so that events about their senders come after them. */
    async repliesTold() { if (!this.#isStopped) await this.#worker.settled(); }

    /**
     * @param {ReportedKeyAction} action
     * @param {(news: KeyNews) => void} emit
     */
    #perform(action, emit) {
        if (this.#isStopped) return;
        switch (action.type) {
        case 'send': for (const bodies of cutTexts(action.texts)) this.#send({ kind: action.kind, bodies }); break;
        case 'sendToAll': this.#send({ kind: action.kind, body: action.text }); break;
        case 'pinned': this.#session.pins.save(this.#listener, action.pins); break;
        default: emit(action);
        }
    }

    /** Tells the others that this device leaves; sent before this returns, if there is a connection. */
    leave() {
        if (!this.#call || this.#isStopped) return;
        this.#send({ kind: 'leave', body: this.#call.leave });
        this.stop();
    }

    /** @param {Pick<CallText, 'kind' | 'body' | 'bodies'>} text */
    #send(text) {
        const { signaling } = this.#session;
        // A message that cannot be sent now is sent again when this device is back online.
        if (!this.#call || signaling.state !== 'connected') return;
        signaling.send({ type: 'e2ee', callId: this.#call.id, ...text }).catch(() => {});
    }
}
