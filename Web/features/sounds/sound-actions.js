import { allSounds } from './sound-state.js';

/** @typedef {import('./sound-state.js').SoundState} SoundState */
/** @typedef {{ kept: () => SoundState, keep: (sounds: SoundState) => void }} SoundStorage on this device alone */

const name = 'sounds';

/**
 * The person's choice of sounds, stored for the next time.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {SoundStorage} storage
 */
export function soundActions(store, storage) {
    /** @param {Partial<SoundState>} change */
    const set = (change) => {
        const sounds = { ...store.state.sounds, ...change };
        store.set({ sounds });
        storage.keep(sounds);
    };
    store.set({ sounds: storage.kept() });
    return {
        setRings: (/** @type {boolean} */ rings) => set({ rings }),
        setCallSounds: (/** @type {boolean} */ inCalls) => set({ inCalls }),
    };
}

/**
 * The stored choice, as far as it is valid.
 * @param {string | null} kept
 * @returns {SoundState}
 */
export function soundsOf(kept) {
    const all = allSounds();
    try {
        const { rings, inCalls } = JSON.parse(kept ?? '{}') ?? {};
        return { rings: typeof rings === 'boolean' ? rings : all.rings, inCalls: typeof inCalls === 'boolean' ? inCalls : all.inCalls };
    } catch {
        return all;
    }
}

/** @type {SoundStorage} */
export const browserSounds = {
    kept() {
        try {
            return soundsOf(localStorage.getItem(name));
        } catch {
            return allSounds();
        }
    },
    keep(sounds) {
        try {
            localStorage.setItem(name, JSON.stringify(sounds));
        } catch {
            // Then it lasts as long as the page.
        }
    },
};
