import { text } from '../../../Web/texts/text.js';
import { shownPerson } from './people-states.js';
import { newView } from '../../../Web/features/calls/stage/call-view.js';

/** The sizes of the calls whose stages are measured, including this person. */
export const counts = [1, 2, 3, 4, 5, 9, 16, 25, 49];
/** This person, as in the rest of the gallery. */
const me = 7;
const names = ['Amira Haddad', 'Tomás Ribeiro', 'Bo', 'Kiều Trang Nguyễn', 'Ingrid Solberg', 'Yusuf Demir', 'Priya Raman', 'Wren Oakley'];
/** The sizes of pictures: most cameras, some old ones, phones held upright. */
const shapes = ['640x360', '640x360', '640x480', '640x360', '360x640'];

/**
 * Stages of one to forty-nine people, in each way of viewing them.
 * @param {(change?: object, around?: object) => object} call
 */
export function stageStates(call) {
    const person = (index, change = {}) => ({
        userId: 100 + index, name: names[index % names.length], slot: index, camera: `stream-${index % 8}-${shapes[index % shapes.length]}`, screen: null, hasPicture: true,
        isMuted: index % 5 === 2, isVideoEnabled: index % 7 !== 6, isSpeaking: index === 1, isAway: false, awaySince: null, isOnHold: false, quality: index % 11 === 7 ? 'poor' : 'good',
        trust: index % 9 === 3 ? 'new' : 'known', deviceId: 1000 + index, isPostQuantum: true, isRecording: false, hearsUs: true, hasKey: true, hasOpened: true, keepsOut: false, ...change,
    });
    const shared = (screen, sharingSince = 1) => ({ screen, sharingSince });
    const others = (count, change) => Array.from({ length: count - 1 }, (_, index) => person(index, change));
    const view = (change) => ({ ...newView(), ...change });
    const ringing = (count) => [shownPerson(me, 'Wren Oakley', 'joined', { isSelf: true, isHost: true }), ...Array.from({ length: count }, (_, index) => shownPerson(300 + index, names[(index + 3) % names.length], 'ringing'))];
    const silent = { camera: null, hasPicture: false, isVideoEnabled: false };
    const audio = (count) => call({ isVideo: false, isCameraOn: false, ownStream: null, participants: others(count, silent) });
    return {
        ...Object.fromEntries(counts.map((count) => [`stage-${count}`, call({ participants: others(count), ownStream: 'stream-own-640x360', ...(count === 1 ? { phase: 'outgoing', isRinging: true, startedAt: null } : {}) })])),
        'stage-2-upright': call({ participants: [person(4)], ownStream: 'stream-own-360x640' }),
        'stage-4-upright': call({ participants: others(4, { camera: 'stream-4-360x640' }), ownStream: 'stream-own-360x640' }),
        'stage-2-idle': call({ participants: others(2), ownStream: 'stream-own-640x360', view: view({ isIdle: true }) }),
        'stage-9-idle': call({ participants: others(9), ownStream: 'stream-own-640x360', view: view({ isIdle: true }) }),
        'stage-2-corner': call({ participants: others(2), ownStream: 'stream-own-640x360', view: view({ corner: 'bottom-start' }) }),
        'stage-9-speaker': call({ participants: others(9), ownStream: 'stream-own-640x360', view: view({ mode: 'speaker', spotlight: { userId: 101, since: 0, next: null } }) }),
        'stage-49-speaker': call({ participants: others(49), ownStream: 'stream-own-640x360', view: view({ mode: 'speaker' }) }),
        'stage-9-pinned': call({ participants: others(9), ownStream: 'stream-own-640x360', view: view({ pinned: 103 }) }),
        'stage-2-screen': call({ participants: [person(0, shared('stream-screen-1920x1080'))], ownStream: 'stream-own-640x360' }),
        'stage-2-screen-notice': call({ participants: [person(0, shared('stream-screen-1920x1080'))], ownStream: 'stream-own-640x360' }, { notices: [{ id: 1, text: text('call.notice.muteRequested', { name: names[0] }), tone: 'plain', act: { label: text('call.mute'), action: 'mute' } }] }),
        'stage-2-screen-upright': call({ participants: [person(0, shared('stream-screen-900x1600'))], ownStream: 'stream-own-640x360' }),
        'stage-2-sharing': call({ participants: [person(0)], ownStream: 'stream-own-640x360', isSharing: true }),
        'stage-3-sharing': call({ participants: others(3), ownStream: 'stream-own-640x360', isSharing: true, showsPeople: true }),
        'stage-5-screen': call({ participants: [person(0), person(1), person(2, shared('stream-screen-1280x720')), person(3)], ownStream: 'stream-own-640x360' }),
        'stage-5-screens': call({ participants: [person(0, shared('stream-screen-1024x768', 2)), person(1), person(2, shared('stream-screen-1280x720')), person(3)], ownStream: 'stream-own-640x360', isSharing: true }),
        'stage-49-screen': call({ participants: others(49).map((one, index) => (index === 2 ? { ...one, ...shared('stream-screen-1920x1080') } : one)), ownStream: 'stream-own-640x360', view: view({ spotlight: { userId: 140, since: 0, next: null } }) }),
        'stage-49-second': call({ participants: others(49), ownStream: 'stream-own-640x360', view: view({ page: 1 }) }),
        'stage-2-hand': call({ participants: [person(0)], ownStream: 'stream-own-640x360', hands: [100, me], reactions: [{ id: 1, userId: 100, reaction: 'heart' }, { id: 2, userId: me, reaction: 'applause' }] }),
        'stage-9-hands': call({ participants: others(9), ownStream: 'stream-own-640x360', hands: [103, 100, me], reactions: ['thumbsUp', 'heart', 'laugh', 'surprise', 'applause', 'celebration'].map((reaction, index) => ({ id: index + 1, userId: 100 + index, reaction })) }),
        'stage-9-audio-hands': { ...audio(9), ...{ call: { ...audio(9).call, hands: [101], reactions: [{ id: 1, userId: 101, reaction: 'celebration' }, { id: 2, userId: 101, reaction: 'celebration' }, { id: 3, userId: 101, reaction: 'thumbsUp' }] } } },
        'stage-49-hands': call({ participants: others(49), ownStream: 'stream-own-640x360', hands: [105, 120, 101], reactions: [{ id: 1, userId: 105, reaction: 'surprise' }] }),
        'stage-2-audio': audio(2),
        'stage-9-audio': audio(9),
        'stage-3-silent': call({ participants: others(3), ownStream: 'stream-own-640x360', silent: ['notice.microphoneMutedBySystem', 'notice.cameraFrozen'] }),
        'stage-3-unheard': call({ participants: others(3), ownStream: 'stream-own-640x360', isMuted: true, isUnheard: true, view: view({ isIdle: true }) }),
        'stage-3-talking': call({ participants: others(3), ownStream: 'stream-own-640x360', isTalking: true }),
        'stage-3-asked': call({ participants: others(3), ownStream: 'stream-own-640x360' }, { notices: [{ id: 1, text: text('call.notice.muteRequested', { name: names[0] }), tone: 'plain', act: { label: text('call.mute'), action: 'mute' } }] }),
        'stage-2-ringing': call({ participants: others(2), people: ringing(1), ownStream: 'stream-own-640x360' }),
        'stage-3-ringing': call({ participants: others(3), people: ringing(5), ownStream: 'stream-own-640x360' }),
        'stage-2-ringing-audio': { ...audio(2), ...{ call: { ...audio(2).call, members: [...audio(2).call.members, ...call({ participants: [], people: ringing(2) }).call.members.filter(({ presence }) => presence === 'ringing')] } } },
        'stage-3-ringing-screen': call({ participants: [person(0, shared('stream-screen-1280x720')), person(1)], people: ringing(2), ownStream: 'stream-own-640x360' }),
        'stage-keys': call({ participants: others(3), view: view({ showsKeys: true }) }),
    };
}
