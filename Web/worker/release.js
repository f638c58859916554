/**
 * The files of one release of the page, as Scripts/bundle-page has made it.
 * @typedef {object} Release
 * @property {string} name by the content of all its files
 * @property {string[]} needed the paths without which it does not run
 * @property {Record<string, string>} files the SHA-256 of each file in hexadecimal digits, by its path; `/` is the page
 */

/** @type {Release} its value when the page is served as it is written: then there is no worker */
export const release = { name: '', needed: [], files: {} };
