/** Messages to and from Janus (wire-protocol 6). They aren't validated on arrival: whoever uses a member checks it. */

/**
 * The data of the VideoRoom plugin: an answer, or an event of the room.
 * @typedef {object} VideoRoomData
 * @property {number} [error_code]
 * @property {number} [room]
 * @property {unknown} [publishers] the publishers, see `readPublisher`
 * @property {unknown} [streams] what a subscription receives, see `readMids`
 * @property {unknown} [substream] the layer that is passed on from now on
 * @property {unknown} [leaving] a feed, or `ok` for one's own
 * @property {unknown} [unpublished] a feed, or `ok` for one's own
 */

/**
 * @typedef {object} JanusMessage
 * @property {string} janus `success`, `error`, `ack`, `event`, `timeout`, or news of a handle
 * @property {string} [transaction] whose answer it is
 * @property {number} [session_id]
 * @property {number} [sender] the handle it is about
 * @property {{ code?: number }} [error]
 * @property {{ id?: number }} [data] of a created object
 * @property {{ data?: VideoRoomData }} [plugindata]
 * @property {RTCSessionDescriptionInit} [jsep]
 * @property {string} [type] of media: `audio` or `video`
 * @property {string} [mid] whose media
 * @property {boolean} [receiving] whether these media arrive
 * @property {RTCIceCandidateInit & { completed?: boolean }} [candidate]
 */

export {};
