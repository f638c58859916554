import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawn } from '../../Web/dom/drawn.js';
import { textOf as textIn } from '../../Web/dom/h.js';
import * as views from '../../Web/signed-in.js';
import { pageView } from '../../Web/page/page.js';
import { titleOf } from '../../Web/page/title.js';
import { english } from './english.mjs';
import { states } from './gallery/states.js';
import { participantsOf } from '../../Web/features/calls/people/people-state.js';

const actions = new Proxy({}, { get: () => () => {} });
const all = Object.entries(states).map(([name, state]) => ({ name, state, tree: drawn(pageView(state, actions, views), english) }));
const textOf = (node) => textIn(node, english);

/** Every element of a tree, with its siblings. */
function* elements(children) {
    for (const child of children) {
        if (typeof child === 'string') continue;
        yield { element: child, siblings: children };
        yield* elements(child.children);
    }
}

/** What a screen reader says for a control. */
function nameOf(element, tree) {
    const { props } = element;
    if (props['aria-label']) return props['aria-label'];
    if (element.tag === 'input' && props.type !== 'radio') {
        const label = [...elements(tree)].find(({ element: other }) => other.tag === 'label' && (props.id ? other.props.for === props.id : [...elements(other.children)].some((one) => one.element === element)));
        return label ? textOf(label.element) : '';
    }
    if (element.tag === 'input') return 'by its label around it';
    return textOf(element);
}

for (const { name, tree } of all) {
    test(`${name}: every control has a name, and ids and sibling keys are unique`, () => {
        const ids = [];
        for (const { element, siblings } of elements(tree)) {
            if (['button', 'a', 'input', 'dialog'].includes(element.tag)) {
                const spoken = element.tag === 'dialog' ? element.props['aria-labelledby'] : nameOf(element, tree);
                assert.ok(spoken.trim() !== '', `${element.tag} ${element.props.class}`);
            }
            if (element.props.id) ids.push(element.props.id);
            const kin = siblings.filter((other) => other.tag === element.tag && other.key === element.key);
            if (element.key !== undefined) assert.equal(kin.length, 1, `key ${element.key} of ${element.tag}`);
        }
        assert.deepEqual(ids, [...new Set(ids)]);
        // A reference to another element finds it.
        for (const { element } of elements(tree)) {
            for (const attribute of ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for']) {
                const target = element.props[attribute];
                if (target) assert.ok(ids.includes(target), `${attribute} ${target}`);
            }
        }
    });
}

test('no screen promises more than the threat model', () => {
    for (const { name, tree } of all) {
        const text = tree.map(textOf).join(' ');
        assert.doesNotMatch(text, /\b(secure|unbreakable|nobody can|100 ?%|completely|fully encrypted)\b/i, name);
        for (const [said] of text.matchAll(/protected from[^.]*/gi)) assert.match(said, /^protected from outsiders,? and from a server that only listens/i, name);
    }
});

test('a call is called protected only while it is', () => {
    for (const { name, state, tree } of all) {
        const chip = [...elements(tree)].find(({ element }) => element.props.class?.split(' ').includes('chip'));
        if (state.call && participantsOf(state.call).length > 0 && participantsOf(state.call).every(({ keepsOut }) => keepsOut)) {
            assert.equal(textOf(chip.element).trim(), 'No one can hear you yet', name);
            continue;
        }
        const waits = state.call && participantsOf(state.call).some(({ trust }) => trust?.startsWith('held')) ? 'Confirm who this is' : 'Encrypting…';
        if (chip) assert.equal(textOf(chip.element).trim(), state.call.encryption === 'protected' ? 'End-to-end encrypted' : waits, name);
    }
    assert.ok(all.filter(({ name }) => name.startsWith('call-')).length > 10);
});

/** The texts of the screen of a state, and the labels of its buttons. */
function said(name) {
    const { tree } = all.find((one) => one.name === name);
    const buttons = [...elements(tree)].filter(({ element }) => element.tag === 'button').map(({ element }) => nameOf(element, tree).trim());
    return { text: tree.map(textOf).join(' '), buttons };
}

