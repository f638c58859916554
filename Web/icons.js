import { h } from './dom/h.js';

/** @typedef {keyof typeof drawings} IconName */
/** @typedef {{ lines: string[], fill?: boolean, turn?: number, isPointing?: boolean }} Drawing lines on a square of 24; `turn` in degrees; what points along the line is mirrored where lines run from right to left */

const handset = 'M6.6 3.6h2.1c.5 0 .9.3 1 .8l.8 3.2c.1.4 0 .8-.3 1.1L8.4 10.3a12.3 12.3 0 0 0 5.3 5.3l1.6-1.8c.3-.3.7-.4 1.1-.3l3.2.8c.5.1.8.5.8 1v2.1c0 1.7-1.4 3.1-3.1 3C9.9 19.9 4.1 14.1 3.6 6.7A3 3 0 0 1 6.6 3.6z';

const drawings = {
    phone: { lines: [handset] },
    hangUp: { lines: [handset], turn: 135, fill: true },
    answer: { lines: [handset], fill: true },
    video: { lines: ['M4.5 6.5h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z', 'M15.5 10.5l5-3v9l-5-3'] },
    videoOff: { lines: ['M9.5 6.5h4a2 2 0 0 1 2 2v4', 'M15.5 10.5l5-3v9l-2.5-1.5', 'M14.5 17.2a2 2 0 0 1-1 .3h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2h.5', 'M4 3l16 18'] },
    mic: { lines: ['M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3z', 'M5.5 11.5a6.5 6.5 0 0 0 13 0', 'M12 18v3'] },
    micOff: { lines: ['M9 9v2.5a3 3 0 0 0 4.6 2.5', 'M15 11.5v-5a3 3 0 0 0-5.7-1.3', 'M5.5 11.5a6.5 6.5 0 0 0 10.2 5.3', 'M18.1 13.6a6.5 6.5 0 0 0 .4-2.1', 'M12 18v3', 'M4 3l16 18'] },
    speaker: { lines: ['M4 9.5h3.5l5-4v13l-5-4h-3.5z', 'M15.5 9.5a3.5 3.5 0 0 1 0 5', 'M18 7a7 7 0 0 1 0 10'] },
    people: { lines: ['M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z', 'M2.5 19.5a6.5 6.5 0 0 1 13 0', 'M16 4.9a3.5 3.5 0 0 1 0 6.2', 'M18 14.2a6.5 6.5 0 0 1 3.5 5.3'] },
    addPerson: { lines: ['M10 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z', 'M3.5 19.5a6.5 6.5 0 0 1 13 0', 'M19 6v6', 'M16 9h6'] },
    inbox: { lines: ['M3.5 13.5l2.7-7.3a2 2 0 0 1 1.9-1.3h7.8a2 2 0 0 1 1.9 1.3l2.7 7.3v4a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2z', 'M3.5 13.5h4.5l1.5 2.5h5l1.5-2.5h4.5'] },
    more: { lines: ['M4.5 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0', 'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0', 'M17.5 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0'], fill: true },
    block: { lines: ['M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M6 6l12 12'] },
    search: { lines: ['M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14z', 'M15.7 15.7l4.8 4.8'] },
    picture: { lines: ['M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-14a1.5 1.5 0 0 1-1.5-1.5v-12a1.5 1.5 0 0 1 1.5-1.5z', 'M8.5 10.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z', 'M4 17l5-4.5 3.5 3 3-2.5 5 4.5'] },
    link: { lines: ['M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1.2 1.2', 'M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.2-1.2'] },
    incoming: { lines: ['M18 6l-11.5 11.5', 'M6.5 9v8.5h8.5'] },
    outgoing: { lines: ['M6 18l11.5-11.5', 'M17.5 15v-8.5h-8.5'] },
    missed: { lines: ['M4 8l8 8 8-8', 'M4 14v-6h6'] },
    code: { lines: ['M4 4h6v6h-6z', 'M14 4h6v6h-6z', 'M4 14h6v6h-6z', 'M14 14h2.5v2.5h-2.5z', 'M20 14v.01', 'M17.5 17.5v2.5', 'M20 17.5v2.5h.01', 'M14 20h.01'] },
    settings: { lines: ['M4 7h8', 'M18 7h2', 'M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z', 'M4 17h2', 'M12 17h8', 'M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'] },
    star: { lines: ['M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'] },
    starred: { lines: ['M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'], fill: true },
    back: { lines: ['M14.5 5.5l-6.5 6.5 6.5 6.5'], isPointing: true },
    close: { lines: ['M6 6l12 12', 'M18 6l-12 12'] },
    copy: { lines: ['M9.5 8.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z', 'M4.5 15.5v-10a2 2 0 0 1 2-2h9'] },
    share: { lines: ['M12 3.5v11', 'M8 7l4-3.5 4 3.5', 'M6.5 11h-1a1 1 0 0 0-1 1v7.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-7.5a1 1 0 0 0-1-1h-1'] },
    check: { lines: ['M5 12.5l4.5 4.5 9.5-10'] },
    lock: { lines: ['M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5z', 'M8 10.5v-3a4 4 0 0 1 8 0v3', 'M12 14.5v2'] },
    key: { lines: ['M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z', 'M11.5 11.8l8-8', 'M16 7.5l3 3', 'M19.5 4l1 1'] },
    alert: { lines: ['M12 4l9 15.5h-18z', 'M12 10v4.5', 'M12 17v.01'] },
    info: { lines: ['M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M12 11v5', 'M12 8v.01'] },
    trash: { lines: ['M4.5 6.5h15', 'M9 6.5v-2a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2', 'M6.5 6.5l.9 12.6a1.5 1.5 0 0 0 1.5 1.4h6.2a1.5 1.5 0 0 0 1.5-1.4l.9-12.6'] },
    window: { lines: ['M4.5 4.5h15a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5v-12a1.5 1.5 0 0 1 1.5-1.5z', 'M3 9h18', 'M6.5 6.8h.01', 'M9 6.8h.01'] },
    record: { lines: ['M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z'], fill: true },
    turn: { lines: ['M4.5 8.5h3l1.5-2.5h6l1.5 2.5h3v10h-15z', 'M9 13.5a3 3 0 0 1 5.2-2', 'M15 13.5a3 3 0 0 1-5.2 2', 'M14.5 9.8v1.9h-1.9', 'M9.5 17.2v-1.9h1.9'] },
    retry: { lines: ['M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.1', 'M19.5 4.5v4.3h-4.3'] },
    leave: { lines: ['M13.5 4.5h-7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h7', 'M16 8l4 4-4 4', 'M20 12h-10'], isPointing: true },
    offline: { lines: ['M5 13a10 10 0 0 1 3-2.1', 'M2.5 9.5a14 14 0 0 1 4-2.7', 'M11 6a14 14 0 0 1 10.5 3.5', 'M15.5 11a10 10 0 0 1 3.5 2', 'M8.5 16.3a5 5 0 0 1 5.5-.9', 'M12 19.5h.01', 'M4 3l16 18'] },
    clock: { lines: ['M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M12 7.5v4.5l3 2'] },
    person: { lines: ['M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M4.5 20.5a7.5 7.5 0 0 1 15 0'] },
    signIn: { lines: ['M10.5 4.5h7a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-7', 'M11 8l4 4-4 4', 'M15 12h-11'], isPointing: true },
    eye: { lines: ['M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5-9.5-6.5-9.5-6.5z', 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z'] },
    contrast: { lines: ['M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M12 3.5v17', 'M12 7l5 -1', 'M12 11l8 -1', 'M12 15l8 -1', 'M12 19l5 -2'] },
    mail: { lines: ['M4.5 5.5h15a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5v-10a1.5 1.5 0 0 1 1.5-1.5z', 'M3.5 7l8.5 6 8.5-6'] },
    download: { lines: ['M12 3.5v11', 'M8 11l4 3.5 4-3.5', 'M4.5 16.5v2a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-2'] },
    onward: { lines: ['M9.5 5.5l6.5 6.5-6.5 6.5'], isPointing: true },
    bell: { lines: ['M6 16.5v-5.5a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z', 'M10 20.5h4'] },
    pin: { lines: ['M9 4h6', 'M10 4v5l-3 4h10l-3-4v-5', 'M12 13v7'] },
    unpin: { lines: ['M9 4h6', 'M10 4v2', 'M14 4v5l3 4h-1.5', 'M10 9l-3 4h6.5', 'M12 13v7', 'M4 3l16 18'] },
    grid: { lines: ['M4 5h7v6h-7z', 'M13.5 5h6.5v6h-6.5z', 'M4 13.5h7v5.5h-7z', 'M13.5 13.5h6.5v5.5h-6.5z'] },
    speakerView: { lines: ['M4 4.5h4v3h-4z', 'M10 4.5h4v3h-4z', 'M16 4.5h4v3h-4z', 'M4 10.5h16v9h-16z'] },
    enlarge: { lines: ['M4.5 9v-4.5h4.5', 'M15 4.5h4.5v4.5', 'M19.5 15v4.5h-4.5', 'M9 19.5h-4.5v-4.5'] },
    shrink: { lines: ['M9 4.5v4.5h-4.5', 'M19.5 9h-4.5v-4.5', 'M15 19.5v-4.5h4.5', 'M4.5 15h4.5v4.5'] },
    pictureInPicture: { lines: ['M11 18.5h-5.5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v4', 'M13.5 14h7v5h-7z'] },
    keyboard: { lines: ['M4.5 6.5h15a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5z', 'M7 10h.01', 'M10.3 10h.01', 'M13.7 10h.01', 'M17 10h.01', 'M8 14h8'] },
    phoneDevice: { lines: ['M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-15a1.5 1.5 0 0 1 1.5-1.5z', 'M11 18h2'] },
};

/**
 * An icon for the eye only: what it stands for is said by a label beside it.
 * @param {IconName} name
 */
export function icon(name) {
    /** @type {Drawing} */
    const { lines, fill, turn, isPointing } = drawings[name];
    const transform = turn ? `rotate(${turn} 12 12)` : undefined;
    return h('svg', { class: `icon${fill ? ' icon-filled' : ''}${isPointing ? ' icon-pointing' : ''}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
        lines.map((d) => h('path', { d, transform })));
}
