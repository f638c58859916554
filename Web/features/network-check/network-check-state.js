/**
 * How a way to the relay is: `notOffered` by the server.
 * @typedef {{ status: 'waiting' | 'checking' | 'fails' | 'notOffered' } | { status: 'works', roundTrip: number }} WayState `roundTrip`: to the relay, in milliseconds
 */
/**
 * @typedef {object} NetworkCheckState
 * @property {'idle' | 'running' | 'done'} stage
 * @property {Readonly<Record<import('./relay-ways.js').RelayTransport, WayState>>} ways
 * @property {import('../../texts/text.js').Words[]} advice once it is done, never empty
 * @property {import('./network-advice.js').Verdict} verdict once it is done
 */

/** @returns {NetworkCheckState} */
export const emptyNetworkCheck = () => ({ stage: 'idle', ways: { udp: { status: 'waiting' }, tcp: { status: 'waiting' }, tls: { status: 'waiting' } }, advice: [], verdict: 'none' });