test('a held participant is shown in the panel and can be let in there, whatever the question’s answer', () => {
    for (const name of ['call-1-protection-held', 'call-4-protection-held', 'call-4-protection']) {
        const { text, buttons } = said(name);
        assert.match(text, /Not confirmed: they can’t hear you/, name);
        assert.ok(buttons.includes('Compare') && buttons.some((label) => label.startsWith('It’s ')) && buttons.some((label) => label.startsWith('Not ')), name);
    }
    assert.match(said('call-1-protection-held').text, /Amira Haddad is on a new device\.\s+Do they have a new phone/);
});

test('a question about a device stays until it is answered: comparing or leaving is not an answer', () => {
    const question = (name) => {
        const { tree } = all.find((one) => one.name === name);
        const card = [...elements(tree)].find(({ element }) => element.props.class === 'held')?.element;
        return card ? [...elements([card])].filter(({ element }) => element.tag === 'button').map(({ element }) => textOf(element).trim()) : null;
    };
    assert.deepEqual(question('call-1-held-waiting'), ['It’s Amira Haddad', 'Compare', 'Not Amira Haddad']);
    assert.deepEqual(question('call-1-held-unverified'), ['Compare', 'Not Amira Haddad', 'Confirm anyway…'], 'of somebody who is verified');
    assert.deepEqual(question('call-1-held-revoked'), ['Not Amira Haddad', 'Confirm anyway…']);
    assert.deepEqual(question('call-1-beside'), ['Compare', 'Not Amira Haddad'], 'beside a device of hers that is let in');
    assert.equal(question('call-1-held-refused'), null, 'answered');
    assert.match(said('call-1-held-anyway').text, /Amira Haddad will no longer be verified/);
    assert.match(said('call-1-protection-beside').text, /Who can hear you\s+Amira Haddad.*Not confirmed: they can’t hear you\s+Amira Haddad is on a new device/);
});

test('a participant who has not let this device in is not listed among those who can hear this user', () => {
    const panel = (name) => {
        const { tree } = all.find((one) => one.name === name);
        return [...elements(tree)].filter(({ element }) => element.tag === 'section' && /^protection-/.test(element.props['aria-labelledby'] ?? '')).map(({ element }) => textOf(element).replace(/\s+/g, ' ').trim());
    };
    const sentence = (name) => `${name} can’t hear you yet. They may need to confirm this device: ask them, for example in a message, to check their screen.`;
    assert.deepEqual(panel('call-1-protection-kept-out').slice(0, 2), ['Who can hear you No one yet.', `They can’t hear you yet ${sentence('Amira Haddad')} Compare`]);
    const [hear, keptOut] = panel('call-3-protection-kept-out');
    assert.match(hear, /Amira Haddad.*Bo/);
    assert.doesNotMatch(hear, /Tomás/);
    assert.match(keptOut, /Tomás Ribeiro can’t hear you yet/);
    assert.ok(said('call-1-kept-out').text.includes(sentence('Amira Haddad')), 'on the picture');
    assert.doesNotMatch(said('call-1-protection-kept-out').text, /End-to-end encrypted(?! calls)/);
});

test('comparing offers to report a difference, and then says what to do', () => {
    const buttons = (name) => said(name).buttons.filter((label) => ['They match', 'They don’t match', 'Scan their code', 'Mark as not verified', 'Compare again'].includes(label));
    assert.deepEqual(['compare', 'compare-verified', 'compare-differs', 'compare-said-to-differ', 'compare-verified-differs'].map(buttons), [
        ['They match', 'They don’t match', 'Scan their code'], ['They don’t match', 'Scan their code', 'Mark as not verified'], ['Scan their code'],
        ['Compare again', 'Scan their code'], ['Mark as not verified', 'Scan their code'],
    ]);
    const own = (name) => said(name).buttons.filter((label) => ['They match', 'They don’t match', 'Scan its code', 'Compare again', 'It wasn’t me', 'Confirm device'].includes(label));
    assert.deepEqual(['settings-compare', 'settings-compare-scanned', 'settings-compare-differs', 'settings-compare-said-to-differ', 'settings-compare-vouched', 'settings-compare-vouched-differs', 'settings-compare-lost'].map(own), [
        ['They match', 'They don’t match', 'Scan its code'], ['Confirm device'], ['Scan its code', 'It wasn’t me'], ['Compare again', 'It wasn’t me'], ['They don’t match'], ['Compare again', 'It wasn’t me'], [],
    ]);
    assert.match(said('settings-compare-said-to-differ').text, /Don’t confirm it/);
    assert.match(said('settings-compare-vouched-differs').text, /already confirmed it.*withdraw the confirmation/);
    assert.match(said('compare-said-to-differ').text, /Don’t say anything private.*compared again in person/);
});

