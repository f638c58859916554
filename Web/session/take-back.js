import { APIClient } from '../protocol/http/api-client.js';
import { endpoints } from '../protocol/http/endpoints.js';

/** It needs no sign-in. */
const nobody = { access: () => null, refresh: () => null, replace() {}, dead() {} };

/**
 * Restores a removed sign-in method (wire-protocol 9.8); all devices of the account are signed out.
 * @param {string} token what the message about the removal said
 * @param {import('../protocol/server-clock.js').ServerClock} serverClock
 * @param {() => string} language of the page
 * @throws {import('../protocol/errors.js').APIError}
 */
export async function takeBack(token, serverClock, language) {
    const api = new APIClient({ origin: location.origin, tokens: nobody, serverClock, language });
    await api.send(endpoints.takeBackLoginMethod, { body: { token } });
}
