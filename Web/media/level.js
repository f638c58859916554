import { openLevelMeter } from './level-meter.js';

/** In decibels: softer sounds count as silence, louder ones fill the bar. */
const [softest, loudest] = [-60, -10];

/**
 * How far a sound fills the bar: 0 … 1, in steps of equal loudness.
 * @param {number} level root mean square, 0 … 1
 */
export function fillOf(level) {
    const decibels = 20 * Math.log10(level + 1e-6);
    return Math.min(1, Math.max(0, (decibels - softest) / (loudest - softest)));
}

/**
 * Reports how far the bar of a microphone is filled, as often as the page is drawn, until the returned function is called. A muted
 * microphone is measured too: testing it doesn't let others hear it.
 * @param {MediaStreamTrack} microphone
 * @param {(fill: number) => void} told
 * @returns {() => void}
 */
export function watchLevel(microphone, told) {
    const meter = openLevelMeter(microphone);
    let isOn = true;
    const look = () => {
        if (!isOn) return;
        told(fillOf(meter.level()));
        requestAnimationFrame(look);
    };
    look();
    return () => {
        isOn = false;
        meter.close();
    };
}
