const names = ['ECall', 'Amira Haddad', 'Tomás Ribeiro', 'Bo', 'Kiều Trang Nguyễn', 'Maximilian-Alexander von und zu Hohenlohe-Langenb',
    '“In a meeting until three”', 'Ingrid Solberg', 'Yusuf Demir', 'Priya Raman', 'Wren Oakley', 'wren@example.org', 'wren',
    'oakley@example.org', 'wren.oakley.with.a.very.long.name@gmail.com', 'Wren’s iPhone', 'Firefox on Linux', 'Firefox 153.0', 'Linux', 'iOS 26.1', 'Linux 6.12',
    'Leipzig, Germany', 'Ola', 'Built-in Audio Analog Stereo', 'Headset', 'Integrated Camera (04f2:b6d9)',
    'Desk camera with a long name that somebody in a factory has thought of (0c45:6366)'];
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// Names stay as they are. Lists of them, days, times and languages are formatted by Intl.
const untranslated = new RegExp(`${[...names].sort((one, other) => other.length - one.length).map(escaped).join('|')}|Person \\d+|and|[A-Z][a-z]{2} \\d+(?:, \\d{4})?|\\d+ min\\. ago|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[\\u2068\\u2069, ]`, 'g');
const isLeftOver = (words) => !words.startsWith('https://') && words.replace(untranslated, '') !== '';

/**
 * Returns words that do not come from the catalogue. In the pseudo-language en-XA every text of the catalogue is in brackets.
 * @returns {string[]}
 */
export function uncatalogued() {
    const found = [];
    for (let walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT); walker.nextNode();) {
        const { currentNode: { textContent, parentElement } } = walker;
        if (/[a-z]{3}/i.test(textContent) && !/⟦|⟧/.test(textContent) && !parentElement.closest('strong, #page [lang], .language .row-note')) found.push(textContent);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        for (const element of document.querySelectorAll(`#page [${name}]`)) if (!/⟦/.test(element.getAttribute(name))) found.push(element.getAttribute(name));
    }
    return found.filter(isLeftOver);
}
