/** @type {[RegExp, string][]} */
const browsers = [[/Firefox\/([\d.]+)/, 'Firefox'], [/Edg\/([\d.]+)/, 'Edge'], [/Chrome\/([\d.]+)/, 'Chrome'], [/Version\/([\d.]+).*Safari/, 'Safari']];
/** @type {[RegExp, string][]} */
const systems = [[/Android/, 'Android'], [/iPhone|iPad/, 'iOS'], [/Mac OS X/, 'macOS'], [/Windows/, 'Windows'], [/Linux/, 'Linux']];

/**
 * The page's description of itself, for the list of devices: browser and system, no more.
 * @param {string} userAgent
 */
export function describeDevice(userAgent) {
    const found = browsers.map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] })).find(({ version }) => version);
    const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Web';
    const browser = found?.name ?? 'Browser';
    return { deviceName: `${browser} on ${system}`, systemName: system, systemVersion: found?.version ?? '', identifier: `Web (${browser})` };
}
