/**
 * The dependencies of a call on this device, for its parts: each takes those it needs.
 * @typedef {object} CallParts
 * @property {import('../../session/session.js').Session} session
 * @property {number} ownUser
 * @property {import('../platform.js').Platform} platform
 * @property {import('../../media/clock.js').Clock} clock
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {import('./set-up-timeline.js').SetUpTimeline} timeline
 * @property {(event: import('./call-event.js').SessionEvent) => void} emit
 * @property {() => boolean} isClosed
 * @property {import('../members/call-members.js').CallMembers} members
 * @property {import('../members/member-sync.js').MemberSync} sync
 * @property {import('../keys/key-exchange.js').KeyExchange} keys
 * @property {import('../keys/call-devices.js').CallDevices} devices
 * @property {import('../room/call-room.js').CallRoom} room
 * @property {import('../room/subscriptions.js').Subscriptions} subscriptions
 * @property {import('../capture/call-media.js').CallMedia} media
 * @property {import('../capture/own-screen.js').OwnScreen} screen
 * @property {import('../quality/call-quality.js').CallQuality} quality
 */
export {};
