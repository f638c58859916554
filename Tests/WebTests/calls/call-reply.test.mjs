import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingWords, replyBytes, replyLength, replyOf } from '../../../Web/keys/channels/call-reply.js';
import { callBackTimes, replyWith } from '../../../Web/features/calls/incoming/call-back.js';
import { replyChoices } from '../../../Web/features/calls/incoming/reply-choices.js';
import { drawn } from '../../../Web/dom/drawn.js';
import { textOf } from '../../../Web/dom/h.js';
import { english } from '../english.mjs';

const reply = (minutes, words) => ({ kind: 'cannotTalkNow', minutes, ...(words && { words }) });

test('a reply has one length, whatever was said, and its first bytes are those of a reply without words', () => {
    for (const one of [reply(0), reply(10), reply(255, 'x'), reply(30, 'In a meeting until three'), reply(30, 'w'.repeat(500))]) {
        const bytes = replyBytes(one);
        assert.equal(bytes.length, replyLength);
        assert.deepEqual([...bytes.subarray(0, 3)], [1, 1, one.minutes]);
    }
    assert.deepEqual([...replyBytes(reply(10)).subarray(3)], new Array(61).fill(0));
});

test('own words arrive as they were written, in any script', () => {
    for (const words of ['In a meeting until three', 'später, bin im Zug', 'সভায় আছি', 'म बैठक में हूँ', '会議中', 'در جلسه‌ام', '👩‍👩‍👧 🚲', 'a"b\'c<d>']) {
        assert.deepEqual(replyOf(replyBytes(reply(30, words))), reply(30, words));
    }
    assert.deepEqual(replyOf(replyBytes(reply(30, '   '))), reply(30));
});

test('words that are too long end before a whole character', () => {
    assert.equal(fittingWords('w'.repeat(80)), 'w'.repeat(61));
    assert.equal(fittingWords('会'.repeat(40)), '会'.repeat(20));
    const family = '👩‍👩‍👧';
    assert.equal(fittingWords(family.repeat(9)), family.repeat(3));
    assert.equal(replyOf(replyBytes(reply(1, '会'.repeat(40)))).words, '会'.repeat(20));
});

test('neither control characters nor turned directions are shown, and no text is made of other bytes', () => {
    const bytes = replyBytes(reply(5));
    const put = (...values) => {
        const changed = bytes.slice();
        changed.set(values, 3);
        return replyOf(changed);
    };
    assert.deepEqual(put(...new TextEncoder().encode('a\u202eb\u2066c\n\td')), reply(5, 'a b c d'));
    assert.deepEqual(put(0xff, 0xfe, 0x41), reply(5));
    assert.deepEqual(put(...new Array(61).fill(0x41)), reply(5, 'A'.repeat(61)));
    assert.equal(replyOf(bytes.slice(1)), null);
    assert.equal(replyOf(new Uint8Array(64).fill(2)), null);
});

test('each choice says what it promises before it is pressed', () => {
    const sent = [];
    const [view] = drawn([replyChoices('Bo', 'until three', { write: (words) => sent.push(words), send: (minutes) => sent.push(minutes) })], english);
    const buttons = [];
    const visit = (node) => {
        if (typeof node === 'string') return;
        if (node.tag === 'button') buttons.push([textOf(node, english).trim(), node.props.onclick]);
        node.children.forEach(visit);
    };
    visit(view);
    assert.deepEqual(buttons.map(([label]) => label), ['I’ll call back in 10 minutes', 'I’ll call back in 30 minutes', 'I’ll call back in 60 minutes', 'Only say I can’t talk now', 'Cancel']);
    for (const [, press] of buttons) press();
    assert.deepEqual(sent, [...callBackTimes, 0, null]);
    assert.deepEqual(replyWith(30, ' until three '), reply(30, 'until three'));
});
