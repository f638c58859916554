import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { groupCalls } from '../../../Web/features/history/call-groups.js';
import { HistoryService } from '../../../Web/features/history/history-service.js';
import { pastCall } from '../../../Web/features/history/past-call.js';
import { APIClient } from '../../../Web/protocol/http/api-client.js';
import { resultOf } from '../../../Web/features/history/call-words.js';
import { said } from '../english.mjs';

const { records, days } = JSON.parse(readFileSync(new URL('../../Vectors/call-history.json', import.meta.url), 'utf8'));

test('a call of the history is parsed as the vectors state', () => {
    assert.equal(records.length, 16);
    for (const { name, record, call } of records) assert.deepEqual(pastCall(record), call, name);
});

test('calls are grouped by day and run as the vectors state', () => {
    assert.equal(days.length, 8);
    for (const { name, now, offset, calls, days: expected } of days) {
        const past = calls.map(([id, result, direction, users, startedAt]) => ({
            id, result, isOutgoing: direction === 'out', startedAt, people: users.map((userId) => ({ userId })),
        }));
        const found = groupCalls(past, now, (moment) => Math.floor((moment + offset * 1000) / 86_400_000));
        assert.deepEqual(found.map(({ day, label, runs }) => [day, label, runs.map((run) => [run.kind, run.calls.map(({ id }) => id)])]), expected, name);
    }
});

/** A server with these calls, newest first, that records requests. */
function server(ids) {
    let kept = [...ids];
    const asked = [];
    const fetch = async (address, { method, body }) => {
        const url = new URL(address);
        asked.push(`${method} ${url.pathname.slice('/app/api'.length)}${url.search}${body ? ` ${body}` : ''}`);
        if (method === 'DELETE') {
            const { callIds } = JSON.parse(body);
            const deleted = callIds.filter((id) => kept.includes(id));
            kept = kept.filter((id) => !callIds.includes(id));
            return Response.json({ deleted });
        }
        const [size, before] = [Number(url.searchParams.get('size')), Number(url.searchParams.get('before') ?? Infinity)];
        const rest = kept.filter((id) => id < before);
        const calls = rest.slice(0, size).map((id) => ({ ...records[0].record, id }));
        const headers = { 'X-Total-Count': String(kept.length), ...(rest.length > size ? { 'X-Next-Cursor': String(calls.at(-1).id) } : {}) };
        return Response.json(calls, { headers });
    };
    const tokens = { access: () => 'a', refresh: () => 'r', replace: () => {}, dead: () => {} };
    const service = new HistoryService({ api: new APIClient({ origin: 'http://x', tokens, fetch }) });
    return { service, asked, get kept() { return kept; } };
}
const all = { isMissed: false, name: '' };

test('the history is fetched in pages, each with the cursor of the one before', async () => {
    const { service, asked } = server(Array.from({ length: 35 }, (_, index) => 100 - index));
    const first = await service.page(all);
    assert.deepEqual([first.calls.length, first.total, first.next, first.calls[0].id], [30, 35, '71', 100]);
    const second = await service.page(all, first.next);
    assert.deepEqual([second.calls.map(({ id }) => id), second.next], [[70, 69, 68, 67, 66], null]);
    assert.deepEqual(asked, ['GET /calls?size=30', 'GET /calls?size=30&before=71']);
});

test('missed calls and names are requested from the server', async () => {
    const { service, asked } = server([1]);
    await service.page({ isMissed: true, name: ' Bo & Ana ' });
    await service.page({ isMissed: false, name: '  ' });
    assert.deepEqual(asked, ['GET /calls?size=30&isMissed=true&displayName=Bo%20%26%20Ana', 'GET /calls?size=30']);
});

test('all calls are deleted in batches of a hundred', async () => {
    const bench = server(Array.from({ length: 250 }, (_, index) => 1000 - index));
    await bench.service.removeAll();
    assert.deepEqual([bench.kept, bench.asked.filter((line) => line.startsWith('DELETE')).length], [[], 3]);
    await bench.service.removeAll();
    assert.equal(bench.asked.length, 8, 'of none nothing is deleted');
});

test('one call is deleted by its id', async () => {
    const bench = server([3, 2, 1]);
    await bench.service.remove([2]);
    assert.deepEqual(bench.kept, [3, 1]);
});

test('a server that deletes nothing is not asked forever', async () => {
    const api = { page: async () => ({ answer: [{ id: 1 }], total: 1, next: null }), send: async () => ({ deleted: [] }) };
    await new HistoryService({ api }).removeAll();
});

test('an answered call without media has no duration, and says so', () => {
    assert.equal(said(resultOf({ result: 'unconnected', isOutgoing: false, duration: 0 })), 'Answered, never connected');
});

test('a call’s duration is rounded down, as its clock showed it', () => {
    const lasted = (duration) => said(resultOf({ result: 'answered', isOutgoing: true, duration }));
    assert.deepEqual([5999, 119_999, 3_659_000, 7_199_999].map(lasted), ['Outgoing · 5 sec', 'Outgoing · 1 min', 'Outgoing · 1 hour', 'Outgoing · 1 hour, 59 minutes']);
});