test('a participant who was met but never compared is listed among those whom the server could intercept', () => {
    const between = (name) => /compared numbers with (.*?)\. /.exec(said(name).text)?.[1] ?? null;
    assert.deepEqual(['call-1-protection', 'call-1-protection-new', 'call-1-protection-verified', 'call-4-protection'].map(between), ['Amira Haddad', 'Amira Haddad', null, 'Tomás Ribeiro']);
});

test('a non-contact can be reported where they appear, and a contact on their page', () => {
    const count = (name) => said(name).buttons.filter((label) => label === 'Report…').length;
    assert.deepEqual(['requests', 'call-people-many', 'call-3-people', 'call-1-people', 'contact'].map((name) => [name, count(name)]), [
        ['requests', 2], ['call-people-many', states['call-people-many'].call.members.filter(({ userId, status }) => userId >= 100 && status === 'joined').length], ['call-3-people', 0], ['call-1-people', 0], ['contact', 1],
    ]);
});

test('the reasons of a report are a list, and the note has room', () => {
    const { tree } = all.find(({ name }) => name === 'contact-report');
    const found = [...elements(tree)].map(({ element }) => element);
    assert.deepEqual(found.filter(({ props }) => props.type === 'radio').length, 4);
    assert.equal(found.some(({ props }) => props.class === 'segments'), false);
    assert.deepEqual(found.filter(({ tag }) => tag === 'textarea').map(({ props }) => [props.id, props.maxlength]), [['report-note', 500]]);
});

test('a device that was reported lost is marked on every page, with advice that depends on who reported it', () => {
    for (const [name, words, label] of [['contacts-lost', /marked this one as lost.*sign in again/, 'Sign out and start over'], ['contacts-lost-later', /signed in later.*mark that device as lost/, 'View devices']]) {
        assert.match(said(name).text, words, name);
        assert.deepEqual(said(name).buttons.filter((one) => one === 'Sign out and start over' || one === 'View devices'), [label]);
    }
});

test('no sentence appears twice on one screen', () => {
    for (const [name, words] of [
        ['contact-older', 'uses an older app'], ['contact-new', 'You haven’t called each other yet'], ['calls-failed', 'the server'],
    ]) assert.equal(said(name).text.split(words).length - 1, 1, `${name}: ${words}`);
    assert.doesNotMatch(said('calls-failed').text, /Can’t reach/);
});

test('no screen mentions keys while it rings', () => {
    for (const name of ['outgoing-calling', 'outgoing-ringing']) {
        const { tree } = all.find((one) => one.name === name);
        const chip = [...elements(tree)].find(({ element }) => element.props.class?.includes('chip'));
        assert.equal(chip.element.props.class, 'chip chip-away', name);
    }
});

// 004-27
test('creating a link is shown, and a failure offers a retry', () => {
    assert.match(said('link-making').text, /Creating your link/);
    assert.match(said('link-offline').text, /Can’t reach the server/);
    assert.ok(said('link-offline').buttons.includes('Try again'));
});

test('the link for several people is one step behind the link for one person, which comes first', () => {
    for (const [name, note] of [['link', /A link to print/], ['link-personal-on', /Uses: 3 of 10/], ['link-personal-ended', /It no longer works\. Extend it or turn it off/]]) {
        const { tree } = all.find((one) => one.name === name);
        const parts = [...elements(tree)].map(({ element }) => element);
        const [code, row] = [parts.findIndex(({ props }) => props.class === 'code-frame'), parts.findIndex(({ props }) => props.href === '#/link/personal')];
        assert.ok(code >= 0 && row > code, name);
        assert.match(textOf(parts[row]), note, name);
    }
    assert.ok(said('link').buttons.includes('Copy link'));
});

