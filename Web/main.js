import { AppBadge } from './app/app-badge.js';
import { App } from './app/app.js';
import { SystemCallIntegration, browserSystemFeatures } from './features/calls/system-call-integration.js';
import { watchLaunches } from './app/launches.js';
import { ReleaseWatch, browserReleases } from './app/release-watch.js';
import { updatePictureInPicture } from './features/calls/stage/screens.js';
import { CaptureWatch } from './features/calls/capture/capture-watch.js';
import { MutedSpeechMonitor } from './features/calls/capture/muted-speech-monitor.js';
import { watchKeys } from './features/calls/keyboard/key-presses.js';
import { loadCodeMaker } from './components/code-maker.js';
import { FocusKeeper } from './dom/focus-keeper.js';
import { render } from './dom/render.js';
import { isOwnNetwork } from './session/own-network.js';
import { CallSounds } from './features/sounds/call-sounds.js';
import { SoundPlayer } from './sounds/sound-player.js';
import { initialState } from './state/state.js';
import { loadTexts } from './texts/load.js';
import { pageView } from './page/page.js';
import { titleOf } from './page/title.js';

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const skeleton = document.getElementById('skeleton');
const keeper = new FocusKeeper(page);

/**
 * @param {App} app
 * @param {import('./texts/texts.js').Texts} texts
 */
function show(app, texts) {
    // The time is that of this drawing, whatever caused it.
    const state = { ...app.store.state, now: app.clock.date() };
    document.title = titleOf(state, texts);
    keeper.during(() => render(page, pageView(state, app.actions, app.life.views), texts));
}

const parameters = new URLSearchParams(location.search);
/** Whether this is a page of this machine or its network, opened to be looked into. */
const isInspected = parameters.has('inspect') && isOwnNetwork(location.hostname);

/** The texts in the language of the browser; a page that is looked into can have another, that of tests too. */
async function shownTexts() {
    const chosen = isInspected ? parameters.get('language') : null;
    try {
        return await loadTexts(chosen === null ? navigator.languages : [chosen]);
    } catch (error) {
        // There are no texts to draw it with.
        skeleton?.remove();
        document.getElementById('unreachable')?.removeAttribute('hidden');
        throw error;
    }
}

/**
 * Lets tests see what the page shows and count; nothing in it is a key or a token.
 * @param {App} app
 * @param {import('./texts/texts.js').Texts} texts
 * @returns {() => void} to be called with each change
 */
function inspect(app, texts) {
    if (!isInspected) return () => {};
    /** @type {import('./features/calls/call-state.js').CallState | null} */
    let ended = null;
    Object.assign(globalThis, {
        ecallInspection: {
            /** The call that ended last, which the page may no longer show. */
            get ended() { return ended; },
            get state() { return app.store.state; }, statistics: async () => app.here.signedIn?.calls.current?.statistics() ?? null, said: texts.string.bind(texts),
        },
    });
    return () => {
        const { call } = app.store.state;
        if (call) ended = call.phase === 'ended' ? call : null;
    };
}

/** @type {Promise<void> | undefined} once, however often the rest of the page is requested */
let loadingCodes;
const codes = () => loadingCodes ??= loadCodeMaker();

const texts = await shownTexts();
const app = new App(texts, async () => (await Promise.all([import('./signed-in.js'), codes()]))[0]);
document.documentElement.lang = texts.language;
document.documentElement.dir = texts.direction;
const noteChange = inspect(app, texts);
const integration = new SystemCallIntegration(browserSystemFeatures(globalThis.window), app.actions, (words) => texts.string(words));
const unheard = new MutedSpeechMonitor({ told: app.actions.heardMuted });
const capture = new CaptureWatch({ told: app.actions.toldSilent });
const sounds = new CallSounds(new SoundPlayer(() => app.store.state.outputs.inUse), app.clock);
const badge = new AppBadge(/** @type {import('./app/app-badge.js').Badging} */ (navigator));
const release = document.querySelector('meta[name="ecall-release"]')?.getAttribute('content') ?? '';
const releases = new ReleaseWatch(release, () => app.store.set({ hasNewRelease: true }), browserReleases(globalThis.window));
watchKeys(() => app.store.state, app.actions, document);
app.store.onChange(() => {
    app.stateChanged();
    noteChange();
    show(app, texts);
    updatePictureInPicture(document);
    integration.update(app.store.state);
    unheard.update(app.store.state);
    capture.update(app.store.state);
    sounds.update(app.store.state);
    badge.update(app.store.state);
    releases.update(app.store.state);
});
releases.begin().catch(() => {});
watchLaunches(/** @type {{ launchQueue?: import('./app/launches.js').LaunchQueue }} */ (globalThis).launchQueue, location);
addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') releases.look(); });
skeleton?.remove();
show(app, texts);
app.start().catch(() => {
    app.store.set({ ...initialState(app.clock.date()), screen: 'broken' });
}).finally(() => releases.keep());
