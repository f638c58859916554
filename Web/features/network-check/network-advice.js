import { text } from '../../texts/text.js';

/** @typedef {import('../../texts/text.js').Words} Words */
/** @typedef {import('./relay-ways.js').RelayTransport} RelayTransport */
/** @typedef {{ transport: RelayTransport, port: number, isReached: boolean, roundTrip: number | null }} CheckedRelay `roundTrip`: to the relay, in milliseconds */

/** @typedef {{ hasServer: boolean, hasSignals: boolean, relays: CheckedRelay[] }} NetworkFacts `hasSignals`: the WebSocket is connected; `relays`: the best first */
/** @typedef {'good' | 'limited' | 'none'} Verdict */

/** Milliseconds from which people talk over each other. */
const longRoundTrip = 400;

/**
 * The problems of a network and what to ask its administrator for; empty if relays carry calls well. Pure.
 * The twin of NetworkAdvice.swift (`Tests/Vectors/network-check.json`), which also measures rates.
 * @param {NetworkFacts} facts
 * @returns {Words[]}
 */
export function networkAdvice({ hasServer, hasSignals, relays }) {
    if (!hasServer) return [text('networkCheck.noServer')];
    return [...(hasSignals ? [] : [text('networkCheck.noWebSocket')]), ...adviceOnRelays(relays), ...adviceOnTime(relays)];
}

/**
 * Whether calls can be made: well, with what the advice says, or not at all.
 * @param {NetworkFacts} facts
 * @returns {Verdict}
 */
export function networkVerdict(facts) {
    const carriesCalls = facts.hasServer && facts.hasSignals && facts.relays.some(({ isReached }) => isReached);
    if (!carriesCalls) return 'none';
    return networkAdvice(facts).length === 0 ? 'good' : 'limited';
}

/**
 * @param {CheckedRelay[]} relays
 * @returns {Words[]}
 */
function adviceOnRelays(relays) {
    const blocked = (/** @type {RelayTransport} */ transport) => relays.find((relay) => relay.transport === transport && !relay.isReached)?.port;
    const works = (/** @type {RelayTransport} */ transport) => relays.some((relay) => relay.transport === transport && relay.isReached);
    if (relays.length === 0) return [text('networkCheck.noRelayOffered')];
    const udp = blocked('udp');
    if (!relays.some(({ isReached }) => isReached)) return [text('networkCheck.noRelay', { ports: portsOf(udp, blocked('tcp')) })];
    if (udp === undefined || works('udp')) return [];
    return [text('networkCheck.noUdp', { transport: works('tcp') ? 'TCP' : 'TLS', port: String(udp) })];
}

/**
 * @param {number | undefined} udp
 * @param {number | undefined} tcp
 * @returns {Words}
 */
function portsOf(udp, tcp) {
    if (udp !== undefined && tcp !== undefined) return text('networkCheck.ports.both', { udp: String(udp), tcp: String(tcp) });
    if (udp !== undefined) return text('networkCheck.ports.udp', { port: String(udp) });
    return tcp !== undefined ? text('networkCheck.ports.tcp', { port: String(tcp) }) : text('networkCheck.ports.any');
}

/**
 * @param {CheckedRelay[]} relays
 * @returns {Words[]}
 */
function adviceOnTime(relays) {
    const roundTrip = relays.find(({ isReached }) => isReached)?.roundTrip ?? 0;
    return roundTrip >= longRoundTrip ? [text('networkCheck.longRoundTrip', { milliseconds: String(Math.round(roundTrip)) })] : [];
}
