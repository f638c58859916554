import { stageLayout } from './stage-layout.js';
import { isSpeakerView, sceneOf } from './stage-scene.js';

/** @typedef {import('../../../state/state.js').State} State */
/** @typedef {import('./call-view.js').CallView} CallView */

/** In milliseconds: after this long without movement, the controls hide. */
export const idleTime = 3000;

/**
 * @param {import('../../../state/store.js').Store<State>} store
 * @param {import('./screens.js').Screens} screens
 * @param {import('../../../media/clock.js').Clock} clock
 */
export function stageActions(store, screens, clock) {
    /** @param {(view: CallView, call: NonNullable<State['call']>) => Partial<CallView>} change */
    const update = (change) => store.set(({ call }) => ({ call: call && { ...call, view: { ...call.view, ...change(call.view, call) } } }));
    let callOff = () => {};
    const stirred = () => {
        callOff();
        callOff = clock.after(idleTime, () => { if (store.state.call) update(() => ({ isIdle: true })); });
        if (store.state.call?.view.isIdle) update(() => ({ isIdle: false }));
    };
    screens.onFullScreen((isFull) => update(() => ({ isFull })));
    return {
        stirred,
        /** @param {import('./call-view.js').StageSize} size */
        stageSized(size) {
            if (JSON.stringify(store.state.call?.view.size) !== JSON.stringify(size)) update(() => ({ size }));
            stirred();
        },
        pictureShaped: (/** @type {import('./stage-layout.js').TileId} */ id, /** @type {number} */ shape) => update(({ shapes }) => ({ shapes: { ...shapes, [id]: shape } })),
        pin: (/** @type {CallView['pinned']} */ pinned) => update(() => ({ pinned, unpinned: null, page: 0 })),
        moveOwn: (/** @type {import('./call-view.js').Corner} */ corner) => update(() => ({ corner })),
        swapOwn: () => update(({ isSwapped }) => ({ isSwapped: !isSwapped })),
        toggleSpeakerView: () => update((_, call) => ({ mode: isSpeakerView(call) ? 'grid' : 'speaker', pinned: null, unpinned: null, page: 0 })),
        previousPage: () => turn(-1),
        nextPage: () => turn(1),
        toggleKeys: () => update(({ showsKeys }) => ({ showsKeys: !showsKeys })),
        toggleFullScreen: screens.toggleFullScreen,
        showPictureInPicture: screens.showPictureInPicture,
    };
    /** @param {number} step */
    function turn(step) {
        update((_, call) => {
            const { page, pages } = stageLayout(sceneOf(call, clock.date()));
            return { page: Math.min(pages - 1, Math.max(0, page + step)) };
        });
    }
}
