import { callName } from './call-labels.js';
import { showsOthers, showsOwn } from './stage/stage-scene.js';

/** @typedef {'togglemicrophone' | 'togglecamera' | 'hangup'} MediaAction */
/** @typedef {{ wakeLock?: { request(kind: 'screen'): Promise<{ release(): Promise<void> }> } }} WithWakeLock */
/** @typedef {{ name: string, isMicrophoneOn: boolean, isCameraOn: boolean }} MediaTold */
/**
 * @typedef {object} SystemFeatures
 * @property {() => Promise<() => void>} keepAwake keeps the screen on; answers how to end that
 * @property {(body: () => void) => void} onVisible the page is to be seen again: what kept the screen on has ended by itself
 * @property {(told: MediaTold | null) => void} tell what headsets, the lock screen and small windows show
 * @property {(handlers: Record<MediaAction, (() => void) | null>) => void} onMediaKeys
 */

/** @param {import('./call-state.js').CallState | null} call */
const isGoingOn = (call) => call !== null && ['outgoing', 'joining', 'inCall'].includes(call.phase);

/** Informs the system of the running call: the screen stays on while video is shown, and the system's buttons act on it. */
export class SystemCallIntegration {
    #system;
    #actions;
    #say;
    /** @type {(() => void) | null} */
    #letSleep = null;
    #isAwake = false;
    #told = '';
    #hasKeys = false;

    /**
     * @param {SystemFeatures} system
     * @param {Pick<import('../../state/actions.js').Actions, 'toggleMute' | 'toggleCamera' | 'hangUp'>} actions
     * @param {(words: import('../../texts/text.js').Words) => string} say
     */
    constructor(system, actions, say) {
        this.#system = system;
        this.#actions = actions;
        this.#say = say;
        system.onVisible(() => {
            if (!this.#isAwake) return;
            this.#stayAwake(false);
            this.#stayAwake(true);
        });
    }

    /** @param {Pick<import('../../state/state.js').State, 'call'>} state */
    update({ call }) {
        const goesOn = isGoingOn(call);
        this.#stayAwake(call !== null && goesOn && (showsOwn(call) || showsOthers(call)));
        this.#takeKeys(goesOn);
        const told = call !== null && goesOn ? { name: this.#say(callName(call)), isMicrophoneOn: !call.isMuted, isCameraOn: call.isCameraOn } : null;
        const key = JSON.stringify(told);
        if (key === this.#told) return;
        this.#told = key;
        this.#system.tell(told);
    }

    /** @param {boolean} isAwake */
    #stayAwake(isAwake) {
        if (isAwake === this.#isAwake) return;
        this.#isAwake = isAwake;
        this.#letSleep?.();
        this.#letSleep = null;
        if (!isAwake) return;
        // Refused if the battery is low: then the screen sleeps.
        this.#system.keepAwake().then((letSleep) => {
            // The call may be over by now.
            if (this.#isAwake && this.#letSleep === null) this.#letSleep = letSleep;
            else letSleep();
        }, () => {});
    }

    /** @param {boolean} hasKeys */
    #takeKeys(hasKeys) {
        if (hasKeys === this.#hasKeys) return;
        this.#hasKeys = hasKeys;
        const { toggleMute, toggleCamera, hangUp } = this.#actions;
        this.#system.onMediaKeys(hasKeys ? { togglemicrophone: toggleMute, togglecamera: toggleCamera, hangup: hangUp } : { togglemicrophone: null, togglecamera: null, hangup: null });
    }
}

/**
 * @param {Window & typeof globalThis} window
 * @returns {SystemFeatures}
 */
export function browserSystemFeatures({ navigator, document, MediaMetadata }) {
    /** @type {{ setMicrophoneActive?(isOn: boolean): void, setCameraActive?(isOn: boolean): void } & MediaSession | undefined} */
    const session = navigator.mediaSession;
    return {
        async keepAwake() {
            const lock = await /** @type {WithWakeLock} */ (navigator).wakeLock?.request('screen');
            return () => void lock?.release().catch(() => {});
        },
        onVisible: (body) => document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') body(); }),
        tell(told) {
            if (!session) return;
            session.metadata = told === null ? null : new MediaMetadata({ title: told.name, artist: 'ECall' });
            session.playbackState = told === null ? 'none' : 'playing';
            if (told === null) return;
            session.setMicrophoneActive?.(told.isMicrophoneOn);
            session.setCameraActive?.(told.isCameraOn);
        },
        onMediaKeys(handlers) {
            for (const [action, handler] of Object.entries(handlers)) {
                try {
                    session?.setActionHandler(/** @type {MediaSessionAction} */ (action), handler);
                } catch {
                    // A browser refuses the name of an action that it does not know.
                }
            }
        },
    };
}
