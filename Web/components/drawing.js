import { h } from '../dom/h.js';

/** @typedef {keyof typeof drawings} DrawingName */

/** Line drawings on a field of 120 by 80, all with the line weight of the icons. */
const drawings = {
    /** Two people, with a lock on the line between them. */
    call: [
        'M28 42a10 10 0 1 0 0-20 10 10 0 0 0 0 20z', 'M10 68a18 18 0 0 1 36 0z', 'M92 42a10 10 0 1 0 0-20 10 10 0 0 0 0 20z', 'M74 68a18 18 0 0 1 36 0z',
        'M40 16a32 32 0 0 1 40 0', 'M54 34h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-10a3 3 0 0 1 3-3z', 'M55 34v-4a5 5 0 0 1 10 0v4', 'M60 41v3',
    ],
    /** Two people, and a free place. */
    people: [
        'M38 36a11 11 0 1 0 0-22 11 11 0 0 0 0 22z', 'M18 68a20 20 0 0 1 40 0', 'M82 16a10 10 0 0 1 3 .5', 'M89 19a10 10 0 0 1 2.6 4', 'M92 28a10 10 0 0 1-2.4 4',
        'M85 35a10 10 0 0 1-5 .8', 'M76 33.5a10 10 0 0 1-3-4', 'M72.5 24a10 10 0 0 1 2-4', 'M66 62a18 18 0 0 1 2-5', 'M72 53a18 18 0 0 1 4.5-2.5',
        'M82 50a18 18 0 0 1 5 .7', 'M92 53a18 18 0 0 1 4 4', 'M98.5 62a18 18 0 0 1 .5 4', 'M10 68h54', 'M104 20v10', 'M99 25h10',
    ],
    /** A letter above an empty tray. */
    inbox: [
        'M24 46l9-18a4 4 0 0 1 3.5-2h6', 'M77 26h6.5a4 4 0 0 1 3.5 2l9 18', 'M24 46v20a4 4 0 0 0 4 4h64a4 4 0 0 0 4-4v-20', 'M24 46h20l5 9h22l5-9h20',
        'M48 12h24a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-24a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z', 'M46 14l14 10 14-10', 'M60 38v5',
    ],
    /** A magnifying glass over names, none of which matches. */
    search: ['M16 20h38', 'M16 36h26', 'M16 52h30', 'M16 68h44', 'M76 56a20 20 0 1 0 0-40 20 20 0 0 0 0 40z', 'M90.5 50.5l15 15', 'M69 36h14'],
    /** A door that is open to everyone. */
    open: ['M34 70v-54a4 4 0 0 1 4-4h40a4 4 0 0 1 4 4v54', 'M18 70h84', 'M46 70v-44l24-8v52', 'M64 42v4', 'M92 30l6-3', 'M93 42h7', 'M92 54l6 3'],
};

/**
 * The drawing above the text of an empty screen.
 * @param {DrawingName} name
 */
export const drawing = (name) => h('svg', { class: 'drawing', viewBox: '0 0 120 80', 'aria-hidden': 'true', focusable: 'false' }, drawings[name].map((d) => h('path', { d })));