test('the link for several people shows what it is, its state and its actions', () => {
    const chosen = (name) => [...elements(all.find((one) => one.name === name).tree)].filter(({ element: { props } }) => props.type === 'radio' && props.checked).map(({ element }) => element.props.value);
    for (const [name, words, buttons] of [
        ['personal-link-off', /Several people can use it.*You decide whom to accept.*Number of people.*Valid for/, ['Turn on']],
        ['personal-link', /share\/contact\/.*Uses: 3 of 10.*Expires on Apr 4/, ['Copy link', 'Share…', 'Change limits', 'Create new link', 'Turn off']],
        ['personal-link-today', /Uses: 0 of 1.*Valid for 12 hr/, ['Change limits']],
        ['personal-link-year', /Expires on Mar 14, 2027/, []],
        ['personal-link-changing', /The link stays the same/, ['Save', 'Cancel', 'Copy link']],
        ['personal-link-full', /Limit reached: used by 10 of 10 people.*the same link works again/, ['Extend', 'Turn off']],
        ['personal-link-over', /Expired on Mar 12/, ['Extend', 'Turn off']],
        ['personal-link-unreachable', /Can’t reach the server/, ['Try again']],
        ['personal-link-too-many', /too many links.*in an hour/, ['Turn on']],
        ['personal-link-not-renewed', /too many links.*3 of 10/, ['Try again', 'Copy link']],
        ['personal-link-renew', /stops working immediately, including where it’s printed/, ['Create new link', 'Cancel']],
        ['personal-link-turn-off', /stops working immediately, including where it’s printed/, ['Turn off', 'Cancel']],
    ]) {
        const shown = said(name);
        assert.match(shown.text.replace(/\s+/g, ' '), words, name);
        for (const label of buttons) assert.ok(shown.buttons.includes(label), `${name}: ${label}`);
    }
    for (const name of ['personal-link-off', 'personal-link-full']) {
        assert.deepEqual(chosen(name), ['10', '2592000'], name);
        assert.doesNotMatch(said(name).text, /share\/contact/, name);
    }
});

// 004-34
test('looking up a link is shown', () => assert.ok(said('add-resolving').buttons.some((label) => /^Searching/.test(label))));

// 004-41
test('received requests are listed apart from sent ones', () => {
    const { tree } = all.find(({ name }) => name === 'requests');
    const groups = [...elements(tree)].filter(({ element }) => element.props.class === 'group').map(({ element }) => textOf(element));
    const has = (name) => groups.map((text) => text.includes(name));
    assert.deepEqual([has('Ingrid Solberg'), has('Yusuf Demir'), has('Priya Raman')], [[true, false], [true, false], [false, true]]);
});

// 004-42
test('an empty list says so, and what to do', () => {
    for (const name of ['contacts-empty', 'requests-empty', 'calls-empty']) {
        const { tree } = all.find((one) => one.name === name);
        const empty = [...elements(tree)].find(({ element }) => element.props.class?.split(' ').includes('empty'));
        assert.ok(empty && textOf(empty.element).length > 20, name);
    }
});

/** The buttons with text in a part, except those in rows, of which each has its own. */
function* buttonsOf(children, isRow = false) {
    for (const child of children) {
        if (typeof child === 'string') continue;
        if (child.tag === 'button' && !isRow && child.props.class?.startsWith('button ')) yield child;
        yield* buttonsOf(child.children, isRow || child.tag === 'li');
    }
}
const partsWith = (tree, matches) => [...elements(tree)].filter(({ element }) => matches(element)).map(({ element }) => [...buttonsOf([element])]);

test('declining comes before answering', () => {
    for (const name of ['incoming-video', 'incoming-audio', 'call-1-second']) {
        const { tree } = all.find((one) => one.name === name);
        const { element: choices } = [...elements(tree)].find(({ element }) => /call-choices/.test(element.props.class ?? ''));
        assert.match(textOf(choices.children[0]), /Decline/, name);
    }
});

