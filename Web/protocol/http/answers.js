/** The endpoints' answers, as far as the page reads them (wire-protocol 1.7). They aren't validated before use. */

/** @typedef {import('../../calls/members/member.js').Participant} Participant */
/** @typedef {{ accessToken: string, refreshToken: string, userId: number, deviceId: number }} Tokens of a person who has signed in */
/** @typedef {{ token: string, displayName: string }} Owner of a link, or who was found: the token asks them */
/** @typedef {{ personalLink: { token: string, maxUses: number, usedCount: number, createdAt: string, expiresAt: string } | null }} PersonalLinkAnswer null: it is off */
/** @typedef {{ user: { displayName: string, email: string, phoneNumber: string, deletedAt?: string | null } }} Profile */
/** @typedef {{ loginMethods?: import('../../features/account/account-service.js').LoginMethod[] }} LoginMethods as they are then, the primary one first */
/**
 * @typedef {{ userId: number, email?: string, phoneNumber?: string, linkToken?: string, codeLength?: number }} Named the person who signs
 *     in, and their identifier
 */
/** @typedef {Named & (Tokens | { accessToken?: undefined })} LoginAnswer tokens where a ticket was all it took, else a code is on its way */
/** @typedef {{ friendRequests?: Omit<import('../../features/contacts/contacts-service.js').FriendRequest, 'user' | 'direction'>[] }} FriendRequests newest first */

/**
 * A call as the server describes it to a person who is or was in it; in a history, `participants` is left out (wire-protocol 4.10).
 * @typedef {object} CallRecord
 * @property {number} id
 * @property {number} janusRoomId
 * @property {'incoming' | 'outgoing'} callType
 * @property {'audio' | 'video'} callMediaType
 * @property {'personal' | 'group'} callCategory
 * @property {'calling' | 'active' | 'missed' | 'completed'} status
 * @property {string} startedAt
 * @property {string} [answeredAt]
 * @property {string} [connectedAt] when the media of two participants were first there
 * @property {string} [endedAt]
 * @property {number} duration seconds, from `connectedAt`
 * @property {(Participant & { endReason?: string })[]} participants
 * @property {string} [endReason] why the asking person, who was rung, didn't answer
 */

/**
 * @typedef {object} Answers
 * @property {import('../../session/sign-in.js').AppConfig} appConfig
 * @property {LoginAnswer} login
 * @property {{ challenge: string }} signInChallenge
 * @property {Tokens} verifyLogin
 * @property {unknown} resendOTP
 * @property {unknown} verify
 * @property {Pick<Tokens, 'accessToken' | 'refreshToken'> | null} refreshToken
 * @property {unknown} logout
 * @property {Profile} user
 * @property {Profile} updateUser
 * @property {{ deletedAt: string }} deleteUser
 * @property {unknown} cancelDelete
 * @property {unknown} exportAccount what the server stores of the account, as a file
 * @property {LoginMethods} loginMethods
 * @property {LoginMethods} addLoginMethod
 * @property {{ url: string }} leaveForLoginMethod where the browser goes to have Google or Apple added
 * @property {LoginMethods} primaryLoginMethod
 * @property {LoginMethods} removeLoginMethod
 * @property {unknown} takeBackLoginMethod
 * @property {{ devices?: import('../../features/own-devices/devices.js').Device[] }} devices
 * @property {unknown} terminateSession
 * @property {unknown} terminateOthers
 * @property {unknown} registerDevice
 * @property {unknown} addDeviceStatement
 * @property {{ publicKeys?: Record<string, string>, videoCodecs?: Record<string, string[]>, identities?: Record<string, string>, vouches?: string[],
 *     revokes?: string[] }} publicKeys
 * @property {import('../../session/credential-storage.js').CredentialsResponse} credentials
 * @property {{ contacts?: import('../../features/contacts/contacts-service.js').Contact[] }} contacts
 * @property {unknown} deleteContact
 * @property {unknown} toggleFavorite
 * @property {unknown} toggleBlock
 * @property {{ contacts?: import('../../features/contacts/contacts-service.js').Contact[] }} blockedContacts
 * @property {{ results?: Owner[] }} searchContacts
 * @property {{ searchable?: boolean }} privacy
 * @property {unknown} updatePrivacy
 * @property {unknown} report
 * @property {unknown} sendFriendRequest
 * @property {unknown} sendFriendRequestByToken
 * @property {unknown} acceptFriendRequest
 * @property {unknown} declineFriendRequest
 * @property {unknown} cancelFriendRequest
 * @property {FriendRequests} sentFriendRequests
 * @property {FriendRequests} receivedFriendRequests
 * @property {{ token: string }} createShareToken
 * @property {unknown} revokeShareToken
 * @property {Owner} resolveShareToken
 * @property {PersonalLinkAnswer} personalLink
 * @property {PersonalLinkAnswer} setPersonalLink
 * @property {unknown} removePersonalLink
 * @property {{ callRecord?: { id?: number, participants?: Participant[] }, offlineCallees?: { id: number }[] }} startCall
 * @property {{ invited_users?: number[] }} inviteToCall the people who ring because of it
 * @property {unknown} requestInvitation
 * @property {CallRecord} joinCall
 * @property {CallRecord} requestRejoin
 * @property {CallRecord} rejoinCall
 * @property {CallRecord[]} callHistory
 * @property {{ deleted?: number[] }} deleteCallHistory
 * @property {{ participants?: Participant[] }} participants
 * @property {unknown} updateParticipant
 * @property {unknown} askToMute
 * @property {unknown} removeParticipant
 * @property {unknown} leaveCall
 * @property {unknown} holdCall
 * @property {unknown} endCall
 * @property {import('../../calls/lifecycle/running-call.js').ActiveCall} activeCall
 * @property {{ publicKey?: string, hasEnded?: boolean }} webPushKey `publicKey`: absent where the server sends none; `hasEnded`: the push service has ended this device's subscription
 * @property {unknown} setWebPushSubscription
 * @property {unknown} removeWebPushSubscription
 */

export {};
