/**
 * One endpoint of the HTTP API (wire-protocol 1.7). `{id}` in the path stands for a decimal number.
 * @template [Answer=unknown] the answer by the protocol; it isn't validated before use
 * @typedef {object} Endpoint
 * @property {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @property {string} path below the prefix
 * @property {'none' | 'optional' | 'required'} authorization the required authorization: no token, a token if there is one, a valid token
 * @property {'same-origin'} [credentials] its answer sets a cookie, which no other endpoint does
 * @property {Answer} [answer] never there: the answer's type, for the type checker
 */
/** @typedef {import('./answers.js').Answers} Answers */

/** The path prefix under which this client calls (wire-protocol 1.6). */
export const prefix = '/app/api';

/**
 * @param {Endpoint['method']} method
 * @param {string} path
 * @param {Endpoint['authorization']} [authorization]
 * @returns {Readonly<Endpoint<never>>}
 */
const route = (method, path, authorization = 'required') => Object.freeze({ method, path, authorization });

/** @type {{ readonly [Name in keyof Answers]: Readonly<Endpoint<Answers[Name]>> }} every endpoint: the table of contents of the protocol */
export const endpoints = Object.freeze({
    appConfig: route('GET', '/app-config', 'none'),
    login: route('POST', '/login', 'none'),
    signInChallenge: route('POST', '/sign-in-challenge', 'none'),
    verifyLogin: route('POST', '/verify-login', 'none'),
    resendOTP: route('POST', '/resend-otp', 'optional'),
    verify: route('POST', '/verify', 'optional'),
    refreshToken: route('POST', '/refresh-token', 'none'),
    logout: route('POST', '/logout'),
    user: route('GET', '/user'),
    updateUser: route('PATCH', '/user'),
    deleteUser: route('DELETE', '/user'),
    cancelDelete: route('POST', '/user/cancel-delete'),
    exportAccount: route('GET', '/user/export'),
    loginMethods: route('GET', '/user/login-methods'),
    addLoginMethod: route('POST', '/user/login-methods'),
    leaveForLoginMethod: Object.freeze({ ...route('POST', '/user/login-methods/departure'), credentials: 'same-origin' }),
    primaryLoginMethod: route('PUT', '/user/login-methods/primary'),
    removeLoginMethod: route('DELETE', '/user/login-methods/{id}'),
    takeBackLoginMethod: route('POST', '/user/login-methods/take-back', 'none'),
    devices: route('GET', '/devices'),
    terminateSession: route('POST', '/terminate-session/{id}'),
    terminateOthers: route('POST', '/terminate-others'),
    registerDevice: route('POST', '/register_device'),
    addDeviceStatement: route('POST', '/device-statements'),
    publicKeys: route('POST', '/user/publicKeys'),
    credentials: route('GET', '/credentials'),
    contacts: route('GET', '/contacts'),
    deleteContact: route('DELETE', '/contact/{id}'),
    toggleFavorite: route('PATCH', '/contact/{id}/toggle'),
    toggleBlock: route('PATCH', '/contact/{id}/block'),
    blockedContacts: route('GET', '/contacts/blocked'),
    searchContacts: route('POST', '/contacts/search'),
    privacy: route('GET', '/user/privacy'),
    updatePrivacy: route('PATCH', '/user/privacy'),
    report: route('POST', '/reports'),
    sendFriendRequest: route('POST', '/friend-request'),
    sendFriendRequestByToken: route('POST', '/friend-request/by-token'),
    acceptFriendRequest: route('POST', '/friend-request/accept'),
    declineFriendRequest: route('PATCH', '/friend-request/decline'),
    cancelFriendRequest: route('PATCH', '/friend-request/cancel'),
    sentFriendRequests: route('GET', '/friend-request-sent'),
    receivedFriendRequests: route('GET', '/friend-request-received'),
    createShareToken: route('POST', '/share-token'),
    revokeShareToken: route('DELETE', '/share-token'),
    resolveShareToken: route('POST', '/share-token/resolve'),
    personalLink: route('GET', '/personal-link'),
    setPersonalLink: route('PUT', '/personal-link'),
    removePersonalLink: route('DELETE', '/personal-link'),
    startCall: route('POST', '/call/start'),
    inviteToCall: route('POST', '/call/{id}/invite'),
    requestInvitation: route('POST', '/call/{id}/request-invitation'),
    joinCall: route('POST', '/call/{id}/join'),
    requestRejoin: route('POST', '/call/{id}/request-rejoin'),
    rejoinCall: route('POST', '/call/{id}/rejoin'),
    participants: route('GET', '/call/{id}/participants'),
    updateParticipant: route('PUT', '/call/{id}/participants'),
    askToMute: route('POST', '/call/{id}/mute'),
    removeParticipant: route('POST', '/call/{id}/remove'),
    holdCall: route('POST', '/call/{id}/hold'),
    leaveCall: route('POST', '/call/{id}/leave'),
    endCall: route('POST', '/call/end'),
    activeCall: route('GET', '/call/active'),
    webPushKey: route('GET', '/push/key'),
    setWebPushSubscription: route('PUT', '/push/subscription'),
    removeWebPushSubscription: route('DELETE', '/push/subscription'),
    callHistory: route('GET', '/calls'),
    deleteCallHistory: route('DELETE', '/calls/histories'),
});
