import { AppBadge } from './app/app-badge.js';
import { App } from './app/app.js';
import { keepLanguage, keptLanguage, keptName } from './app/kept-language.js';
import { SystemCallIntegration, browserSystemFeatures } from './features/calls/system-call-integration.js';
import { watchLaunches } from './app/launches.js';
import { ReleaseWatch, browserReleases } from './app/release-watch.js';
import { ShownLanguage } from './app/shown-language.js';
import { updatePictureInPicture } from './features/calls/stage/screens.js';
import { CaptureWatch } from './features/calls/capture/capture-watch.js';
import { MutedSpeechMonitor } from './features/calls/capture/muted-speech-monitor.js';
import { watchKeys } from './features/calls/keyboard/key-presses.js';
import { loadCodeMaker } from './components/code-maker.js';
import { FocusKeeper } from './dom/focus-keeper.js';
import { render } from './dom/render.js';
import { isOwnNetwork } from './session/own-network.js';
import { regionOf } from './session/phone-plan.js';
import { CallSounds } from './features/sounds/call-sounds.js';
import { SoundPlayer } from './sounds/sound-player.js';
import { initialState } from './state/state.js';
import { loadTexts, loadTextsOrEnglish } from './texts/load.js';
import { choiceOf, wantedFor } from './texts/languages.js';
import { pageFiles } from './page-files.js';
import { pageView } from './page/page.js';
import { titleOf } from './page/title.js';

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const skeleton = document.getElementById('skeleton');
const keeper = new FocusKeeper(page);

/** @param {import('./texts/texts.js').Texts} texts */
function showDirection({ language, direction }) {
    const { documentElement: root } = document;
    if (root.lang === language && root.dir === direction) return;
    root.lang = language;
    root.dir = direction;
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', language in pageFiles.texts && language !== 'en' ? `/manifests/${language}.webmanifest` : '/manifest.webmanifest');
}

/**
 * @param {App} app
 * @param {import('./texts/texts.js').Texts} texts
 */
function show(app, texts) {
    showDirection(texts);
    // The current time, whatever caused this drawing.
    const state = { ...app.store.state, now: app.clock.date(), uptime: app.clock.now() };
    document.title = titleOf(state, texts);
    keeper.during(() => render(page, pageView(state, app.actions, app.life.views), texts));
}

const parameters = new URLSearchParams(location.search);
/** Whether the page is served by this machine or its network, where it can be inspected. */
const isInspected = parameters.has('inspect') && isOwnNetwork(location.hostname);

const system = () => navigator.languages;

/**
 * The language that the person has chosen, or the browser's. A page under inspection can have another, including the pseudo-language of
 * tests.
 */
async function shownLanguage() {
    const [choice, inspected] = [keptLanguage(), isInspected ? parameters.get('language') : null];
    try {
        const texts = await loadTextsOrEnglish(inspected === null ? wantedFor(choice, system()) : [inspected]);
        return new ShownLanguage(choice, texts, { load: loadTexts, system, keep: keepLanguage });
    } catch (error) {
        // There are no texts to draw the page with.
        skeleton?.remove();
        document.getElementById('unreachable')?.removeAttribute('hidden');
        throw error;
    }
}

/**
 * Lets tests see what the page shows, and its counters; none of it is a key or a token.
 * @param {App} app
 * @param {ShownLanguage} language
 * @returns {() => void} to be called with each change
 */
function inspect(app, language) {
    if (!isInspected) return () => {};
    /** @type {import('./features/calls/call-state.js').CallState | null} */
    let ended = null;
    Object.assign(globalThis, {
        ecallInspection: {
            /** The call that ended last, which the page may no longer show. */
            get ended() { return ended; },
            get state() { return app.store.state; }, statistics: async () => app.here.signedIn?.calls.current?.statistics() ?? null, said: (/** @type {import('./texts/text.js').Words} */ words) => language.texts.string(words),
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

const language = await shownLanguage();
const app = new App(language, async () => (await Promise.all([import('./signed-in.js'), codes()]))[0]);
app.store.set({ country: regionOf(navigator.languages) });
const noteChange = inspect(app, language);
const integration = new SystemCallIntegration(browserSystemFeatures(globalThis.window), app.actions, (words) => language.texts.string(words));
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
    show(app, language.texts);
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
// All windows of a browser share one language.
addEventListener('storage', ({ key, newValue }) => { if (key === keptName || key === null) void language.follow(choiceOf(newValue)); });
addEventListener('languagechange', () => void language.systemChanged());
skeleton?.remove();
show(app, language.texts);
app.start().catch(() => {
    app.store.set({ ...initialState(app.clock.date()), language: app.store.state.language, screen: 'broken' });
}).finally(() => releases.keep());
