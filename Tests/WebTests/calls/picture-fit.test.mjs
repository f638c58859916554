import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf } from '../../../Web/features/calls/stage/picture-fit.js';

const wide = { width: 640, height: 480 };
test('a picture is cropped to fill its tile while 85 % stay visible, and fits inside otherwise', () => {
    for (const [what, picture, place, fit] of [
        ['the same shape', wide, { width: 320, height: 240 }, 'cover'],
        ['a little is cut', { width: 100, height: 100 }, { width: 100, height: 85 }, 'cover'],
        ['from either side', { width: 100, height: 85 }, { width: 100, height: 100 }, 'cover'],
        ['more would be cut', { width: 100, height: 100 }, { width: 100, height: 84 }, 'contain'],
        ['a wide one on a phone', wide, { width: 366, height: 662 }, 'contain'],
        ['none yet', { width: 0, height: 0 }, { width: 366, height: 662 }, 'contain'],
    ]) assert.equal(fitOf(picture, place), fit, what);
});
