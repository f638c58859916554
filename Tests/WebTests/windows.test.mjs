import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OtherWindows } from '../../Web/session/other-windows.js';
import { WindowLock } from '../../Web/session/window-lock.js';

/** Web Locks as the standard has them, for one name: a queue, `ifAvailable`, `steal`, `signal`. */
class Locks {
    #held = null;
    #queue = [];

    request(_, options, body) {
        return new Promise((resolve, reject) => {
            const entry = { body, resolve, reject };
            if (options.steal) {
                const robbed = this.#held;
                this.#held = null;
                robbed?.reject(new DOMException('stolen', 'AbortError'));
                return this.#grant(entry);
            }
            if (this.#held && options.ifAvailable) return Promise.resolve(body(null)).then(resolve, reject);
            if (!this.#held) return this.#grant(entry);
            options.signal?.addEventListener('abort', () => {
                if (!this.#queue.includes(entry)) return;
                this.#queue = this.#queue.filter((other) => other !== entry);
                reject(options.signal.reason);
            });
            return this.#queue.push(entry);
        });
    }

    #grant(entry) {
        this.#held = entry;
        Promise.resolve(entry.body({})).then((value) => {
            entry.resolve(value);
            if (this.#held === entry) this.next();
        }, entry.reject);
    }

    /** As when the window that holds it is closed. */
    next() {
        this.#held = null;
        const entry = this.#queue.shift();
        if (entry) this.#grant(entry);
    }
}
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

test('waiting windows take over in order as the one before closes', async () => {
    const locks = new Locks();
    const [first, second, third] = [1, 2, 3].map(() => new WindowLock('x', locks));
    assert.deepEqual([await first.acquire(), await second.acquire()], [true, false]);
    const turns = [];
    void second.wait().then((has) => turns.push(['second', has]));
    void third.wait().then((has) => turns.push(['third', has]));
    await turn();
    assert.deepEqual(turns, []);
    locks.next();
    await turn();
    assert.deepEqual(turns, [['second', true]]);
    locks.next();
    await turn();
    assert.deepEqual(turns, [['second', true], ['third', true]]);
});

test('a window that takes over stops waiting, and the one it replaced waits and gets the lock back when that closes', async () => {
    const locks = new Locks();
    const [first, second] = [1, 2].map(() => new WindowLock('x', locks));
    await first.acquire();
    let lost = 0;
    const turns = [];
    first.onLost(() => {
        lost += 1;
        void first.wait().then((has) => turns.push(has));
    });
    const waiting = second.wait();
    assert.equal(await second.takeOver(), true);
    assert.equal(await waiting, false);
    await turn();
    assert.deepEqual([lost, turns], [1, []]);
    locks.next();
    await turn();
    assert.deepEqual(turns, [true]);
});

test('a link goes to the window that accepts it, and stays if none does', async () => {
    const channels = [];
    const channel = () => {
        const own = { onmessage: null, postMessage: (data) => { for (const other of channels) if (other !== own) queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) })); } };
        channels.push(own);
        return own;
    };
    const [device, waiting, opened] = [1, 2, 3].map(() => new OtherWindows(channel()));
    const taken = [];
    let takes = true;
    device.onOpen((fragment) => {
        if (takes) taken.push(fragment);
        return takes;
    });
    assert.equal(await opened.open('#/add/x'), true);
    takes = false;
    assert.equal(await waiting.open('#/add/y'), false);
    assert.deepEqual(taken, ['#/add/x']);
    // Any other message on the channel changes nothing.
    for (const junk of [null, 7, {}, { type: 'open' }, { type: 'open', id: 'a', fragment: 7 }, { type: 'opened', id: 'b' }]) channels[0].onmessage({ data: junk });
    assert.deepEqual(taken, ['#/add/x']);
});
