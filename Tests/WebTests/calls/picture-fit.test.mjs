import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitAlone, fitOf } from '../../../Web/features/calls/stage/picture-fit.js';

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

test('a picture alone on a phone fills it, unless a face in it could be cut', () => {
    const [upright, lying, tablet] = [[390, 844], [844, 390], [820, 1180]].map(([width, height]) => ({ width, height }));
    for (const [what, picture, place, fit] of [
        ['a camera of a desktop, upright', { width: 640, height: 360 }, upright, 'cover'],
        ['a camera of 4:3, upright', wide, upright, 'cover'],
        ['a phone held upright, upright', { width: 360, height: 640 }, upright, 'cover'],
        ['a camera of a desktop, sideways', { width: 640, height: 360 }, lying, 'cover'],
        ['a phone held upright, sideways: its face is higher than what would be left', { width: 360, height: 640 }, lying, 'contain'],
        ['two cameras beside each other', { width: 1280, height: 360 }, upright, 'contain'],
        ['on a tablet there is room for all of it', { width: 640, height: 360 }, tablet, 'contain'],
        ['the same shape on a tablet', { width: 410, height: 590 }, tablet, 'cover'],
        ['none yet', { width: 0, height: 0 }, upright, 'contain'],
    ]) assert.equal(fitAlone(picture, place), fit, what);
});
