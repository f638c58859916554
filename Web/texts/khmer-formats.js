/** The names of the months, as the Unicode CLDR has them; the short ones are the same. */
const months = ['មករា', 'កុម្ភៈ', 'មីនា', 'មេសា', 'ឧសភា', 'មិថុនា', 'កក្កដា', 'សីហា', 'កញ្ញា', 'តុលា', 'វិច្ឆិកា', 'ធ្នូ'];
const weekdays = ['អាទិត្យ', 'ចន្ទ', 'អង្គារ', 'ពុធ', 'ព្រហស្បតិ៍', 'សុក្រ', 'សៅរ៍'];
const units = { second: 'វិនាទី', minute: 'នាទី', hour: 'ម៉ោង', day: 'ថ្ងៃ' };

/** The formats of Khmer for browsers whose `Intl` lacks it. A test holds them to an `Intl` that has it. */
export class KhmerFormats {
    separator = ', ';

    /** @param {1 | 2} digits the fewest */
    number(digits) { return { format: (/** @type {number} */ number) => String(number).padStart(digits, '0') }; }

    /** @param {'second' | 'minute' | 'hour' | 'day'} unit */
    amount(unit) { return { format: (/** @type {number} */ count) => `${count}\u00a0${units[unit]}` }; }

    ago() {
        return {
            format: (/** @type {number} */ count, /** @type {'minute' | 'day'} */ unit) => (unit === 'day' ? 'ម្សិលមិញ' : `${-count} នាទី\u200b\u200bមុន`),
        };
    }

    /** @param {Intl.DateTimeFormatOptions} options */
    moment({ weekday, hour, month, day, year }) {
        return {
            format: (/** @type {number} */ moment) => {
                const date = new Date(moment);
                if (weekday) return weekdays[date.getDay()];
                if (hour) return new Intl.DateTimeFormat('en-US', { hour, minute: '2-digit' }).format(moment);
                return [day && date.getDate(), month && months[date.getMonth()], year && date.getFullYear()].filter(Boolean).join(' ');
            },
        };
    }

    /** @param {'unit' | 'conjunction'} type */
    list(type) {
        return {
            format: (/** @type {string[]} */ items) => (type === 'unit' || items.length < 2 ? items.join(' ')
                : `${items.slice(0, -1).join(', ')} និង${items.length > 2 ? ' ' : '\u200b'}${items.at(-1)}`),
        };
    }
}
