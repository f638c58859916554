/** @typedef {'udp' | 'tcp' | 'tls'} RelayTransport between this device and a TURN server; from there on media are UDP */
/** @typedef {{ transport: RelayTransport, urls: string[], port: number }} RelayWay `port`: of the first URL */

/** The best transport first. */
export const transports = Object.freeze(/** @type {RelayTransport[]} */ (['udp', 'tcp', 'tls']));

const turnURL = /^(turns?):(?:\[[^\]]*\]|[^:?]*)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i;

/**
 * The transport and port of a TURN URL; null for DTLS, which browsers do not support. The twin of RelayAddress.swift
 * (`Tests/Vectors/network-check.json`).
 * @param {string} url as `relayURLs` lets it through
 * @returns {{ transport: RelayTransport, port: number } | null}
 */
export function relayAddress(url) {
    const match = turnURL.exec(url);
    if (!match) return null;
    const isSecure = match[1].toLowerCase() === 'turns';
    const named = match[3]?.toLowerCase();
    const port = Number(match[2] ?? (isSecure ? 5349 : 3478));
    if (isSecure) return named === 'udp' ? null : { transport: 'tls', port };
    return { transport: named === 'tcp' ? 'tcp' : 'udp', port };
}

/**
 * The ways to relays that a server offers, the best one first, one of each transport.
 * @param {RTCIceServer[]} servers
 */
export function relayWays(servers) {
    const urls = servers.flatMap(({ urls: of }) => of);
    return transports.flatMap((transport) => {
        const found = urls.filter((url) => relayAddress(url)?.transport === transport);
        return found.length === 0 ? [] : [{ transport, urls: found, port: relayAddress(found[0])?.port ?? 0 }];
    });
}
