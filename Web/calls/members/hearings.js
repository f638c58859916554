/**
 * How a person wants to hear somebody else, who learns nothing of it. `volume`: percent, 100 is as it comes.
 * @typedef {{ volume: number, isHeard: boolean }} Hearing
 */

/** In percent: how loud somebody may be made. */
export const volumes = Object.freeze({ least: 0, most: 200 });
export const asItComes = Object.freeze({ volume: 100, isHeard: true });

/**
 * What is played, in percent.
 * @param {Hearing} hearing
 */
export const percentOf = ({ volume, isHeard }) => (isHeard ? volume : 0);

/**
 * A volume beyond what there is counts as the nearest; what is no number changes nothing.
 * @param {Hearing} hearing
 * @param {Partial<Hearing>} wish
 * @returns {Readonly<Hearing>}
 */
export function changedHearing(hearing, { volume, isHeard }) {
    const percent = volume !== undefined && Number.isFinite(volume) ? Math.min(Math.max(Math.round(volume), volumes.least), volumes.most) : hearing.volume;
    return Object.freeze({ volume: percent, isHeard: isHeard ?? hearing.isHeard });
}
