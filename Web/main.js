import { App } from './app/app.js';
import { FocusKeeper } from './dom/focus-keeper.js';
import { render } from './dom/render.js';
import { initialState } from './state/state.js';
import { pageView } from './views/page/page.js';
import { titleOf } from './views/page/title.js';

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const keeper = new FocusKeeper(page);

/** @param {App} app */
function show(app) {
    // Whatever made the page be drawn, it counts from this moment.
    const state = { ...app.store.state, now: Date.now() };
    document.title = titleOf(state);
    keeper.during(() => render(page, pageView(state, app.actions)));
}

/**
 * Lets tests see what the page shows and count; nothing in it is a key or a token, and only pages of this machine or its
 * network have it.
 * @param {App} app
 */
function inspect(app) {
    const isNear = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(location.hostname);
    if (!isNear || !new URLSearchParams(location.search).has('inspect')) return;
    Object.assign(globalThis, {
        ecallInspection: { get state() { return app.store.state; }, statistics: () => app.statistics() },
    });
}

const app = new App();
app.store.onChange(() => show(app));
inspect(app);
show(app);
app.start().catch(() => {
    app.store.set({ ...initialState(Date.now()), screen: 'broken' });
});
