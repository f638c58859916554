/**
 * Statements on the protection of a call, and questions about held participants.
 * @param {(change?: object, around?: object) => object} call
 * @param {object[]} others the people of a call of five
 */
export function callStates(call, others) {
    const people = (...changes) => ({ participants: changes.map((change, index) => ({ ...others[index], ...change })) });
    const held = (trust, change = {}) => ({ trust, offer: trust === 'held:revoked' || trust === 'held:unverified' ? 'anyway' : 'itsThem', camera: null, hasPicture: false, isVideoEnabled: false, ...change });
    const shown = (change) => call({ showsProtection: true, ...change });
    const anyway = { kind: 'letInAnyway', name: 'Amira Haddad', identity: { address: '21_210', sign: 'key', serial: 1 }, isLost: false, isBusy: false };
    return {
        'call-1-protection': shown(people({})),
        'call-alone-protection': shown(people()),
        'call-1-protection-new': shown(people({ trust: 'new' })),
        'call-1-protection-verified': shown(people({ trust: 'verified' })),
        'call-2-protection-unheard': shown(people({ trust: 'verified' }, { trust: null, deviceId: null, camera: null, hasPicture: false })),
        'call-4-protection': shown(people({ trust: 'verified' }, { trust: 'new' }, { trust: 'vouched', isPostQuantum: false }, held('held:newDevice'))),
        'call-4-protection-held': shown(people(held('held:changedKey'), held('held:olderIdentity'), held('held:revoked'), held('held:uninvited'))),
        'call-1-protection-browser': shown({ isPostQuantum: false, ...people({ isPostQuantum: false }) }),
        'call-3-protection-others': shown(people({ trust: 'verified' }, { isPostQuantum: false }, { isPostQuantum: false })),
        'call-1-recording': call(people({ isRecording: true })),
        'call-1-recording-weak': call(people({ isRecording: true, quality: 'poor' })),
        'call-1-recording-audio': call({ isVideo: false, isCameraOn: false, ...people({ isRecording: true, camera: null, hasPicture: false, isVideoEnabled: false }) }),
        'call-4-recording': call(people({ isRecording: true }, { isRecording: true, isMuted: true }, {}, { isRecording: true })),
        'call-3-protection-recording': shown(people({ trust: 'verified', isRecording: true }, { trust: 'new' }, { isRecording: true })),
        'call-1-held': call({ encryption: 'waitingForKey', ...people(held('held:changedKey')) }),
        // No one else is there: nothing continues before the person says so.
        'call-1-held-waiting': call({ encryption: 'waitingForKey', ...people(held('held:newDevice')) }),
        'call-1-held-refused': call({ encryption: 'waitingForKey', ...people(held('held:refused', { offer: 'compare' })) }),
        'call-1-protection-held': shown({ encryption: 'waitingForKey', ...people(held('held:newDevice')) }),
        'call-1-held-unverified': call({ encryption: 'waitingForKey', ...people(held('held:unverified')) }),
        'call-1-held-anyway': call({ encryption: 'waitingForKey', ...people(held('held:unverified')) }, { question: anyway }),
        'call-1-held-lost': call({ encryption: 'waitingForKey', ...people(held('held:revoked')) }, { question: { ...anyway, isLost: true } }),
        'call-1-not-them': call(people({}), { question: { ...anyway, kind: 'notThem' } }),
        'call-1-beside': call(people({ beside: { deviceId: 211, sign: 'other', serial: 1, trust: 'held:newDevice', offer: 'compare' } })),
        'call-1-protection-beside': shown(people({ beside: { deviceId: 211, sign: 'other', serial: 1, trust: 'held:newDevice', offer: 'compare' } })),
        'call-1-held-revoked': call(people(held('held:revoked'))),
        'call-1-kept-out': call(people({ trust: 'new', keepsOut: true, camera: null, hasPicture: false })),
        'call-1-protection-kept-out': shown(people({ trust: 'new', keepsOut: true, camera: null, hasPicture: false })),
        'call-3-kept-out': call(people({}, { keepsOut: true, camera: null, hasPicture: false }, {})),
        'call-3-protection-kept-out': shown(people({}, { trust: 'verified', keepsOut: true, camera: null, hasPicture: false }, {})),
        'call-3-held': call(people({}, {}, held('held:newDevice'))),
        'call-3-held-recording': call(people({ isRecording: true }, {}, held('held:newDevice'))),
        'call-4-held': call(people({}, held('held:uninvited'), held('held:newDevice'), {})),
        'call-3-held-answered': call(people({}, {}, {})),
    };
}
