/** @type {[RegExp, string][]} */
const browsers = [[/Firefox\/([\d.]+)/, 'Firefox'], [/Edg\/([\d.]+)/, 'Edge'], [/Chrome\/([\d.]+)/, 'Chrome'], [/Version\/([\d.]+).*Safari/, 'Safari']];
/** @type {[RegExp, string][]} */
const systems = [[/Android/, 'Android'], [/iPhone|iPad/, 'iOS'], [/Mac OS X/, 'macOS'], [/Windows/, 'Windows'], [/Linux/, 'Linux']];

/** The longest tag that the server accepts (wire-protocol 2.1). */
const longestTag = 35;

/**
 * The language that is reported to the server.
 * @param {string | undefined} language of the page, a tag (BCP 47)
 */
export const declared = (language) => (language !== undefined && language.length > longestTag ? language.split('-')[0] : language);

/**
 * The page's description of itself for the list of devices: browser and system only.
 * @param {string} userAgent
 */
export function describeDevice(userAgent) {
    const found = browsers.map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] })).find(({ version }) => version);
    const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Web';
    const browser = found?.name ?? 'Browser';
    return { deviceName: `${browser} on ${system}`, systemName: system, systemVersion: found?.version ?? '', identifier: `Web (${browser})` };
}
