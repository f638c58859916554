import { endpoints } from '../../protocol/http/endpoints.js';

/** How often the access token is renewed, in milliseconds: it is good for 15 minutes (requirement 001). */
const tokenTime = 600_000;

/** The place of this device in one call, which has a number by now: what it said as it came, and says as it goes. */
export class OwnPlace {
    #api;
    #clock;
    #isLeft = false;
    #callOff = () => {};

    /**
     * @param {object} place
     * @param {number} place.callId
     * @param {number} place.room
     * @param {import('../../media/worker-messages.js').OwnTexts} place.texts
     * @param {import('../../session/session.js').Session['api']} place.api
     * @param {import('../../media/clock.js').Clock} place.clock
     */
    constructor({ callId, room, texts, api, clock }) {
        this.callId = callId;
        this.room = room;
        this.texts = texts;
        this.#api = api;
        this.#clock = clock;
        this.#keepTokenFresh();
    }

    /** Whether this device can be called by a key of ML-KEM. */
    get canPostQuantum() { return this.texts.join.split('~')[2] !== ''; }

    /** A page that closes has no time to renew its token. */
    #keepTokenFresh() {
        this.#callOff = this.#clock.after(tokenTime, () => {
            if (this.#isLeft) return;
            void this.#api.renewToken().catch(() => {});
            this.#keepTokenFresh();
        });
    }

    /** The page closes: says that it leaves by HTTP, which browsers finish for a page that is gone. */
    leaveWhileClosing() { this.#api.sendWhileClosing(endpoints.leaveCall, { id: this.callId, body: this.texts }); }

    /** Has the server keep the place, which this device leaves for a while. */
    async hold() { await this.#api.send(endpoints.holdCall, { id: this.callId, body: this.texts }); }

    close() {
        this.#isLeft = true;
        this.#callOff();
    }
}
