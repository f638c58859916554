import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { againLabel, endLabels, endedWell } from '../../Web/features/calls/call-labels.js';

/** Shared with Swift (EndedCallTests.swift). A member that a row does not name may have any value. */
const { rows } = JSON.parse(readFileSync(new URL('../Vectors/call-ends.json', import.meta.url), 'utf8'));

const either = (value, all) => (value === undefined ? all : [value]);

test('each end of a call is described in the words of the vectors', () => {
    let count = 0;
    for (const row of rows) {
        for (const origin of either(row.origin, ['outgoing', 'incoming', 'returned'])) {
            for (const hasBegun of either(row.hasBegun, [false, true])) {
                for (const isOfSeveral of either(row.isOfSeveral, [false, true])) {
                    const call = {
                        reason: row.reason, problem: null, peer: { userId: 2, name: 'Bo' }, goesOn: row.goesOn === true,
                        members: [{ isSelf: true }, { isSelf: false }, ...(isOfSeveral ? [{ isSelf: false }] : [])],
                        reply: row.minutes === undefined ? null : { kind: 'cannotTalkNow', minutes: row.minutes },
                        isOutgoing: origin === 'outgoing', isReturn: origin === 'returned', startedAt: hasBegun ? 1 : null,
                    };
                    const { title, sentence } = endLabels(call);
                    const told = { title: title.key, sentence: sentence?.key ?? null, again: againLabel(call)?.key ?? null, isWell: endedWell(call) };
                    const { title: wanted, sentence: meant, again, isWell } = row;
                    assert.deepEqual(told, { title: wanted, sentence: meant, again, isWell }, JSON.stringify([row.reason, origin, hasBegun, isOfSeveral]));
                    count += 1;
                }
            }
        }
    }
    // Twelve reasons, three origins, two flags; besides these a call in progress, and two replies.
    assert.equal(count, (12 + 1 + 2) * 12);
});
