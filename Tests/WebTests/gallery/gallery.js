import { FocusKeeper } from '../../../Web/dom/focus-keeper.js';
import { render } from '../../../Web/dom/render.js';
import { loadTexts } from '../../../Web/texts/load.js';
import * as views from '../../../Web/signed-in.js';
import { pageView } from '../../../Web/page/page.js';
import { titleOf } from '../../../Web/page/title.js';
import { shapeOf } from '../../../Web/features/calls/stage/picture-fit.js';
import * as checks from './checks/all.js';
import { names as longest, renamed } from './names.js';
import { states as given } from './states.js';

/**
 * Draws the screen named in `?state=` in the language `?language=` (any of the page's, or `en-XA`), or a list of all; with `?names=longest` everyone has one of the
 * longest names, with `?names=piled` the one of piled marks. `globalThis.show(name)` changes it in
 * place. `globalThis.walk(checks)` makes checks of all states.
 */
const parameters = new URLSearchParams(location.search);
const those = { longest: Object.values(longest), piled: [longest.piled] }[parameters.get('names')];
const states = those ? Object.fromEntries(Object.entries(given).map(([name, state]) => [name, renamed(state, those)])) : given;
const texts = await loadTexts([parameters.get('language') ?? 'en']);
document.documentElement.lang = texts.language;
document.documentElement.dir = texts.direction;
const page = document.getElementById('page');
const keeper = new FocusKeeper(page);
/** The stage's reports about itself, as the page stores them. */
const seen = { size: null, shapes: {} };
const told = {
    stageSized: (size) => {
        if (JSON.stringify(seen.size) === JSON.stringify(size)) return;
        seen.size = size;
        showAgain();
    },
    pictureShaped: (id, shape) => {
        if (seen.shapes[id] === shape) return;
        seen.shapes = { ...seen.shapes, [id]: shape };
        showAgain();
    },
    tileSized: (userId, height) => { globalThis.heights = { ...globalThis.heights, [userId]: height }; },
};
const actions = new Proxy(told, { get: (_, name) => told[name] ?? (name === 'shareLink' || name === 'stirred' ? () => {} : (...values) => { [globalThis.lastAction, globalThis.lastValues] = [String(name), values]; }) });

/** A page of text up to its edges, which shows whether anything is cut off. */
function drawPage(context, { width, height }) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.strokeStyle = '#c22';
    context.lineWidth = 8;
    context.strokeRect(4, 4, width - 8, height - 8);
    context.fillStyle = '#223';
    context.font = '28px sans-serif';
    for (let line = 1; line * 44 < height - 20; line += 1) context.fillText(`${line}. What is shared is shown whole, and stays legible.`, 40, line * 44);
}

const sizeOf = (name) => (name === 'stream-screen' ? [1280, 720] : /(\d+)x(\d+)$/.exec(name)?.slice(1).map(Number) ?? [640, 480]);

/** A still picture as a stream: a head and shoulders before a wall; its size may end the name. */
function stream(name) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = sizeOf(name);
    const unit = Math.min(canvas.width, canvas.height * 4 / 3);
    const context = canvas.getContext('2d');
    const hue = [...name].reduce((sum, letter) => sum + letter.codePointAt(0) * 37, 0) % 360;
    const draw = () => {
        if (name.startsWith('stream-screen')) return drawPage(context, canvas);
        context.fillStyle = `hsl(${hue} 30% 55%)`;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = `hsl(${hue} 40% 32%)`;
        context.beginPath();
        context.ellipse(canvas.width / 2, canvas.height * 1.05, unit * 0.3, canvas.height * 0.42, 0, 0, 7);
        context.fill();
        context.fillStyle = `hsl(${(hue + 200) % 360} 35% 72%)`;
        context.beginPath();
        context.ellipse(canvas.width / 2, canvas.height * 0.42, unit * 0.12, unit * 0.16, 0, 0, 7);
        context.fill();
    };
    draw();
    // A stream that isn't visible costs as much as a visible one.
    setInterval(() => { if (used.has(name)) draw(); }, 200);
    return canvas.captureStream(5);
}
const streams = new Map();
/** The streams of the state that is shown. */
const used = new Set();
const streamOf = (name) => {
    if (name === null) return null;
    used.add(name);
    if (!streams.has(name)) streams.set(name, stream(name));
    return streams.get(name);
};

function filled(state) {
    if (state.scan.stream) return { ...state, scan: { ...state.scan, stream: streamOf(state.scan.stream) } };
    const { check } = state.devices;
    if (check) state = { ...state, devices: { ...state.devices, check: { ...check, stream: streamOf(check.stream) } } };
    if (!state.call) return state;
    const members = state.call.members.map((one) => ({ ...one, camera: streamOf(one.camera), screen: streamOf(one.screen) }));
    return { ...state, call: { ...state.call, members, ownStream: streamOf(state.call.ownStream), view: { ...state.call.view, ...seen } } };
}

globalThis.names = Object.keys(states);
let shown = [];
let isAgain = false;
/** As the page draws: once after any number of changes. */
function showAgain() {
    if (isAgain) return;
    isAgain = true;
    queueMicrotask(() => {
        isAgain = false;
        globalThis.show(...shown);
    });
}
let drawings = 0;
globalThis.show = (name, change = {}) => {
    drawings += 1;
    shown = [name, change];
    used.clear();
    const { language, ...state } = filled({ ...states[name], ...change });
    // The names of languages are in that of the gallery.
    const there = { ...state, language: { ...language, shown: texts.language } };
    document.title = titleOf(there, texts);
    keeper.during(() => render(page, pageView(there, actions, views), texts));
};
/** The shapes of all pictures of a state, which the page otherwise learns from their first frames. */
function shapesOf({ call }) {
    const pictures = [...(call?.members ?? []).filter(({ slot }) => slot !== null).map(({ userId, camera }) => [userId, camera]), ['own', call?.ownStream]];
    return Object.fromEntries(pictures.filter(([, stream]) => stream).map(([id, stream]) => {
        const [width, height] = sizeOf(stream);
        return [id, shapeOf({ width, height })];
    }));
}

const frame = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
/** How many frames a stage may take to find its layout. */
const mostFrames = 20;

/** Shows a state after its stage, if it has one, has been measured and laid out. */
globalThis.settle = async (name) => {
    seen.shapes = shapesOf(states[name]);
    globalThis.show(name);
    if (!document.querySelector('.stage')) return;
    for (let frames = 0; frames < mostFrames; frames += 1) {
        const before = drawings;
        await frame();
        if (drawings === before) return;
    }
    throw new Error(`${name} changes its layout again and again`);
};
globalThis.states = states;
globalThis.checks = checks;
/** The findings of the named checks in a state, by state and check. */
globalThis.look = async (name, wanted) => {
    await globalThis.settle(name);
    const found = wanted.map((check) => [`${name}: ${check}`, checks[check](name)]);
    return Object.fromEntries(found.filter(([, complaints]) => complaints.length > 0));
};
/** The findings of the named checks in all states. */
globalThis.walk = async (wanted) => {
    const found = {};
    for (const name of globalThis.names) Object.assign(found, await globalThis.look(name, wanted));
    return found;
};
const theme = parameters.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
const name = parameters.get('state');
if (name) {
    globalThis.show(name);
} else {
    for (const each of globalThis.names) {
        const anchor = document.createElement('a');
        anchor.href = `?state=${each}`;
        anchor.textContent = each;
        const line = document.createElement('p');
        line.append(anchor);
        page.append(line);
    }
}
