import { callable, isThere, memberOf, nobodyChosen, placesLeft } from './people-state.js';
import { namesOf } from '../../../texts/names.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';
import { problemOf } from '../../../state/problem.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */
/** @typedef {import('./people-state.js').ChoosingState} ChoosingState */
/** @typedef {import('../../../state/here.js').Reach<'calls'>} Here */

/**
 * @param {PageStore} store
 * @param {Here} here
 * @param {(people: import('./people-state.js').Named[], video: boolean) => void} call
 */
export const peopleActions = (store, here, call) => ({ ...choosing(store, here, call), ...participants(store, here) });

/**
 * @param {PageStore} store
 * @param {Here} here
 * @param {(people: import('./people-state.js').Named[], video: boolean) => void} call
 */
function choosing(store, here, call) {
    const change = (/** @type {Partial<ChoosingState>} */ made) => store.set(({ choosing: now }) => ({ choosing: now && { ...now, ...made } }));
    const chosen = () => callable((store.state.choosing?.userIds ?? []).map((userId) => ({ userId })), store.state.contacts.value);
    const stop = () => store.set({ choosing: null });
    return {
        startChoosing: (/** @type {ChoosingState['purpose']} */ purpose) => store.set({ choosing: nobodyChosen(purpose) }),
        stopChoosing: stop,
        searchToChoose: (/** @type {string} */ search) => change({ search }),
        choose(/** @type {number} */ userId, /** @type {boolean} */ isChosen) {
            const { choosing: now, call: running } = store.state;
            if (!now || now.isBusy) return;
            const others = now.userIds.filter((one) => one !== userId);
            if (!isChosen) change({ userIds: others });
            else if (placesLeft({ ...now, userIds: others }, running) > 0) change({ userIds: [...others, userId] });
        },
        callChosen(/** @type {boolean} */ video) {
            const people = chosen();
            if (people.length === 0) return;
            stop();
            call(people, video);
        },
        addChosen: () => void (async () => {
            const people = chosen();
            if (people.length === 0 || store.state.choosing?.isBusy) return;
            change({ isBusy: true, problem: null });
            try {
                await ring(store, here, people);
                stop();
            } catch (error) {
                // They stay selected for another attempt.
                change({ isBusy: false, problem: problemOf(error) });
            }
        })(),
    };
}

/**
 * Calls people into the running call, and reports those who cannot be called now. A person who asked by its link joins by it: anyone who
 * has the link can ask, so if they are held, numbers must be compared (e2ee 1).
 * @param {PageStore} store
 * @param {Here} here
 * @param {import('./people-state.js').Named[]} people
 */
async function ring(store, here, people) {
    const asked = store.state.call?.askedByLink ?? [];
    const ringing = new Set();
    for (const isByLink of [false, true]) {
        const users = people.map(({ userId }) => userId).filter((userId) => asked.includes(userId) === isByLink);
        if (users.length > 0) for (const user of await here.signedIn?.calls.current?.entry.inviteMore(users, { isByLink }) ?? []) ringing.add(user);
    }
    const others = people.filter(({ userId }) => !ringing.has(userId));
    if (others.length > 0) notify(store, text('call.notRung', { names: namesOf(others) }), 'plain', undefined, true);
}

/**
 * @param {PageStore} store
 * @param {Here} here
 */
function participants(store, here) {
    const update = (/** @type {Partial<import('../call-state.js').CallState>} */ change) => store.set(({ call }) => ({ call: call && { ...call, ...change } }));
    /** @type {Set<string>} what is asked of the server just now: not twice */
    const asking = new Set();
    const attempt = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work) => {
        if (asking.has(what)) return;
        asking.add(what);
        try {
            await work();
        } catch (error) {
            const { code, message } = problemOf(error);
            if (code !== 'noCall') notify(store, message, 'bad');
        } finally {
            asking.delete(what);
        }
    };
    const person = (/** @type {number} */ userId) => store.state.call && memberOf(store.state.call, userId);
    /** A person who has just left cannot be muted, and needs no message. */
    const hear = (/** @type {number} */ userId, /** @type {Partial<import('../../../calls/members/member.js').PlaybackSettings>} */ wish) => {
        const one = person(userId);
        if (one && isThere(one)) void attempt(`hear ${userId} ${JSON.stringify(wish)}`, async () => here.signedIn?.calls.current?.subscriptions.hear(userId, wish));
    };
    return {
        togglePeople: () => update({ showsPeople: !store.state.call?.showsPeople, showsProtection: false }),
        setVolume: (/** @type {number} */ userId, /** @type {number} */ volume) => hear(userId, { volume }),
        setHeard: (/** @type {number} */ userId, /** @type {boolean} */ isHeard) => hear(userId, { isHeard }),
        ringAgain: (/** @type {number} */ userId) => void attempt(`ring ${userId}`, () => ring(store, here, callable([{ userId }], store.state.contacts.value))),
        askToMute: (/** @type {number} */ userId) => void attempt(`mute ${userId}`, async () => {
            await here.signedIn?.calls.current?.sync.askToMute(userId);
            notify(store, text('people.asked', { name: person(userId)?.name || text('common.somebody') }), 'plain', undefined, true);
        }),
        stopCalling: (/** @type {number} */ userId) => void attempt(`remove ${userId}`, async () => here.signedIn?.calls.current?.sync.remove(userId)),
        /** The person has agreed to it. */
        removeFromCall: (/** @type {number} */ userId) => attempt(`remove ${userId}`, async () => here.signedIn?.calls.current?.sync.remove(userId)),
    };
}