test('no action is offered twice, and each screen, dialog, banner or card has one primary action', () => {
    for (const { name, tree } of all) {
        const dialogs = partsWith(tree, ({ tag }) => tag === 'dialog');
        const banners = partsWith(tree, ({ props }) => props.class?.startsWith('banner ') || props.class === 'person-card');
        const screen = [...buttonsOf(tree)].filter((button) => !dialogs.flat().includes(button));
        for (const part of [screen, ...dialogs]) {
            const labels = part.map((button) => textOf(button).trim());
            assert.deepEqual(labels, [...new Set(labels)], name);
        }
        for (const part of [screen.filter((button) => !banners.flat().includes(button)), ...banners, ...dialogs]) {
            const first = part.filter(({ props }) => /button-(primary|good)/.test(props.class)).map((button) => textOf(button).trim());
            assert.ok(first.length <= 1, `${name}: ${first}`);
        }
    }
});

test('the title starts with what matters most', () => {
    const titles = ['incoming-video', 'call-1-second', 'call-2', 'ended-declined', 'contacts', 'contacts-empty', 'contact', 'sign-in', 'loading'].map((name) => titleOf(states[name], english));
    assert.deepEqual(titles, ['☎ Amira Haddad is calling — ECall', '☎ Maximilian-Alexander von und zu Hohenlohe-Langenb is calling — ECall', 'Amira Haddad and Tomás Ribeiro — ECall', 'Declined — ECall', '(2) Contacts — ECall',
        'Contacts — ECall', '(2) Amira Haddad — ECall', 'Sign in — ECall', 'ECall']);
});

// Contrast, by the formula of WCAG 2.2

const tokens = readFileSync(new URL('../../Web/design/tokens.css', import.meta.url), 'utf8');
const parts = readFileSync(new URL('../../Web/design/parts.css', import.meta.url), 'utf8');

/** The colour of a token in a theme, as red, green and blue from 0 to 1. */
function colour(token, theme) {
    const value = new RegExp(`--${token}: ([^;]+);`).exec(tokens)[1];
    const hexes = [...value.matchAll(/#([0-9a-f]{6})/g)].map(([, hex]) => hex);
    return channels(hexes[theme === 'dark' ? hexes.length - 1 : 0]);
}
const channels = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const luminance = (rgb) => rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((left, right) => left - right);
    return (light + 0.05) / (dark + 0.05);
}

/** [text, its background] */
const pairs = [
    ...['ground', 'surface', 'raised', 'hover', 'accent-soft', 'good-soft', 'bad-soft'].map((ground) => ['ink', ground]),
    ...['ground', 'surface', 'raised', 'hover', 'accent-soft'].map((ground) => ['ink-soft', ground]),
    ...['ground', 'surface', 'accent-soft'].map((ground) => ['accent', ground]),
    ['on-accent', 'accent'], ['on-fill', 'good-fill'], ['on-fill', 'bad-fill'], ['bad', 'ground'], ['bad', 'surface'], ['bad', 'raised'],
];
for (const theme of ['light', 'dark']) {
    test(`${theme}: text has a contrast of at least 4.5:1, outlines of controls 3:1`, () => {
        for (const [text, ground] of pairs) {
            const ratio = contrast(colour(text, theme), colour(ground, theme));
            assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
        }
        for (const ground of ['ground', 'surface']) {
            const ratio = contrast(colour('line-strong', theme), colour(ground, theme));
            assert.ok(ratio >= 3, `line-strong on ${ground}: ${ratio.toFixed(2)}`);
        }
    });
}

test('initials contrast with their circles', () => {
    const hues = [...parts.matchAll(/avatar-hue-\d \{ background: light-dark\(#(\w+), #(\w+)\); color: light-dark\(#(\w+), #(\w+)\)/g)];
    assert.equal(hues.length, 8);
    for (const [, lightGround, darkGround, light, dark] of hues) {
        assert.ok(contrast(channels(lightGround), channels(light)) >= 4.5, lightGround);
        assert.ok(contrast(channels(darkGround), channels(dark)) >= 4.5, darkGround);
    }
});
