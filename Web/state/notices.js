/** How long a notice stays by default, in milliseconds. */
const usualLife = 6000;
let nextID = 1;

/**
 * Shows the person a notice that disappears by itself.
 * @param {import('./store.js').Store<import('./state.js').State>} store
 * @param {import('../texts/text.js').Words} text
 * @param {'plain' | 'good' | 'bad'} [tone]
 * @param {number} [life] in milliseconds
 * @param {boolean} [isOfCall] it goes with the call
 * @param {Pick<import('./state.js').Notice, 'link' | 'act'>} [offer] what one can do about it
 */
export function notify(store, text, tone = 'plain', life = usualLife, isOfCall = false, offer = {}) {
    const notice = { id: nextID++, text, tone, isOfCall, ...offer };
    store.set(({ notices }) => ({ notices: [...notices.filter((other) => !isSame(other.text, text)), notice].slice(-3) }));
    setTimeout(() => dismiss(store, notice.id), life);
}

/**
 * @param {import('../texts/text.js').Words} one
 * @param {import('../texts/text.js').Words} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {import('./store.js').Store<import('./state.js').State>} store
 * @param {number} id
 */
export function dismiss(store, id) {
    store.set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/**
 * The requested action has been done, here or elsewhere.
 * @param {import('./store.js').Store<import('./state.js').State>} store
 * @param {NonNullable<import('./state.js').Notice['act']>['action']} action
 */
export function dismissAsked(store, action) {
    if (store.state.notices.some(({ act }) => act?.action === action)) store.set(({ notices }) => ({ notices: notices.filter(({ act }) => act?.action !== action) }));
}

/**
 * The call is over: its notices would be mistaken for the next one's.
 * @param {import('./store.js').Store<import('./state.js').State>} store
 */
export function dismissOfCall(store) {
    store.set(({ notices }) => ({ notices: notices.filter(({ isOfCall }) => !isOfCall) }));
}
