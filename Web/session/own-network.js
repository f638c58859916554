const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const address = new RegExp(`^(?:127\\.${octet}|10\\.${octet}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))\\.${octet}\\.${octet}$`);

/**
 * Whether a host is this machine or on its own network: an address, not a name that merely begins like one.
 * @param {string} hostname as `location` has it
 */
export const isOwnNetwork = (hostname) => hostname === 'localhost' || hostname === '[::1]' || address.test(hostname);
