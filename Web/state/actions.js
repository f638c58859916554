/**
 * Everything a person can do: what views are given besides the state. None throws and none answers; what comes of them
 * is seen in the state.
 * @typedef {object} Actions
 * @property {(identifier: string) => void} typeIdentifier
 * @property {(name: string) => void} typeName
 * @property {() => void} askForCode
 * @property {(issuer: 'google' | 'apple') => void} continueWith
 * @property {(code: string) => void} typeCode
 * @property {() => void} verifyCode
 * @property {() => void} resendCode
 * @property {() => void} changeIdentifier
 * @property {(name: string) => void} typeOwnName
 * @property {() => void} saveName
 * @property {() => void} takeOver
 * @property {() => void} reload
 * @property {(route: import('./state.js').Route) => void} go
 * @property {() => void} loadContacts
 * @property {() => void} loadRequests
 * @property {(userId: number, isFavorite: boolean) => void} setFavorite
 * @property {(userId: number) => void} unblock
 * @property {(isSearchable: boolean) => void} setSearchable
 * @property {(purpose: 'change' | 'add', kind: 'email' | 'phone') => void} startAddress
 * @property {(address: string) => void} typeAddress
 * @property {() => void} askForAddressCode
 * @property {(code: string) => void} typeAddressCode
 * @property {() => void} verifyAddress
 * @property {() => void} resendAddressCode
 * @property {() => void} leaveAddress
 * @property {(kind: import('../permissions/permissions.js').PermissionKind) => void} allow
 * @property {() => void} continueAfterPermission
 * @property {() => void} dismissPermission
 * @property {() => void} loadMethods
 * @property {(id: number) => void} makePrimary
 * @property {() => void} loadDevices
 * @property {() => void} exportData
 * @property {() => void} keepAccount
 * @property {(userId: number) => void} acceptRequest
 * @property {(userId: number) => void} declineRequest
 * @property {(userId: number) => void} cancelRequest
 * @property {() => void} makeLink
 * @property {() => void} copyLink
 * @property {(() => void) | null} shareLink null where the browser cannot
 * @property {(text: string) => void} typeLink
 * @property {() => void} resolveLink
 * @property {() => void} sendRequest
 * @property {() => void} startAddAgain
 * @property {(question: import('./state.js').Question) => void} ask
 * @property {() => void} confirm
 * @property {() => void} dismissQuestion
 * @property {(theme: 'system' | 'light' | 'dark') => void} setTheme
 * @property {(id: number) => void} dismissNotice
 * @property {(userId: number, name: string, video: boolean) => void} call
 * @property {(video: boolean) => void} answer
 * @property {() => void} decline
 * @property {() => void} hangUp
 * @property {() => void} toggleMute
 * @property {() => void} toggleCamera
 * @property {() => void} toggleProtection
 * @property {() => void} confirmHeld
 * @property {() => void} callAgain
 * @property {() => void} closeCall
 */

export {};
