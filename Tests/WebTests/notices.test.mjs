import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { dismiss, notify } from '../../Web/state/notices.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

// 003-39
test('at most three different notices are stacked, and each disappears by itself or when closed', (context) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    context.after(() => mock.timers.reset());
    const store = new Store(initialState(0));
    const texts = () => store.state.notices.map(({ text }) => text);
    for (const [text, tone] of [['a', 'plain'], ['b', 'good'], ['c', 'bad'], ['d', 'plain'], ['b', 'good']]) notify(store, text, tone);
    assert.deepEqual(texts(), ['c', 'd', 'b']);
    assert.deepEqual(store.state.notices.map(({ tone }) => tone), ['bad', 'plain', 'good']);
    dismiss(store, store.state.notices[1].id);
    assert.deepEqual(texts(), ['c', 'b']);
    mock.timers.tick(5999);
    notify(store, 'e', 'plain', 10_000);
    mock.timers.tick(1);
    assert.deepEqual(texts(), ['e']);
    mock.timers.tick(10_000);
    assert.deepEqual(texts(), []);
});
