/**
 * @typedef {object} ScanState
 * @property {'off' | 'starting' | 'on' | 'reading'} status of the camera; `reading`: a picture is looked at
 * @property {MediaStream | null} stream
 * @property {boolean} isMirrored
 * @property {string[]} cameras ids; empty before one was allowed
 * @property {string | null} camera the one that is on, or was
 * @property {ScanProblem | null} problem
 */
/**
 * Why a scan found no one: because of the camera, the picture, or the content of the code.
 * @typedef {{ code: import('../../calls/capture/missing-media.js').Why | import('../../qr/picture-file.js').FileReason | import('../../qr/unreadable.js').UnreadableReason | 'notAContactLink' | 'malformedToken' | 'otherServer' | ComparedProblem, browser?: Browser, name?: import('../../texts/text.js').Words | null, other?: import('../../texts/text.js').Words | null }} ScanProblem
 *     the browser if it refuses the camera; `name`: the person to compare with; `other`: the code's owner
 */
/**
 * Why a code is not the expected one.
 * @typedef {'ownCode' | 'othersCode' | 'strangersCode' | 'otherDevicesCode' | 'noContactsCode' | 'codeForAnother' | 'notAPairCode' | 'notYourDevices' | 'itself'
 *     | 'otherOwnDevices' | 'notADevicesCode' | 'contactsCode'} ComparedProblem
 */
/** @typedef {'firefox' | 'chromium' | 'safari' | null} Browser null for others */

/** @returns {ScanState} */
export const emptyScan = () => ({ status: 'off', stream: null, isMirrored: false, cameras: [], camera: null, problem: null });
