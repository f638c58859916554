import { parseMoment } from '../protocol/moment.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A length of time as m:ss or h:mm:ss.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const tail = String(seconds % 60).padStart(2, '0');
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/**
 * The same for reading aloud.
 * @param {number} milliseconds
 */
export function spokenDuration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    const parts = [[Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
    const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
    return said.join(' ') || '0 seconds';
}

/**
 * When something was, as a person would say it.
 * @param {string | null} date as the server writes it
 * @param {number} now Unix milliseconds
 */
export function momentText(date, now) {
    const moment = date === null ? NaN : parseMoment(date);
    if (Number.isNaN(moment)) return '';
    const ago = now - moment;
    if (ago < minute) return 'just now';
    if (ago < 60 * minute) return `${Math.floor(ago / minute)} min ago`;
    const when = new Date(moment);
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    const time = when.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });
    if (moment >= midnight) return `today, ${time}`;
    if (moment >= midnight - day) return 'yesterday';
    return when.toLocaleDateString('en', { day: 'numeric', month: 'short', year: now - moment > 300 * day ? 'numeric' : undefined });
}

/**
 * How long something stays, in the largest unit that fits.
 * @param {number} milliseconds
 */
export function remainingText(milliseconds) {
    const minutes = Math.ceil(milliseconds / minute);
    if (minutes <= 0) return 'expired';
    if (minutes < 90) return `${minutes} min`;
    return `${Math.round(minutes / 60)} hours`;
}
