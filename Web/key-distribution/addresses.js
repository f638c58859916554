/** @param {string} address */
export const userOf = (address) => Number(address.split('_')[0]);

/**
 * By user, then by device.
 * @param {string} one
 * @param {string} other
 */
export function compareAddresses(one, other) {
    const [left, right] = [one, other].map((address) => address.split('_').map(Number));
    return left[0] - right[0] || left[1] - right[1];
}

/** @param {Iterable<string>} addresses */
export const sortedAddresses = (addresses) => [...addresses].sort(compareAddresses);
