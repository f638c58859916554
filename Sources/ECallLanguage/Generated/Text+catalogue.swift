// swift-format-ignore-file
// Made by Scripts/texts.py of Localizable.xcstrings.

extension Text {
    /// This is free software, independent of the makers of the ECall app for iOS. It speaks the protocol of that app.
    public static var aboutIndependent: Text { Text(.aboutIndependent) }
    /// Licence
    public static var aboutLicence: Text { Text(.aboutLicence) }
    /// MIT
    public static var aboutMit: Text { Text(.aboutMit) }
    /// Version, server, licence
    public static var aboutNote: Text { Text(.aboutNote) }
    /// Whoever runs this server sees who calls whom and when. Calls are protected from outsiders and from a server that only listens.
    public static var aboutOperator: Text { Text(.aboutOperator) }
    /// This server
    public static var aboutServer: Text { Text(.aboutServer) }
    /// About
    public static var aboutTitle: Text { Text(.aboutTitle) }
    /// Version
    public static var aboutVersion: Text { Text(.aboutVersion) }
    /// Delete account
    public static var accountDeleteDo: Text { Text(.accountDeleteDo) }
    /// In 15 days your name, addresses, contacts, links and call history are deleted for good, and all devices are signed out. Until then you can keep it.
    public static var accountDeleteLost: Text { Text(.accountDeleteLost) }
    /// Delete your account?
    public static var accountDeleteQuestion: Text { Text(.accountDeleteQuestion) }
    /// Fetching…
    public static var accountExportBusy: Text { Text(.accountExportBusy) }
    /// Save as a file
    public static var accountExportDo: Text { Text(.accountExportDo) }
    /// All that this server stores of you, as one JSON file. Keys are not in it: the server does not have them.
    public static var accountExportText: Text { Text(.accountExportText) }
    /// Your data
    public static var accountExportTitle: Text { Text(.accountExportTitle) }
    /// Export, sign out, delete
    public static var accountNote: Text { Text(.accountNote) }
    /// Signing out…
    public static var accountSignOutBusy: Text { Text(.accountSignOutBusy) }
    /// The keys of this device are erased, and what it knows of the devices of your contacts: they show as new again. Calls no longer ring here. Your account and contacts stay on the server.
    public static var accountSignOutLost: Text { Text(.accountSignOutLost) }
    /// On this device only. Your account, contacts and other devices stay.
    public static var accountSignOutText: Text { Text(.accountSignOutText) }
    /// Sign out
    public static var accountSignOutTitle: Text { Text(.accountSignOutTitle) }
    /// Account
    public static var accountTitle: Text { Text(.accountTitle) }
    /// {name} has accepted your request. You can call each other.
    public static func addAccepted(name: some TextArgument) -> Text { Text(.addAccepted, [.words(name.text)]) }
    /// Your earlier request to {name} is still open.
    public static func addAlreadyRequestedText(name: some TextArgument) -> Text { Text(.addAlreadyRequestedText, [.words(name.text)]) }
    /// Already requested
    public static var addAlreadyRequestedTitle: Text { Text(.addAlreadyRequestedTitle) }
    /// Add another
    public static var addAnother: Text { Text(.addAnother) }
    /// {name} had asked you already.
    public static func addBecameContacts(name: some TextArgument) -> Text { Text(.addBecameContacts, [.words(name.text)]) }
    /// You are contacts now
    public static var addContactsNow: Text { Text(.addContactsNow) }
    /// **{name}** wants to be found by this link.
    public static func addFoundByLink(name: some TextArgument) -> Text { Text(.addFoundByLink, [.words(name.text)]) }
    /// **{name}** can be found by this.
    public static func addFoundBySearch(name: some TextArgument) -> Text { Text(.addFoundBySearch, [.words(name.text)]) }
    /// Link, e-mail, phone or fingerprint
    public static var addLabel: Text { Text(.addLabel) }
    /// Paste the link that somebody sent you, or give all of their e-mail address, phone number or key fingerprint.
    public static var addLead: Text { Text(.addLead) }
    /// Look up
    public static var addLookUp: Text { Text(.addLookUp) }
    /// Look up another
    public static var addLookUpAnother: Text { Text(.addLookUpAnother) }
    /// Looking up…
    public static var addLookingUp: Text { Text(.addLookingUp) }
    /// Not them
    public static var addNotThem: Text { Text(.addNotThem) }
    /// You can call each other now.
    public static var addProblemAlreadyContactsText: Text { Text(.addProblemAlreadyContactsText) }
    /// Already contacts
    public static var addProblemAlreadyContactsTitle: Text { Text(.addProblemAlreadyContactsTitle) }
    /// Paste a link or a token first.
    public static var addProblemEmptyText: Text { Text(.addProblemEmptyText) }
    /// Nothing here yet
    public static var addProblemEmptyTitle: Text { Text(.addProblemEmptyTitle) }
    /// Its time is over. Ask for a new one.
    public static var addProblemExpiredText: Text { Text(.addProblemExpiredText) }
    /// Link expired
    public static var addProblemExpiredTitle: Text { Text(.addProblemExpiredTitle) }
    /// Its last part is not complete. Copy the whole link again.
    public static var addProblemMalformedTokenText: Text { Text(.addProblemMalformedTokenText) }
    /// This link is damaged
    public static var addProblemMalformedTokenTitle: Text { Text(.addProblemMalformedTokenTitle) }
    /// Begin a phone number with + and its country code, such as +44.
    public static var addProblemMissingCountryCodeText: Text { Text(.addProblemMissingCountryCodeText) }
    /// Country code missing
    public static var addProblemMissingCountryCodeTitle: Text { Text(.addProblemMissingCountryCodeTitle) }
    /// Nobody here has this address, number or key, or they do not want to be found by it. Ask them for a link.
    public static var addProblemNobodyFoundText: Text { Text(.addProblemNobodyFoundText) }
    /// Nobody found
    public static var addProblemNobodyFoundTitle: Text { Text(.addProblemNobodyFoundTitle) }
    /// A contact link ends in /share/contact/ and 43 letters and digits.
    public static var addProblemNotAContactLinkText: Text { Text(.addProblemNotAContactLinkText) }
    /// Not a contact link
    public static var addProblemNotAContactLinkTitle: Text { Text(.addProblemNotAContactLinkTitle) }
    /// A fingerprint has 64 digits from 0 to 9 and letters from a to f. Copy all of it.
    public static var addProblemNotAFingerprintText: Text { Text(.addProblemNotAFingerprintText) }
    /// Not a whole fingerprint
    public static var addProblemNotAFingerprintTitle: Text { Text(.addProblemNotAFingerprintTitle) }
    /// Paste the whole link or the 43 letters and digits at its end, or give an address or a number with +.
    public static var addProblemNotALinkText: Text { Text(.addProblemNotALinkText) }
    /// Not a link
    public static var addProblemNotALinkTitle: Text { Text(.addProblemNotALinkTitle) }
    /// Give the + and 5 to 15 digits.
    public static var addProblemNotAPhoneNumberText: Text { Text(.addProblemNotAPhoneNumberText) }
    /// Not a number
    public static var addProblemNotAPhoneNumberTitle: Text { Text(.addProblemNotAPhoneNumberTitle) }
    /// Give all of the e-mail address.
    public static var addProblemNotAnEmailText: Text { Text(.addProblemNotAnEmailText) }
    /// Not an address
    public static var addProblemNotAnEmailTitle: Text { Text(.addProblemNotAnEmailTitle) }
    /// This link is mistyped, or its owner has withdrawn it. Ask for a new one.
    public static var addProblemNotFoundText: Text { Text(.addProblemNotFoundText) }
    /// Invalid link
    public static var addProblemNotFoundTitle: Text { Text(.addProblemNotFoundTitle) }
    /// Names cannot be looked for. Give all of an e-mail address, a phone number or a fingerprint, or a link.
    public static var addProblemNotSearchableText: Text { Text(.addProblemNotSearchableText) }
    /// Not an address or number
    public static var addProblemNotSearchableTitle: Text { Text(.addProblemNotSearchableTitle) }
    /// Not sent
    public static var addProblemNotSent: Text { Text(.addProblemNotSent) }
    /// The server cannot be reached. The link is still good; try again.
    public static var addProblemOfflineText: Text { Text(.addProblemOfflineText) }
    /// No connection
    public static var addProblemOfflineTitle: Text { Text(.addProblemOfflineTitle) }
    /// This did not work
    public static var addProblemOther: Text { Text(.addProblemOther) }
    /// This link belongs to another server. Both of you need an account on the same one.
    public static var addProblemOtherServerText: Text { Text(.addProblemOtherServerText) }
    /// Another server
    public static var addProblemOtherServerTitle: Text { Text(.addProblemOtherServerTitle) }
    /// Send it to the person who should add you.
    public static var addProblemOwnLinkText: Text { Text(.addProblemOwnLinkText) }
    /// Your own link
    public static var addProblemOwnLinkTitle: Text { Text(.addProblemOwnLinkTitle) }
    /// The server did not answer in time. Try again.
    public static var addProblemTimeoutText: Text { Text(.addProblemTimeoutText) }
    /// No answer
    public static var addProblemTimeoutTitle: Text { Text(.addProblemTimeoutTitle) }
    /// Wait a minute, then try again.
    public static var addProblemTooManyRequestsText: Text { Text(.addProblemTooManyRequestsText) }
    /// Too many tries
    public static var addProblemTooManyRequestsTitle: Text { Text(.addProblemTooManyRequestsTitle) }
    /// Try again in an hour, or ask them for a link.
    public static var addProblemTooManySearchesText: Text { Text(.addProblemTooManySearchesText) }
    /// Too many searches
    public static var addProblemTooManySearchesTitle: Text { Text(.addProblemTooManySearchesTitle) }
    /// It is good for no further person. Ask for a new one.
    public static var addProblemUsedText: Text { Text(.addProblemUsedText) }
    /// Link used
    public static var addProblemUsedTitle: Text { Text(.addProblemUsedTitle) }
    /// Give the address, number or fingerprint of somebody else.
    public static var addProblemYourselfText: Text { Text(.addProblemYourselfText) }
    /// This is you
    public static var addProblemYourselfTitle: Text { Text(.addProblemYourselfTitle) }
    /// Send request
    public static var addSend: Text { Text(.addSend) }
    /// Sending…
    public static var addSending: Text { Text(.addSending) }
    /// {name} can accept it now. You will see each other in your contacts then.
    public static func addSentText(name: some TextArgument) -> Text { Text(.addSentText, [.words(name.text)]) }
    /// Request sent
    public static var addSentTitle: Text { Text(.addSentTitle) }
    /// My code
    public static var addTabCode: Text { Text(.addTabCode) }
    /// Find
    public static var addTabFind: Text { Text(.addTabFind) }
    /// Scan
    public static var addTabScan: Text { Text(.addTabScan) }
    /// Ways to add a contact
    public static var addTabs: Text { Text(.addTabs) }
    /// Add a contact
    public static var addTitle: Text { Text(.addTitle) }
    /// To the contacts
    public static var addToContacts: Text { Text(.addToContacts) }
    /// You can sign in with {address} now.
    public static func addressAdded(address: some TextArgument) -> Text { Text(.addressAdded, [.words(address.text)]) }
    /// {address} is yours now.
    public static func addressChanged(address: some TextArgument) -> Text { Text(.addressChanged, [.words(address.text)]) }
    /// Confirm
    public static var addressConfirm: Text { Text(.addressConfirm) }
    /// Checking the code…
    public static var addressConfirming: Text { Text(.addressConfirming) }
    /// New e-mail address
    public static var addressEmail: Text { Text(.addressEmail) }
    /// A code is sent there.
    public static var addressEmailHint: Text { Text(.addressEmailHint) }
    /// This server sends no e-mail, so an address cannot be proved here.
    public static var addressNoMail: Text { Text(.addressNoMail) }
    /// This server sends no text messages, so a number cannot be proved here.
    public static var addressNoMessages: Text { Text(.addressNoMessages) }
    /// Use another address
    public static var addressOther: Text { Text(.addressOther) }
    /// New phone number
    public static var addressPhone: Text { Text(.addressPhone) }
    /// With + and country code. A code is sent there.
    public static var addressPhoneHint: Text { Text(.addressPhoneHint) }
    /// Send code
    public static var addressSend: Text { Text(.addressSend) }
    /// Sending the code…
    public static var addressSending: Text { Text(.addressSending) }
    /// Enter the code that was sent to **{address}**. It is valid for 10 minutes.
    public static func addressSent(address: some TextArgument) -> Text { Text(.addressSent, [.words(address.text)]) }
    /// {name} is now your contact.
    public static func alertAcceptedContent(name: some TextArgument) -> Text { Text(.alertAcceptedContent, [.words(name.text)]) }
    /// Contact request accepted
    public static var alertAcceptedTitle: Text { Text(.alertAcceptedTitle) }
    /// Something in your account was changed.
    public static var alertAccountContent: Text { Text(.alertAccountContent) }
    /// Account changed
    public static var alertAccountTitle: Text { Text(.alertAccountTitle) }
    /// A new device has signed in to your account. If it wasn’t you, sign it out under Devices.
    public static var alertNewDeviceContent: Text { Text(.alertNewDeviceContent) }
    /// New sign-in
    public static var alertNewDeviceTitle: Text { Text(.alertNewDeviceTitle) }
    /// {name} wants to be your contact.
    public static func alertRequestContent(name: some TextArgument) -> Text { Text(.alertRequestContent, [.words(name.text)]) }
    /// New contact request
    public static var alertRequestTitle: Text { Text(.alertRequestTitle) }
    /// {check} opens ECall. Calls ring, and you can answer them, while it is locked.
    public static func appLockBy(check: some TextArgument) -> Text { Text(.appLockBy, [.words(check.text)]) }
    /// Face ID
    public static var appLockByFaceID: Text { Text(.appLockByFaceID) }
    /// Optic ID
    public static var appLockByOpticID: Text { Text(.appLockByOpticID) }
    /// The passcode of this device
    public static var appLockByPasscode: Text { Text(.appLockByPasscode) }
    /// Touch ID
    public static var appLockByTouchID: Text { Text(.appLockByTouchID) }
    /// Lock after
    public static var appLockDelay: Text { Text(.appLockDelay) }
    /// At once
    public static var appLockDelayAtOnce: Text { Text(.appLockDelayAtOnce) }
    /// {count} hours
    public static func appLockDelayHours(count: Int) -> Text { Text(.appLockDelayHours, [.number(count)]) }
    /// {count} minutes
    public static func appLockDelayMinutes(count: Int) -> Text { Text(.appLockDelayMinutes, [.number(count)]) }
    /// You weren’t recognized. Try again.
    public static var appLockFailed: Text { Text(.appLockFailed) }
    /// ECall is locked
    public static var appLockLocked: Text { Text(.appLockLocked) }
    /// Too many attempts. Lock this device, unlock it with its passcode, then try again.
    public static var appLockLockedOut: Text { Text(.appLockLockedOut) }
    /// This device has no passcode. Set one in Settings, then try again.
    public static var appLockNoPasscode: Text { Text(.appLockNoPasscode) }
    /// Who can open ECall on this device
    public static var appLockNote: Text { Text(.appLockNote) }
    /// Reading the setting…
    public static var appLockReading: Text { Text(.appLockReading) }
    /// App lock
    public static var appLockTitle: Text { Text(.appLockTitle) }
    /// Turn off the lock of ECall
    public static var appLockTurnOff: Text { Text(.appLockTurnOff) }
    /// Check that you can unlock ECall
    public static var appLockTurnOn: Text { Text(.appLockTurnOn) }
    /// Unlock ECall
    public static var appLockUnlock: Text { Text(.appLockUnlock) }
    /// Unlock
    public static var appLockUnlockDo: Text { Text(.appLockUnlockDo) }
    /// Lock ECall
    public static var appLockUse: Text { Text(.appLockUse) }
    /// Light or dark
    public static var appearanceNote: Text { Text(.appearanceNote) }
    /// System follows what your device is set to.
    public static var appearanceText: Text { Text(.appearanceText) }
    /// Colours
    public static var appearanceTheme: Text { Text(.appearanceTheme) }
    /// Nobody is blocked
    public static var blockedEmptyTitle: Text { Text(.blockedEmptyTitle) }
    /// Their calls and requests do not come through. They are not told.
    public static var blockedLead: Text { Text(.blockedLead) }
    /// Blocked people
    public static var blockedTitle: Text { Text(.blockedTitle) }
    /// It needs a current browser, its storage, and an address that begins with https:// or is on this computer. Private windows of some browsers have no storage.
    public static var brokenText: Text { Text(.brokenText) }
    /// ECall cannot start here
    public static var brokenTitle: Text { Text(.brokenTitle) }
    /// Call again
    public static var callAgain: Text { Text(.callAgain) }
    /// {names} are being called.
    public static func callAreCalled(names: some TextArgument) -> Text { Text(.callAreCalled, [.words(names.text)]) }
    /// Back to the contacts, the call goes on
    public static var callBack: Text { Text(.callBack) }
    /// Call back
    public static var callCallBack: Text { Text(.callCallBack) }
    /// Camera off
    public static var callCameraOff: Text { Text(.callCameraOff) }
    /// Camera on
    public static var callCameraOn: Text { Text(.callCameraOn) }
    /// The camera may not be used. Allow it in the browser, then try again.
    public static var callCannotOpenCameraDenied: Text { Text(.callCannotOpenCameraDenied) }
    /// The camera was not found. Connect one, then try again.
    public static var callCannotOpenCameraNotFound: Text { Text(.callCannotOpenCameraNotFound) }
    /// The camera could not be started. Close what else uses it, then try again.
    public static var callCannotOpenCameraNotReadable: Text { Text(.callCannotOpenCameraNotReadable) }
    /// The camera was disconnected. Connect one, then try again.
    public static var callCannotOpenCameraUnplugged: Text { Text(.callCannotOpenCameraUnplugged) }
    /// The microphone may not be used. Allow it in the browser, then try again.
    public static var callCannotOpenMicrophoneDenied: Text { Text(.callCannotOpenMicrophoneDenied) }
    /// The microphone was not found. Connect one, then try again.
    public static var callCannotOpenMicrophoneNotFound: Text { Text(.callCannotOpenMicrophoneNotFound) }
    /// The microphone could not be started. Close what else uses it, then try again.
    public static var callCannotOpenMicrophoneNotReadable: Text { Text(.callCannotOpenMicrophoneNotReadable) }
    /// The microphone was disconnected. Connect one, then try again.
    public static var callCannotOpenMicrophoneUnplugged: Text { Text(.callCannotOpenMicrophoneUnplugged) }
    /// Close
    public static var callClose: Text { Text(.callClose) }
    /// Connected.
    public static var callConnected: Text { Text(.callConnected) }
    /// Call controls
    public static var callControls: Text { Text(.callControls) }
    /// End
    public static var callEnd: Text { Text(.callEnd) }
    /// Answered on another device
    public static var callEndAnsweredElsewhere: Text { Text(.callEndAnsweredElsewhere) }
    /// The call goes on there.
    public static var callEndAnsweredElsewhereText: Text { Text(.callEndAnsweredElsewhereText) }
    /// The call broke off
    public static var callEndBrokeOff: Text { Text(.callEndBrokeOff) }
    /// Busy
    public static var callEndBusy: Text { Text(.callEndBusy) }
    /// {name} is in another call. Try again later.
    public static func callEndBusyText(name: some TextArgument) -> Text { Text(.callEndBusyText, [.words(name.text)]) }
    /// Call cancelled
    public static var callEndCancelled: Text { Text(.callEndCancelled) }
    /// The connection did not come back. Check your network, then call again.
    public static var callEndConnectionLost: Text { Text(.callEndConnectionLost) }
    /// Declined
    public static var callEndDeclined: Text { Text(.callEndDeclined) }
    /// {name} declined the call.
    public static func callEndDeclinedBy(name: some TextArgument) -> Text { Text(.callEndDeclinedBy, [.words(name.text)]) }
    /// Declined on another device
    public static var callEndDeclinedElsewhere: Text { Text(.callEndDeclinedElsewhere) }
    /// You left the call
    public static var callEndLeft: Text { Text(.callEndLeft) }
    /// Connection lost
    public static var callEndLost: Text { Text(.callEndLost) }
    /// Missed call
    public static var callEndMissed: Text { Text(.callEndMissed) }
    /// {name} called you.
    public static func callEndMissedText(name: some TextArgument) -> Text { Text(.callEndMissedText, [.words(name.text)]) }
    /// Nobody came.
    public static var callEndNobodyCame: Text { Text(.callEndNobodyCame) }
    /// No answer
    public static var callEndNotAnswered: Text { Text(.callEndNotAnswered) }
    /// The call could not be answered
    public static var callEndNotAnsweredHere: Text { Text(.callEndNotAnsweredHere) }
    /// The call could not be made
    public static var callEndNotMade: Text { Text(.callEndNotMade) }
    /// You could not return
    public static var callEndNotReturned: Text { Text(.callEndNotReturned) }
    /// The connection of {name} was lost and did not come back. Call again.
    public static func callEndRemoteLost(name: some TextArgument) -> Text { Text(.callEndRemoteLost, [.words(name.text)]) }
    /// Removed from the call
    public static var callEndRemoved: Text { Text(.callEndRemoved) }
    /// {name} removed you from the call.
    public static func callEndRemovedBy(name: some TextArgument) -> Text { Text(.callEndRemovedBy, [.words(name.text)]) }
    /// End call
    public static var callEndCall: Text { Text(.callEndCall) }
    /// Call ended
    public static var callEnded: Text { Text(.callEnded) }
    /// You are already in a call. Hang up first.
    public static var callFailureAlreadyInCall: Text { Text(.callFailureAlreadyInCall) }
    /// They are in this call already.
    public static var callFailureAlreadyInThisCall: Text { Text(.callFailureAlreadyInThisCall) }
    /// This browser cannot protect calls. Use a current one.
    public static var callFailureBrowser: Text { Text(.callFailureBrowser) }
    /// They are in another call. Try again later.
    public static var callFailureBusy: Text { Text(.callFailureBusy) }
    /// The call cannot be protected, so it was not made: the keys of this device cannot sign. Sign out and in again.
    public static var callFailureCannotSign: Text { Text(.callFailureCannotSign) }
    /// The connection was lost and did not come back. Check the network and call again.
    public static var callFailureConnectionLost: Text { Text(.callFailureConnectionLost) }
    /// You have answered on another device.
    public static var callFailureElsewhere: Text { Text(.callFailureElsewhere) }
    /// The call cannot be protected, so it was not made.
    public static var callFailureEncryption: Text { Text(.callFailureEncryption) }
    /// This tab has made as many connections as it can. Reload the page, then call again.
    public static var callFailureExhausted: Text { Text(.callFailureExhausted) }
    /// Nobody can be asked by this link: the call is over, or you and who made it are not contacts.
    public static var callFailureLinkOver: Text { Text(.callFailureLinkOver) }
    /// Camera or microphone could not be started.
    public static var callFailureMedia: Text { Text(.callFailureMedia) }
    /// Camera, microphone or media could not be started: {reason}
    public static func callFailureMediaBecause(reason: some TextArgument) -> Text { Text(.callFailureMediaBecause, [.words(reason.text)]) }
    /// The media server did not answer the offer.
    public static var callFailureNoAnswerToOffer: Text { Text(.callFailureNoAnswerToOffer) }
    /// There is no call.
    public static var callFailureNoCall: Text { Text(.callFailureNoCall) }
    /// No connection to the media server came about.
    public static var callFailureNoConnection: Text { Text(.callFailureNoConnection) }
    /// there is no media engine for this system yet
    public static var callFailureNoMediaEngine: Text { Text(.callFailureNoMediaEngine) }
    /// This call was begun without a camera.
    public static var callFailureNoPictures: Text { Text(.callFailureNoPictures) }
    /// The media server made no room.
    public static var callFailureNoRoom: Text { Text(.callFailureNoRoom) }
    /// The call cannot be protected, so it was not made: none of their devices has a usable key.
    public static var callFailureNoUsableKey: Text { Text(.callFailureNoUsableKey) }
    /// They cannot be called right now: none of their devices is signed in with a key.
    public static var callFailureNotAvailable: Text { Text(.callFailureNotAvailable) }
    /// They are not in this call.
    public static var callFailureNotInCall: Text { Text(.callFailureNotInCall) }
    /// Nobody let you in: the link was withdrawn, or whoever made it has to add you by hand.
    public static var callFailureNotLetIn: Text { Text(.callFailureNotLetIn) }
    /// The media server offered nothing to receive.
    public static var callFailureNothingOffered: Text { Text(.callFailureNothingOffered) }
    /// Nobody in the call waits for being let in.
    public static var callFailureNothingToConfirm: Text { Text(.callFailureNothingToConfirm) }
    /// The server does not answer. Check the network, then try again.
    public static var callFailureOffline: Text { Text(.callFailureOffline) }
    /// The call is over.
    public static var callFailureOver: Text { Text(.callFailureOver) }
    /// The call’s media server refused. Try again.
    public static var callFailureRoom: Text { Text(.callFailureRoom) }
    /// {reason} Try again.
    public static func callFailureRoomBecause(reason: some TextArgument) -> Text { Text(.callFailureRoomBecause, [.words(reason.text)]) }
    /// The server refused the call. Try again.
    public static var callFailureServer: Text { Text(.callFailureServer) }
    /// The call could not be set up in this browser.
    public static var callFailureSetup: Text { Text(.callFailureSetup) }
    /// You are not signed in.
    public static var callFailureSignedOut: Text { Text(.callFailureSignedOut) }
    /// The call cannot be protected, so it was not made: their app is too old. Ask them to update it.
    public static var callFailureTheirAppTooOld: Text { Text(.callFailureTheirAppTooOld) }
    /// A call of {count} people needs more open files than this program may have.
    public static func callFailureTooFewFiles(count: Int) -> Text { Text(.callFailureTooFewFiles, [.number(count)]) }
    /// A call of {count} people needs more threads than this program may have.
    public static func callFailureTooFewThreads(count: Int) -> Text { Text(.callFailureTooFewThreads, [.number(count)]) }
    /// Full screen
    public static var callFullScreen: Text { Text(.callFullScreen) }
    /// {name} is back.
    public static func callIsBack(name: some TextArgument) -> Text { Text(.callIsBack, [.words(name.text)]) }
    /// {names} is being called.
    public static func callIsCalled(names: some TextArgument) -> Text { Text(.callIsCalled, [.words(names.text)]) }
    /// {name} is in the call.
    public static func callJoined(name: some TextArgument) -> Text { Text(.callJoined, [.words(name.text)]) }
    /// It lasted {time}
    public static func callLasted(time: some TextArgument) -> Text { Text(.callLasted, [.words(time.text)]) }
    /// Leave full screen
    public static var callLeaveFullScreen: Text { Text(.callLeaveFullScreen) }
    /// {name} left the call.
    public static func callLeft(name: some TextArgument) -> Text { Text(.callLeft, [.words(name.text)]) }
    /// Microphone and camera may not be used. You are neither heard nor seen. Allow them in the browser, then press Unmute or Camera on.
    public static var callMissingBothDenied: Text { Text(.callMissingBothDenied) }
    /// Microphone and camera were not found. You are neither heard nor seen. Connect them, then press Unmute or Camera on.
    public static var callMissingBothNotFound: Text { Text(.callMissingBothNotFound) }
    /// Microphone and camera could not be started. You are neither heard nor seen. Close what else uses them, then press Unmute or Camera on.
    public static var callMissingBothNotReadable: Text { Text(.callMissingBothNotReadable) }
    /// Microphone and camera were disconnected. You are neither heard nor seen. Connect them, then press Unmute or Camera on.
    public static var callMissingBothUnplugged: Text { Text(.callMissingBothUnplugged) }
    /// The camera may not be used. You are not seen. Allow it in the browser, then press Camera on.
    public static var callMissingCameraDenied: Text { Text(.callMissingCameraDenied) }
    /// The camera was not found. You are not seen. Connect one, then press Camera on.
    public static var callMissingCameraNotFound: Text { Text(.callMissingCameraNotFound) }
    /// The camera could not be started. You are not seen. Close what else uses it, then press Camera on.
    public static var callMissingCameraNotReadable: Text { Text(.callMissingCameraNotReadable) }
    /// The camera was disconnected. You are not seen. Connect one, then press Camera on.
    public static var callMissingCameraUnplugged: Text { Text(.callMissingCameraUnplugged) }
    /// The microphone may not be used. You are not heard. Allow it in the browser, then press Unmute.
    public static var callMissingMicrophoneDenied: Text { Text(.callMissingMicrophoneDenied) }
    /// The microphone was not found. You are not heard. Connect one, then press Unmute.
    public static var callMissingMicrophoneNotFound: Text { Text(.callMissingMicrophoneNotFound) }
    /// The microphone could not be started. You are not heard. Close what else uses it, then press Unmute.
    public static var callMissingMicrophoneNotReadable: Text { Text(.callMissingMicrophoneNotReadable) }
    /// The microphone was disconnected. You are not heard. Connect one, then press Unmute.
    public static var callMissingMicrophoneUnplugged: Text { Text(.callMissingMicrophoneUnplugged) }
    /// More
    public static var callMore: Text { Text(.callMore) }
    /// Mute
    public static var callMute: Text { Text(.callMute) }
    /// {names} and {count} more
    public static func callNamesMore(names: some TextArgument, count: Int) -> Text { Text(.callNamesMore, [.words(names.text), .number(count)]) }
    /// {names} and {count} others
    public static func callNamesOthers(names: some TextArgument, count: Int) -> Text { Text(.callNamesOthers, [.words(names.text), .number(count)]) }
    /// {names} cannot be called now.
    public static func callNotRung(names: some TextArgument) -> Text { Text(.callNotRung, [.words(names.text)]) }
    /// Answered on another device.
    public static var callNoticeAnsweredElsewhere: Text { Text(.callNoticeAnsweredElsewhere) }
    /// their connection broke
    public static var callNoticeConnectionBroke: Text { Text(.callNoticeConnectionBroke) }
    /// Declined on another device.
    public static var callNoticeDeclinedElsewhere: Text { Text(.callNoticeDeclinedElsewhere) }
    /// Not everybody can be shown any more: this tab has made too many connections. Reload the page to see all.
    public static var callNoticeExhausted: Text { Text(.callNoticeExhausted) }
    /// You joined muted: sixteen people are unmuted already.
    public static var callNoticeJoinedMuted: Text { Text(.callNoticeJoinedMuted) }
    /// {name} does not see the device of {other} that is in this call here. If that stays so, hang up and call again.
    public static func callNoticeLacks(name: some TextArgument, other: some TextArgument) -> Text { Text(.callNoticeLacks, [.words(name.text), .words(other.text)]) }
    /// {name} does not see your device that is in this call here. If that stays so, hang up and call again.
    public static func callNoticeLacksYou(name: some TextArgument) -> Text { Text(.callNoticeLacksYou, [.words(name.text)]) }
    /// {name} asks you to mute.
    public static func callNoticeMuteRequested(name: some TextArgument) -> Text { Text(.callNoticeMuteRequested, [.words(name.text)]) }
    /// Camera or microphone cannot be used now: the others do not see or hear you. The call goes on.
    public static var callNoticeNoMedia: Text { Text(.callNoticeNoMedia) }
    /// This browser cannot send pictures that everybody in this call can see. You are not seen.
    public static var callNoticeNoPictures: Text { Text(.callNoticeNoPictures) }
    /// Somebody in this call cannot be received.
    public static var callNoticeNotReceived: Text { Text(.callNoticeNotReceived) }
    /// Somebody in this call cannot be received: {reason}
    public static func callNoticeNotReceivedBecause(reason: some TextArgument) -> Text { Text(.callNoticeNotReceivedBecause, [.words(reason.text)]) }
    /// The call was declined. {name} could not be told that you will call back.
    public static func callNoticeNotReplied(name: some TextArgument) -> Text { Text(.callNoticeNotReplied, [.words(name.text)]) }
    /// Your iPhone didn’t let this call begin. End other calls, then try again.
    public static var callNoticeRefused: Text { Text(.callNoticeRefused) }
    /// {name} was removed from the call.
    public static func callNoticeRemoved(name: some TextArgument) -> Text { Text(.callNoticeRemoved, [.words(name.text)]) }
    /// {name} is told that you can’t talk now and will call back in {minutes} minutes.
    public static func callNoticeReplied(name: some TextArgument, minutes: Int) -> Text { Text(.callNoticeReplied, [.words(name.text), .number(minutes)]) }
    /// {name} sees somebody in this call who is not shown here.
    public static func callNoticeSeesMore(name: some TextArgument) -> Text { Text(.callNoticeSeesMore, [.words(name.text)]) }
    /// Your iPhone hasn’t turned on the sound of this call. Hang up, then call again.
    public static var callNoticeSilent: Text { Text(.callNoticeSilent) }
    /// {name} cannot be heard and cannot hear you: their app is too old to protect this call. Ask them to update it.
    public static func callNoticeTooOld(name: some TextArgument) -> Text { Text(.callNoticeTooOld, [.words(name.text)]) }
    /// {name} has put the call on hold.
    public static func callOnHold(name: some TextArgument) -> Text { Text(.callOnHold, [.words(name.text)]) }
    /// {page} of {pages}
    public static func callPage(page: Int, pages: Int) -> Text { Text(.callPage, [.number(page), .number(pages)]) }
    /// Pages
    public static var callPages: Text { Text(.callPages) }
    /// Answering…
    public static var callPhaseAnswering: Text { Text(.callPhaseAnswering) }
    /// Calling…
    public static var callPhaseCalling: Text { Text(.callPhaseCalling) }
    /// Connecting…
    public static var callPhaseConnecting: Text { Text(.callPhaseConnecting) }
    /// Ending…
    public static var callPhaseEnding: Text { Text(.callPhaseEnding) }
    /// Incoming call
    public static var callPhaseIncoming: Text { Text(.callPhaseIncoming) }
    /// Incoming video call
    public static var callPhaseIncomingVideo: Text { Text(.callPhaseIncomingVideo) }
    /// Reconnecting…
    public static var callPhaseReconnecting: Text { Text(.callPhaseReconnecting) }
    /// Returning…
    public static var callPhaseReturning: Text { Text(.callPhaseReturning) }
    /// Ringing…
    public static var callPhaseRinging: Text { Text(.callPhaseRinging) }
    /// Picture in picture
    public static var callPictureInPicture: Text { Text(.callPictureInPicture) }
    /// {name} is reconnecting.
    public static func callReconnecting(name: some TextArgument) -> Text { Text(.callReconnecting, [.words(name.text)]) }
    /// Recorded by {names}
    public static func callRecordedBy(names: some TextArgument) -> Text { Text(.callRecordedBy, [.words(names.text)]) }
    /// {name} is recording this call.
    public static func callRecording(name: some TextArgument) -> Text { Text(.callRecording, [.words(name.text)]) }
    /// {name} has stopped recording.
    public static func callRecordingEnded(name: some TextArgument) -> Text { Text(.callRecordingEnded, [.words(name.text)]) }
    /// {name} is in another call.
    public static func callRejectedBusy(name: some TextArgument) -> Text { Text(.callRejectedBusy, [.words(name.text)]) }
    /// {name} is not being called any more.
    public static func callRejectedCancelled(name: some TextArgument) -> Text { Text(.callRejectedCancelled, [.words(name.text)]) }
    /// {name} declined.
    public static func callRejectedDeclined(name: some TextArgument) -> Text { Text(.callRejectedDeclined, [.words(name.text)]) }
    /// {name} did not answer.
    public static func callRejectedNotAnswered(name: some TextArgument) -> Text { Text(.callRejectedNotAnswered, [.words(name.text)]) }
    /// {name} can’t talk now and will call back in {minutes} minutes.
    public static func callReplyCallsBack(name: some TextArgument, minutes: Int) -> Text { Text(.callReplyCallsBack, [.words(name.text), .number(minutes)]) }
    /// {name} can’t talk now.
    public static func callReplyPlain(name: some TextArgument) -> Text { Text(.callReplyPlain, [.words(name.text)]) }
    /// Show everybody alike
    public static var callShowGrid: Text { Text(.callShowGrid) }
    /// Show one person large
    public static var callShowSpeaker: Text { Text(.callShowSpeaker) }
    /// Let go of Space to mute.
    public static var callTalking: Text { Text(.callTalking) }
    /// Call
    public static var callTitle: Text { Text(.callTitle) }
    /// Turn camera off
    public static var callTurnCameraOff: Text { Text(.callTurnCameraOff) }
    /// Turn camera on
    public static var callTurnCameraOn: Text { Text(.callTurnCameraOn) }
    /// You are muted.
    public static var callUnheard: Text { Text(.callUnheard) }
    /// Hold Space to speak.
    public static var callUnheardHow: Text { Text(.callUnheardHow) }
    /// Unmute
    public static var callUnmute: Text { Text(.callUnmute) }
    /// Add {name}
    public static func callLinkAdd(name: some TextArgument) -> Text { Text(.callLinkAdd, [.words(name.text)]) }
    /// QR code of the link to this call
    public static var callLinkCode: Text { Text(.callLinkCode) }
    /// {name} comes by your link.
    public static func callLinkComes(name: some TextArgument) -> Text { Text(.callLinkComes, [.words(name.text)]) }
    /// {name} opened your link, and uses a device that you do not know.
    public static func callLinkHeld(name: some TextArgument) -> Text { Text(.callLinkHeld, [.words(name.text)]) }
    /// Share a link to this call
    public static var callLinkShare: Text { Text(.callLinkShare) }
    /// Join my call on ECall
    public static var callLinkShareTitle: Text { Text(.callLinkShareTitle) }
    /// The link:
    public static var callLinkSpoken: Text { Text(.callLinkSpoken) }
    /// Your contacts can join with it while you are in the call. Others cannot.
    public static var callLinkText: Text { Text(.callLinkText) }
    /// Link to this call
    public static var callLinkTitle: Text { Text(.callLinkTitle) }
    /// {name} opened your link. You have not been in a call with them yet.
    public static func callLinkUnmet(name: some TextArgument) -> Text { Text(.callLinkUnmet, [.words(name.text)]) }
    /// The link is withdrawn. It lets nobody in any more.
    public static var callLinkWithdrawn: Text { Text(.callLinkWithdrawn) }
    /// {name}, not connected
    public static func captureAbsent(name: some TextArgument) -> Text { Text(.captureAbsent, [.words(name.text)]) }
    /// Another one
    public static var captureAnother: Text { Text(.captureAnother) }
    /// {name} is connected again, and used.
    public static func captureBack(name: some TextArgument) -> Text { Text(.captureBack, [.words(name.text)]) }
    /// Call {names}
    public static func captureBefore(names: some TextArgument) -> Text { Text(.captureBefore, [.words(names.text)]) }
    /// Video call {names}
    public static func captureBeforeVideo(names: some TextArgument) -> Text { Text(.captureBeforeVideo, [.words(names.text)]) }
    /// Camera
    public static var captureCamera: Text { Text(.captureCamera) }
    /// The camera is off.
    public static var captureCameraIsOff: Text { Text(.captureCameraIsOff) }
    /// Check before each call
    public static var captureChecksFirst: Text { Text(.captureChecksFirst) }
    /// Shows your picture and the level of your microphone before you call or answer.
    public static var captureChecksFirstText: Text { Text(.captureChecksFirstText) }
    /// Done
    public static var captureDone: Text { Text(.captureDone) }
    /// {gone} was disconnected. {used} is used now.
    public static func captureFellBack(gone: some TextArgument, used: some TextArgument) -> Text { Text(.captureFellBack, [.words(gone.text), .words(used.text)]) }
    /// Other camera
    public static var captureFlip: Text { Text(.captureFlip) }
    /// The browser tells which there are once you have allowed it.
    public static var captureHidden: Text { Text(.captureHidden) }
    /// Starting…
    public static var captureIsStarting: Text { Text(.captureIsStarting) }
    /// Level of the microphone
    public static var captureLevel: Text { Text(.captureLevel) }
    /// Microphone
    public static var captureMicrophone: Text { Text(.captureMicrophone) }
    /// You are muted: nobody else hears this.
    public static var captureMuted: Text { Text(.captureMuted) }
    /// No camera was found. Connect one.
    public static var captureNoCamera: Text { Text(.captureNoCamera) }
    /// No microphone was found. Connect one.
    public static var captureNoMicrophone: Text { Text(.captureNoMicrophone) }
    /// {name} is not connected. {used} is used now.
    public static func captureNotThere(name: some TextArgument, used: some TextArgument) -> Text { Text(.captureNotThere, [.words(name.text), .words(used.text)]) }
    /// Camera {number}
    public static func captureNumberedCamera(number: Int) -> Text { Text(.captureNumberedCamera, [.number(number)]) }
    /// Microphone {number}
    public static func captureNumberedMicrophone(number: Int) -> Text { Text(.captureNumberedMicrophone, [.number(number)]) }
    /// Until then the one before is used.
    public static var captureOneBeforeStays: Text { Text(.captureOneBeforeStays) }
    /// Nobody else sees or hears this.
    public static var captureOnlyHere: Text { Text(.captureOnlyHere) }
    /// Start
    public static var captureStart: Text { Text(.captureStart) }
    /// Stop the test
    public static var captureStopTest: Text { Text(.captureStopTest) }
    /// Test picture and sound
    public static var captureTest: Text { Text(.captureTest) }
    /// Play a tone
    public static var captureTone: Text { Text(.captureTone) }
    /// Your camera
    public static var captureYourCamera: Text { Text(.captureYourCamera) }
    /// Your microphone
    public static var captureYourMicrophone: Text { Text(.captureYourMicrophone) }
    /// Add {count} people
    public static func chooseAdd(count: Int) -> Text { Text(.chooseAdd, [.number(count)]) }
    /// All your contacts are in this call.
    public static var chooseAddNobody: Text { Text(.chooseAddNobody) }
    /// Add people
    public static var chooseAddTitle: Text { Text(.chooseAddTitle) }
    /// Call {count} people
    public static func chooseCall(count: Int) -> Text { Text(.chooseCall, [.number(count)]) }
    /// {count} people chosen
    public static func chooseChosen(count: Int) -> Text { Text(.chooseChosen, [.number(count)]) }
    /// A call holds {most} people: nobody more can be chosen.
    public static func chooseFull(most: Int) -> Text { Text(.chooseFull, [.number(most)]) }
    /// Choose who is to be in the call.
    public static var chooseNone: Text { Text(.chooseNone) }
    /// Remove {name}
    public static func chooseRemove(name: some TextArgument) -> Text { Text(.chooseRemove, [.words(name.text)]) }
    /// Choose several
    public static var chooseStart: Text { Text(.chooseStart) }
    /// Choose whom to call
    public static var chooseTitle: Text { Text(.chooseTitle) }
    /// Too many for one call. Remove {count} people to continue.
    public static func chooseTooMany(count: Int) -> Text { Text(.chooseTooMany, [.number(count)]) }
    /// Video call
    public static var chooseVideo: Text { Text(.chooseVideo) }
    /// Code
    public static var codeLabel: Text { Text(.codeLabel) }
    /// It was sent to **{address}** and is valid for 10 minutes.
    public static func codeLead(address: some TextArgument) -> Text { Text(.codeLead, [.words(address.text)]) }
    /// Use another address
    public static var codeOtherAddress: Text { Text(.codeOtherAddress) }
    /// Send another code
    public static var codeResend: Text { Text(.codeResend) }
    /// Send another code in {time}
    public static func codeResendIn(time: some TextArgument) -> Text { Text(.codeResendIn, [.words(time.text)]) }
    /// A new code was sent; only that one works now.
    public static var codeResent: Text { Text(.codeResent) }
    /// Enter the code
    public static var codeTitle: Text { Text(.codeTitle) }
    /// Sign in
    public static var codeVerify: Text { Text(.codeVerify) }
    /// Signing in…
    public static var codeVerifying: Text { Text(.codeVerifying) }
    /// ECall
    public static var commonBrand: Text { Text(.commonBrand) }
    /// Cancel
    public static var commonCancel: Text { Text(.commonCancel) }
    /// Continue
    public static var commonContinue: Text { Text(.commonContinue) }
    /// Something went wrong. Try again.
    public static var commonFailed: Text { Text(.commonFailed) }
    /// Calls are protected from outsiders and from a server that only listens.
    public static var commonPromise: Text { Text(.commonPromise) }
    /// Somebody
    public static var commonSomebody: Text { Text(.commonSomebody) }
    /// Try again
    public static var commonTryAgain: Text { Text(.commonTryAgain) }
    /// {one} and {other}
    public static func commonTwoNames(one: some TextArgument, other: some TextArgument) -> Text { Text(.commonTwoNames, [.words(one.text), .words(other.text)]) }
    /// {one}, {other}
    public static func commonTwoNamesOfMore(one: some TextArgument, other: some TextArgument) -> Text { Text(.commonTwoNamesOfMore, [.words(one.text), .words(other.text)]) }
    /// {first} {second}
    public static func commonTwoSentences(first: some TextArgument, second: some TextArgument) -> Text { Text(.commonTwoSentences, [.words(first.text), .words(second.text)]) }
    /// user {number}
    public static func commonUser(number: Int) -> Text { Text(.commonUser, [.number(number)]) }
    /// you
    public static var commonYou: Text { Text(.commonYou) }
    /// Compare again
    public static var compareAgain: Text { Text(.compareAgain) }
    /// Back to {name}
    public static func compareBack(name: some TextArgument) -> Text { Text(.compareBack, [.words(name.text)]) }
    /// Back to the call
    public static var compareBackToCall: Text { Text(.compareBackToCall) }
    /// QR code of the safety number
    public static var compareCode: Text { Text(.compareCode) }
    /// They differ
    public static var compareDiffer: Text { Text(.compareDiffer) }
    /// **Nothing is verified.** Either you looked at two different devices, or somebody stands between you and can listen. Say nothing secret in calls with {name}, and compare again in person.
    public static func compareDifferSaid(name: some TextArgument) -> Text { Text(.compareDifferSaid, [.words(name.text)]) }
    /// The code that you scanned is another one. Make sure that it is shown by {name} for this device. If it is, somebody may stand between you: tell them in person, and do not call.
    public static func compareDiffers(name: some TextArgument) -> Text { Text(.compareDiffers, [.words(name.text)]) }
    /// Mark as not compared
    public static var compareForget: Text { Text(.compareForget) }
    /// A device of {name} ({number}) shows this number for this device. Compare them side by side, or read it aloud in a call. If they are the same, nobody stands between you.
    public static func compareLead(number: some TextArgument, name: some TextArgument) -> Text { Text(.compareLead, [.words(number.text), .words(name.text)]) }
    /// Working out the number…
    public static var compareLoading: Text { Text(.compareLoading) }
    /// This code is of a device of somebody who is no contact of yours. Add them first, then scan it again.
    public static var compareNoContact: Text { Text(.compareNoContact) }
    /// This device cannot be called any more, so there is nothing to compare.
    public static var compareNoDevice: Text { Text(.compareNoDevice) }
    /// Safety number
    public static var compareNumber: Text { Text(.compareNumber) }
    /// Their owner has signed this device out. It may be in other hands, so that comparing proves nothing.
    public static var compareRevoked: Text { Text(.compareRevoked) }
    /// They are the same
    public static var compareSame: Text { Text(.compareSame) }
    /// Scan their code
    public static var compareScan: Text { Text(.compareScan) }
    /// Compare with {name}
    public static func compareTitle(name: some TextArgument) -> Text { Text(.compareTitle, [.words(name.text)]) }
    /// You have compared the numbers, and will be told if this device ever shows another key. {name} can do the same on theirs.
    public static func compareVerified(name: some TextArgument) -> Text { Text(.compareVerified, [.words(name.text)]) }
    /// Back to contacts
    public static var contactBack: Text { Text(.contactBack) }
    /// Block
    public static var contactBlock: Text { Text(.contactBlock) }
    /// Blocked: their calls and requests do not come through.
    public static var contactBlocked: Text { Text(.contactBlocked) }
    /// Call
    public static var contactCall: Text { Text(.contactCall) }
    /// Calls
    public static var contactCalls: Text { Text(.contactCalls) }
    /// Compare numbers
    public static var contactCompare: Text { Text(.contactCompare) }
    /// Devices
    public static var contactDevices: Text { Text(.contactDevices) }
    /// No device of theirs can be called now.
    public static var contactDevicesNone: Text { Text(.contactDevicesNone) }
    /// Add to favourites
    public static var contactFavour: Text { Text(.contactFavour) }
    /// One moment…
    public static var contactLoading: Text { Text(.contactLoading) }
    /// You are not contacts.
    public static var contactMissingText: Text { Text(.contactMissingText) }
    /// No such contact
    public static var contactMissingTitle: Text { Text(.contactMissingTitle) }
    /// More
    public static var contactMore: Text { Text(.contactMore) }
    /// You have not called each other yet.
    public static var contactNoCalls: Text { Text(.contactNoCalls) }
    /// Remove contact
    public static var contactRemove: Text { Text(.contactRemove) }
    /// Report…
    public static var contactReport: Text { Text(.contactReport) }
    /// Contact
    public static var contactTitle: Text { Text(.contactTitle) }
    /// The same device each time. Numbers were not compared.
    public static var contactTrustCallsText: Text { Text(.contactTrustCallsText) }
    /// Another key than before
    public static var contactTrustChangedKey: Text { Text(.contactTrustChangedKey) }
    /// Ask them whether they have set up their device anew. Calls wait until you agree.
    public static var contactTrustChangedKeyText: Text { Text(.contactTrustChangedKeyText) }
    /// You let this device in. Numbers were not compared.
    public static var contactTrustConfirmedText: Text { Text(.contactTrustConfirmedText) }
    /// This browser has not been in a call with them yet.
    public static var contactTrustNewText: Text { Text(.contactTrustNewText) }
    /// New device
    public static var contactTrustNewDevice: Text { Text(.contactTrustNewDevice) }
    /// Ask them whether it is theirs. Calls with it wait until you agree.
    public static var contactTrustNewDeviceText: Text { Text(.contactTrustNewDeviceText) }
    /// An older app
    public static var contactTrustOlder: Text { Text(.contactTrustOlder) }
    /// One of their devices shows no identity, so whose it is stays unknown.
    public static var contactTrustOlderText: Text { Text(.contactTrustOlderText) }
    /// Not theirs
    public static var contactTrustRefused: Text { Text(.contactTrustRefused) }
    /// You said that this device isn’t theirs. If it is after all, compare numbers.
    public static var contactTrustRefusedText: Text { Text(.contactTrustRefusedText) }
    /// Signed out
    public static var contactTrustRevoked: Text { Text(.contactTrustRevoked) }
    /// They have signed this device out: it may be lost or stolen. Calls with it wait until you agree.
    public static var contactTrustRevokedText: Text { Text(.contactTrustRevokedText) }
    /// This device hasn’t been in a call with them yet.
    public static var contactTrustUnmetText: Text { Text(.contactTrustUnmetText) }
    /// Not verified
    public static var contactTrustUnverified: Text { Text(.contactTrustUnverified) }
    /// You have verified another device of theirs. Calls with this one wait until you compare numbers, or they confirm it with that device.
    public static var contactTrustUnverifiedText: Text { Text(.contactTrustUnverifiedText) }
    /// Verified
    public static var contactTrustVerified: Text { Text(.contactTrustVerified) }
    /// You have compared the numbers.
    public static var contactTrustVerifiedText: Text { Text(.contactTrustVerifiedText) }
    /// Vouched for
    public static var contactTrustVouched: Text { Text(.contactTrustVouched) }
    /// Another device of theirs says that this one is theirs.
    public static var contactTrustVouchedText: Text { Text(.contactTrustVouchedText) }
    /// Unblock
    public static var contactUnblock: Text { Text(.contactUnblock) }
    /// Remove from favourites
    public static var contactUnfavour: Text { Text(.contactUnfavour) }
    /// Video
    public static var contactVideo: Text { Text(.contactVideo) }
    /// Add a contact
    public static var contactsAdd: Text { Text(.contactsAdd) }
    /// All
    public static var contactsAll: Text { Text(.contactsAll) }
    /// {name} is your contact now.
    public static func contactsBefriended(name: some TextArgument) -> Text { Text(.contactsBefriended, [.words(name.text)]) }
    /// Blocked
    public static var contactsBlocked: Text { Text(.contactsBlocked) }
    /// {count} people blocked
    public static func contactsBlockedPeople(count: Int) -> Text { Text(.contactsBlockedPeople, [.number(count)]) }
    /// Call {name}
    public static func contactsCall(name: some TextArgument) -> Text { Text(.contactsCall, [.words(name.text)]) }
    /// {count} contacts
    public static func contactsCount(count: Int) -> Text { Text(.contactsCount, [.number(count)]) }
    /// Add by link
    public static var contactsEmptyAdd: Text { Text(.contactsEmptyAdd) }
    /// My link
    public static var contactsEmptyLink: Text { Text(.contactsEmptyLink) }
    /// Send somebody your link, or paste theirs.
    public static var contactsEmptyText: Text { Text(.contactsEmptyText) }
    /// No contacts yet
    public static var contactsEmptyTitle: Text { Text(.contactsEmptyTitle) }
    /// Favourites
    public static var contactsFavourites: Text { Text(.contactsFavourites) }
    /// {name}, whom you verified, is no longer in your contacts.
    public static func contactsGone(name: some TextArgument) -> Text { Text(.contactsGone, [.words(name.text)]) }
    /// Got it
    public static var contactsGoneRead: Text { Text(.contactsGoneRead) }
    /// Last call {moment}
    public static func contactsLastCall(moment: some TextArgument) -> Text { Text(.contactsLastCall, [.words(moment.text)]) }
    /// Contacts are being fetched
    public static var contactsLoading: Text { Text(.contactsLoading) }
    /// No calls yet
    public static var contactsNoCalls: Text { Text(.contactsNoCalls) }
    /// Contacts appear here once the server is back.
    public static var contactsOffline: Text { Text(.contactsOffline) }
    /// All others
    public static var contactsOthers: Text { Text(.contactsOthers) }
    /// You can look for people who are not your contacts yet.
    public static var contactsSearchElsewhere: Text { Text(.contactsSearchElsewhere) }
    /// {found} of {count} contacts
    public static func contactsSearchFound(found: some TextArgument, count: Int) -> Text { Text(.contactsSearchFound, [.words(found.text), .number(count)]) }
    /// Search contacts
    public static var contactsSearchLabel: Text { Text(.contactsSearchLabel) }
    /// Nobody is called “{name}”
    public static func contactsSearchNobody(name: some TextArgument) -> Text { Text(.contactsSearchNobody, [.words(name.text)]) }
    /// Contacts
    public static var contactsTitle: Text { Text(.contactsTitle) }
    /// Video call {name}
    public static func contactsVideoCall(name: some TextArgument) -> Text { Text(.contactsVideoCall, [.words(name.text)]) }
    /// Keep account
    public static var deletionKeep: Text { Text(.deletionKeep) }
    /// Your account stays.
    public static var deletionKept: Text { Text(.deletionKept) }
    /// Your account will be deleted on {date}.
    public static func deletionNotice(date: some TextArgument) -> Text { Text(.deletionNotice, [.words(date.text)]) }
    /// Says {name}
    public static func deviceSays(name: some TextArgument) -> Text { Text(.deviceSays, [.words(name.text)]) }
    /// {device} · since {date}
    public static func deviceSince(device: some TextArgument, date: some TextArgument) -> Text { Text(.deviceSince, [.words(device.text), .words(date.text)]) }
    /// Device
    public static var deviceUnnamed: Text { Text(.deviceUnnamed) }
    /// All other devices are signed out.
    public static var devicesAllSignedOut: Text { Text(.devicesAllSignedOut) }
    /// Back to devices
    public static var devicesBack: Text { Text(.devicesBack) }
    /// Compare
    public static var devicesCompare: Text { Text(.devicesCompare) }
    /// Internet address
    public static var devicesFactAddress: Text { Text(.devicesFactAddress) }
    /// Browser
    public static var devicesFactBrowser: Text { Text(.devicesFactBrowser) }
    /// Name
    public static var devicesFactName: Text { Text(.devicesFactName) }
    /// Place
    public static var devicesFactPlace: Text { Text(.devicesFactPlace) }
    /// Last seen
    public static var devicesFactSeen: Text { Text(.devicesFactSeen) }
    /// System
    public static var devicesFactSystem: Text { Text(.devicesFactSystem) }
    /// This device is no longer signed in.
    public static var devicesGone: Text { Text(.devicesGone) }
    /// Last seen: {moment}
    public static func devicesLastSeen(moment: some TextArgument) -> Text { Text(.devicesLastSeen, [.words(moment.text)]) }
    /// Calls ring on each of these. Sign out what you do not know or no longer use.
    public static var devicesLead: Text { Text(.devicesLead) }
    /// Devices are being fetched
    public static var devicesLoading: Text { Text(.devicesLoading) }
    /// Calls no longer ring there, and a call it is in ends. To use it again, sign in there.
    public static var devicesLost: Text { Text(.devicesLost) }
    /// It is lost, or not mine
    public static var devicesLostChoice: Text { Text(.devicesLostChoice) }
    /// {name} is signed out, and those who ask are told that it is yours no more.
    public static func devicesLostDone(name: some TextArgument) -> Text { Text(.devicesLostDone, [.words(name.text)]) }
    /// {name} is signed out. It had shown nothing that could be called lost.
    public static func devicesLostNoIdentity(name: some TextArgument) -> Text { Text(.devicesLostNoIdentity, [.words(name.text)]) }
    /// Others are told that it is yours no more, but it is still signed in. Sign it out again.
    public static var devicesLostRevokedOnly: Text { Text(.devicesLostRevokedOnly) }
    /// It is signed out, and the devices of people you call are told that it is yours no more: they let neither it in nor what it vouched for. That cannot be taken back.
    public static var devicesLostSentence: Text { Text(.devicesLostSentence) }
    /// {name} is signed out, but your contacts could not be told that it is yours no more. Warn them not to let in a new device of yours.
    public static func devicesLostSignedOutOnly(name: some TextArgument) -> Text { Text(.devicesLostSignedOutOnly, [.words(name.text)]) }
    /// Calls ring here only, and calls that the others are in end. To use them again, sign in there.
    public static var devicesLostOthers: Text { Text(.devicesLostOthers) }
    /// Device without a name
    public static var devicesNameless: Text { Text(.devicesNameless) }
    /// Not seen yet
    public static var devicesNeverSeen: Text { Text(.devicesNeverSeen) }
    /// It was not me
    public static var devicesNotMine: Text { Text(.devicesNotMine) }
    /// Where you are signed in
    public static var devicesNote: Text { Text(.devicesNote) }
    /// Now
    public static var devicesNow: Text { Text(.devicesNow) }
    /// Signed in before this one
    public static var devicesOlder: Text { Text(.devicesOlder) }
    /// Your contacts know that device, and not yet this one. Compare there: look for this one under Devices. If that one is not yours, sign it out.
    public static var devicesOlderText: Text { Text(.devicesOlderText) }
    /// Device
    public static var devicesOne: Text { Text(.devicesOne) }
    /// This device
    public static var devicesOwn: Text { Text(.devicesOwn) }
    /// This is the device that you are using now.
    public static var devicesOwnLong: Text { Text(.devicesOwnLong) }
    /// Sign out {name}?
    public static func devicesQuestion(name: some TextArgument) -> Text { Text(.devicesQuestion, [.words(name.text)]) }
    /// Sign out all other devices?
    public static var devicesQuestionOthers: Text { Text(.devicesQuestionOthers) }
    /// Sign out this device
    public static var devicesSignOut: Text { Text(.devicesSignOut) }
    /// Sign out all others
    public static var devicesSignOutOthers: Text { Text(.devicesSignOutOthers) }
    /// {name} is signed out.
    public static func devicesSignedOut(name: some TextArgument) -> Text { Text(.devicesSignedOut, [.words(name.text)]) }
    /// Devices
    public static var devicesTitle: Text { Text(.devicesTitle) }
    /// Was this you?
    public static var devicesWasItYou: Text { Text(.devicesWasItYou) }
    /// If you have signed in there, compare it with this one. If not, sign it out.
    public static var devicesWasItYouText: Text { Text(.devicesWasItYouText) }
    /// The server address has no host name.
    public static var errorsAddressMissingHost: Text { Text(.errorsAddressMissingHost) }
    /// This is not a server address. Write it like https://calls.example.org.
    public static var errorsAddressNotAnAddress: Text { Text(.errorsAddressNotAnAddress) }
    /// A server address has no user name, no question mark and no fragment.
    public static var errorsAddressUnexpectedPart: Text { Text(.errorsAddressUnexpectedPart) }
    /// A server address begins with https:// or http://.
    public static var errorsAddressUnknownScheme: Text { Text(.errorsAddressUnknownScheme) }
    /// Another account has this address.
    public static var errorsAddressTaken: Text { Text(.errorsAddressTaken) }
    /// You are contacts already.
    public static var errorsAlreadyContacts: Text { Text(.errorsAlreadyContacts) }
    /// You are in a call already.
    public static var errorsAlreadyInCall: Text { Text(.errorsAlreadyInCall) }
    /// The server’s answer is too large.
    public static var errorsAnswerTooLarge: Text { Text(.errorsAnswerTooLarge) }
    /// Answered on another device.
    public static var errorsAnsweredElsewhere: Text { Text(.errorsAnsweredElsewhere) }
    /// There is no certificate in it. Choose a PEM or DER file, or paste all of it, including the BEGIN and END lines.
    public static var errorsAuthorityNoCertificate: Text { Text(.errorsAuthorityNoCertificate) }
    /// This has a private key, which belongs on the server only. Choose the certificate alone.
    public static var errorsAuthorityPrivateKey: Text { Text(.errorsAuthorityPrivateKey) }
    /// This file is too large for a certificate. Choose the one you got from whoever runs the server.
    public static var errorsAuthorityTooLarge: Text { Text(.errorsAuthorityTooLarge) }
    /// At most {count} certificates can be trusted at once. Choose the one of the authority alone.
    public static func errorsAuthorityTooMany(count: Int) -> Text { Text(.errorsAuthorityTooMany, [.number(count)]) }
    /// The file couldn’t be read. Choose it again, or paste the certificate.
    public static var errorsAuthorityUnreadable: Text { Text(.errorsAuthorityUnreadable) }
    /// This call has ended.
    public static var errorsCallEnded: Text { Text(.errorsCallEnded) }
    /// Busy: they are in another call.
    public static var errorsCalleesBusy: Text { Text(.errorsCalleesBusy) }
    /// Cancelled.
    public static var errorsCancelled: Text { Text(.errorsCancelled) }
    /// Cannot reach {host}. Is the server running, and are you connected?
    public static func errorsCannotReach(host: some TextArgument) -> Text { Text(.errorsCannotReach, [.words(host.text)]) }
    /// The code has expired. Ask for a new one.
    public static var errorsCodeExpired: Text { Text(.errorsCodeExpired) }
    /// The code could not be sent. Check the address or number, then try again.
    public static var errorsCodeNotSent: Text { Text(.errorsCodeNotSent) }
    /// There is no such contact any more.
    public static var errorsContactGone: Text { Text(.errorsContactGone) }
    /// Several are called “{name}”. Give a number instead: {numbers}.
    public static func errorsContactsAmbiguous(name: some TextArgument, numbers: some TextArgument) -> Text { Text(.errorsContactsAmbiguous, [.words(name.text), .words(numbers.text)]) }
    /// {name} ({number}) is no longer in your contacts.
    public static func errorsContactsGone(name: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsGone, [.words(name.text), .words(number.text)]) }
    /// Another account is called {name} now: {numbers}. It isn’t who you met.
    public static func errorsContactsGoneOthers(name: some TextArgument, numbers: some TextArgument) -> Text { Text(.errorsContactsGoneOthers, [.words(name.text), .words(numbers.text)]) }
    /// {name} ({number}), whom you verified, is no longer in your contacts.
    public static func errorsContactsGoneVerified(name: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsGoneVerified, [.words(name.text), .words(number.text)]) }
    /// Nobody here is called “{name}”.
    public static func errorsContactsNoMatch(name: some TextArgument) -> Text { Text(.errorsContactsNoMatch, [.words(name.text)]) }
    /// You met nobody called “{name}”. The server now calls {kept} ({number}) so.
    public static func errorsContactsRenamed(name: some TextArgument, kept: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsRenamed, [.words(name.text), .words(kept.text), .words(number.text)]) }
    /// There is no such device any more.
    public static var errorsDeviceGone: Text { Text(.errorsDeviceGone) }
    /// {name} begins with https:// in {environment}.
    public static func errorsEnvironmentInsecure(name: some TextArgument, environment: some TextArgument) -> Text { Text(.errorsEnvironmentInsecure, [.words(name.text), .words(environment.text)]) }
    /// The configuration has no {name}.
    public static func errorsEnvironmentMissing(name: some TextArgument) -> Text { Text(.errorsEnvironmentMissing, [.words(name.text)]) }
    /// {name} does not belong to {server}. Leave it out, or write {expected}.
    public static func errorsEnvironmentStrayAddress(name: some TextArgument, server: some TextArgument, expected: some TextArgument) -> Text { Text(.errorsEnvironmentStrayAddress, [.words(name.text), .words(server.text), .words(expected.text)]) }
    /// {name} is one of {names}, not “{given}”.
    public static func errorsEnvironmentUnknownName(name: some TextArgument, names: some TextArgument, given: some TextArgument) -> Text { Text(.errorsEnvironmentUnknownName, [.words(name.text), .words(names.text), .words(given.text)]) }
    /// {name}: {problem}
    public static func errorsEnvironmentWrong(name: some TextArgument, problem: some TextArgument) -> Text { Text(.errorsEnvironmentWrong, [.words(name.text), .words(problem.text)]) }
    /// For this, sign out, sign in again, and do it within ten minutes.
    public static var errorsFreshProofRequired: Text { Text(.errorsFreshProofRequired) }
    /// You are signed in already. Sign out first.
    public static var errorsInputAlreadySignedIn: Text { Text(.errorsInputAlreadySignedIn) }
    /// This browser is too old to protect calls. Use Chrome or Edge 137, Firefox 130, Safari 17 or a newer one.
    public static var errorsInputBrowserTooOld: Text { Text(.errorsInputBrowserTooOld) }
    /// The keys of this device are damaged. Sign out and in again.
    public static var errorsInputDamagedKeys: Text { Text(.errorsInputDamagedKeys) }
    /// This device keeps the keys of {account}, whom the server signed out. Sign in as {account}, or sign out first: that removes what is kept.
    public static func errorsInputKeptForAnother(account: some TextArgument) -> Text { Text(.errorsInputKeptForAnother, [.words(account.text)]) }
    /// The keys of this device could not be made.
    public static var errorsInputKeysNotMade: Text { Text(.errorsInputKeysNotMade) }
    /// A code has 6, 8 or 10 digits.
    public static var errorsInputMalformedCode: Text { Text(.errorsInputMalformedCode) }
    /// Give an e-mail address, or a phone number with + and country code.
    public static var errorsInputMissingCountryCode: Text { Text(.errorsInputMissingCountryCode) }
    /// Give a name: without one nobody knows who calls.
    public static var errorsInputNameMissing: Text { Text(.errorsInputNameMissing) }
    /// A name has at most {count} characters.
    public static func errorsInputNameTooLong(count: Int) -> Text { Text(.errorsInputNameTooLong, [.number(count)]) }
    /// A name cannot contain a colon.
    public static var errorsInputNameWithColon: Text { Text(.errorsInputNameWithColon) }
    /// Ask for a code first.
    public static var errorsInputNoCodeRequested: Text { Text(.errorsInputNoCodeRequested) }
    /// This server does not send codes by e-mail. Try a phone number.
    public static var errorsInputNoCodesByEmail: Text { Text(.errorsInputNoCodesByEmail) }
    /// This server does not send codes by phone. Try an e-mail address.
    public static var errorsInputNoCodesByPhone: Text { Text(.errorsInputNoCodesByPhone) }
    /// Give an e-mail address or a phone number.
    public static var errorsInputNoIdentifier: Text { Text(.errorsInputNoIdentifier) }
    /// This server does not offer to sign in with {issuer}. Sign in with a code.
    public static func errorsInputNoIssuer(issuer: some TextArgument) -> Text { Text(.errorsInputNoIssuer, [.words(issuer.text)]) }
    /// This is not a phone number: 5 to 15 digits after the +.
    public static var errorsInputNotAPhoneNumber: Text { Text(.errorsInputNotAPhoneNumber) }
    /// This is not an e-mail address.
    public static var errorsInputNotAnEmail: Text { Text(.errorsInputNotAnEmail) }
    /// This sign-in was not begun in this browser. Start again.
    public static var errorsInputNotBegunHere: Text { Text(.errorsInputNotBegunHere) }
    /// This device keeps the keys of {account}. Sign in as {account}, or remove what is kept first.
    public static func errorsInputOtherAccount(account: some TextArgument) -> Text { Text(.errorsInputOtherAccount, [.words(account.text)]) }
    /// You were signed out meanwhile. Sign in, then add it in the settings.
    public static var errorsInputSignedOutMeanwhile: Text { Text(.errorsInputSignedOutMeanwhile) }
    /// The server has a problem. Try again later.
    public static var errorsInternal: Text { Text(.errorsInternal) }
    /// {issuer} did not sign you in. Try again, or sign in with a code.
    public static func errorsIssuerFailed(issuer: some TextArgument) -> Text { Text(.errorsIssuerFailed, [.words(issuer.text)]) }
    /// {issuer} could not be added. Try again, or add another way to sign in.
    public static func errorsIssuerNotAdded(issuer: some TextArgument) -> Text { Text(.errorsIssuerNotAdded, [.words(issuer.text)]) }
    /// This private key has a passphrase of its own. Remove that first, for example by: openssl pkey -in key.pem -out plain.pem
    public static var errorsKeysEncrypted: Text { Text(.errorsKeysEncrypted) }
    /// The file couldn’t be read or saved. Choose another place, then try again.
    public static var errorsKeysFile: Text { Text(.errorsKeysFile) }
    /// These two keys do not belong together. Take both from one pair.
    public static var errorsKeysHalvesDiffer: Text { Text(.errorsKeysHalvesDiffer) }
    /// This device has keys, by which others know it. Sign out first: that removes them.
    public static var errorsKeysInUse: Text { Text(.errorsKeysInUse) }
    /// This file was made by a newer version. Update first.
    public static var errorsKeysLaterPackage: Text { Text(.errorsKeysLaterPackage) }
    /// This is no recovery code. A code has six groups of four letters and digits.
    public static var errorsKeysMalformedCode: Text { Text(.errorsKeysMalformedCode) }
    /// This device has no keys yet. Sign in first.
    public static var errorsKeysNone: Text { Text(.errorsKeysNone) }
    /// This file has no saved keys, or is not whole. Choose the one that was saved.
    public static var errorsKeysNotAPackage: Text { Text(.errorsKeysNotAPackage) }
    /// This is a key of another kind. Take an RSA key.
    public static var errorsKeysNotRSA: Text { Text(.errorsKeysNotRSA) }
    /// The file could not be made. Try again.
    public static var errorsKeysNotSealed: Text { Text(.errorsKeysNotSealed) }
    /// This is no private key. Paste all of it, from its first line to its last.
    public static var errorsKeysPrivateUnreadable: Text { Text(.errorsKeysPrivateUnreadable) }
    /// This is a public key. Paste the private one here.
    public static var errorsKeysPublicInPlaceOfPrivate: Text { Text(.errorsKeysPublicInPlaceOfPrivate) }
    /// This is no public key. Paste all of it, from its first line to its last.
    public static var errorsKeysPublicUnreadable: Text { Text(.errorsKeysPublicUnreadable) }
    /// Take an RSA key with the public exponent 65537, as most programs make them.
    public static var errorsKeysUnsupportedExponent: Text { Text(.errorsKeysUnsupportedExponent) }
    /// Take an RSA key of 2048 to 4096 bits.
    public static var errorsKeysUnsupportedSize: Text { Text(.errorsKeysUnsupportedSize) }
    /// The code is not that of this file, or the file was changed. Check the code.
    public static var errorsKeysWrongCode: Text { Text(.errorsKeysWrongCode) }
    /// Give a link, a token or a user number.
    public static var errorsLinkEmpty: Text { Text(.errorsLinkEmpty) }
    /// This is neither a contact link nor a token nor a user number.
    public static var errorsLinkNotALink: Text { Text(.errorsLinkNotALink) }
    /// This link belongs to {host}, which is not your server.
    public static func errorsLinkOtherServer(host: some TextArgument) -> Text { Text(.errorsLinkOtherServer, [.words(host.text)]) }
    /// This link has expired. Ask for a new one.
    public static var errorsLinkExpired: Text { Text(.errorsLinkExpired) }
    /// This link is not valid.
    public static var errorsLinkNotFound: Text { Text(.errorsLinkNotFound) }
    /// This link has been used already. Ask for a new one.
    public static var errorsLinkUsed: Text { Text(.errorsLinkUsed) }
    /// Your account has another one of this kind. Remove it first.
    public static var errorsLoginMethodPresent: Text { Text(.errorsLoginMethodPresent) }
    /// Another account has this way to sign in.
    public static var errorsLoginMethodTaken: Text { Text(.errorsLoginMethodTaken) }
    /// The connection to the media server was lost.
    public static var errorsMediaServerLost: Text { Text(.errorsMediaServerLost) }
    /// There is no connection to the media server.
    public static var errorsMediaServerNotConnected: Text { Text(.errorsMediaServerNotConnected) }
    /// The media server answered something this version does not understand.
    public static var errorsMediaServerNotUnderstood: Text { Text(.errorsMediaServerNotUnderstood) }
    /// The media server refused the call.
    public static var errorsMediaServerRefused: Text { Text(.errorsMediaServerRefused) }
    /// The media server did not answer in time.
    public static var errorsMediaServerTimeout: Text { Text(.errorsMediaServerTimeout) }
    /// The media server cannot be reached.
    public static var errorsMediaServerUnreachable: Text { Text(.errorsMediaServerUnreachable) }
    /// The certificate of the media server is not trusted.
    public static var errorsMediaServerUntrusted: Text { Text(.errorsMediaServerUntrusted) }
    /// No more codes can be sent for now. Try again later.
    public static var errorsNoMoreCodes: Text { Text(.errorsNoMoreCodes) }
    /// Nobody answers at {host}: the connection was refused. Check the address and port, and whether the server is running.
    public static func errorsNobodyListens(host: some TextArgument) -> Text { Text(.errorsNobodyListens, [.words(host.text)]) }
    /// Not available: no device of theirs can be called now.
    public static var errorsNotAvailable: Text { Text(.errorsNotAvailable) }
    /// Only who made the call can do that.
    public static var errorsNotCallMaker: Text { Text(.errorsNotCallMaker) }
    /// There is no connection to the server.
    public static var errorsNotConnected: Text { Text(.errorsNotConnected) }
    /// Not connected: this device is signed out or offline.
    public static var errorsNotOnline: Text { Text(.errorsNotOnline) }
    /// The server answered something this version does not understand.
    public static var errorsNotUnderstood: Text { Text(.errorsNotUnderstood) }
    /// Another account has this number.
    public static var errorsNumberTaken: Text { Text(.errorsNumberTaken) }
    /// Cannot reach the server. Are you connected?
    public static var errorsOffline: Text { Text(.errorsOffline) }
    /// This is your own link. Send it to someone else.
    public static var errorsOwnLink: Text { Text(.errorsOwnLink) }
    /// “{pin}” is no pin. Write sha256/ and the base64 of the key’s SHA-256.
    public static func errorsPinsMalformed(pin: some TextArgument) -> Text { Text(.errorsPinsMalformed, [.words(pin.text)]) }
    /// Give two pins at least: of the server’s key, and of one that is kept in reserve.
    public static var errorsPinsNoBackup: Text { Text(.errorsPinsNoBackup) }
    /// This was taken off another account a short while ago. Take it back by the message that came then, or wait a week.
    public static var errorsRecentlyRemoved: Text { Text(.errorsRecentlyRemoved) }
    /// The server refused this ({status}).
    public static func errorsRefused(status: Int) -> Text { Text(.errorsRefused, [.number(status)]) }
    /// You were removed from this call. You can come back when somebody in it invites you.
    public static var errorsRemovedFromCall: Text { Text(.errorsRemovedFromCall) }
    /// This request is not there any more.
    public static var errorsRequestGone: Text { Text(.errorsRequestGone) }
    /// This link doesn’t name a server. Enter the server’s address, such as calls.example.org.
    public static var errorsServerAppLink: Text { Text(.errorsServerAppLink) }
    /// Enter the address of your server, such as calls.example.org.
    public static var errorsServerEmpty: Text { Text(.errorsServerEmpty) }
    /// This address begins with http://, so others on the network could read what you send. Use https://.
    public static var errorsServerInsecure: Text { Text(.errorsServerInsecure) }
    /// {host} offers no way to sign in. Ask whoever runs the server.
    public static func errorsServerNoSignIn(host: some TextArgument) -> Text { Text(.errorsServerNoSignIn, [.words(host.text)]) }
    /// {host} isn’t an ECall server. Check the address, or ask whoever runs the server.
    public static func errorsServerNotECall(host: some TextArgument) -> Text { Text(.errorsServerNotECall, [.words(host.text)]) }
    /// A server address ends after the host name and port. Use {address}.
    public static func errorsServerPath(address: some TextArgument) -> Text { Text(.errorsServerPath, [.words(address.text)]) }
    /// The certificate of {host} has expired or is from another authority. Add the right one, or ask whoever runs the server.
    public static func errorsServerStillUntrusted(host: some TextArgument) -> Text { Text(.errorsServerStillUntrusted, [.words(host.text)]) }
    /// This device doesn’t trust the certificate of {host}. If the server has its own certificate authority, add that authority’s certificate. Otherwise, use another network and try again.
    public static func errorsServerUntrusted(host: some TextArgument) -> Text { Text(.errorsServerUntrusted, [.words(host.text)]) }
    /// This signal is too large.
    public static var errorsSignalTooLarge: Text { Text(.errorsSignalTooLarge) }
    /// You have been signed out. Sign in again.
    public static var errorsSignedOut: Text { Text(.errorsSignedOut) }
    /// A file of this profile is damaged.
    public static var errorsStorageDamaged: Text { Text(.errorsStorageDamaged) }
    /// A profile name has letters, digits, - and _ only.
    public static var errorsStorageInvalidProfileName: Text { Text(.errorsStorageInvalidProfileName) }
    /// This profile is protected. Give its passphrase or key file.
    public static var errorsStorageLocked: Text { Text(.errorsStorageLocked) }
    /// The profile cannot be read or written: {reason}.
    public static func errorsStorageSystem(reason: some TextArgument) -> Text { Text(.errorsStorageSystem, [.words(reason.text)]) }
    /// This is too large to keep.
    public static var errorsStorageTooLarge: Text { Text(.errorsStorageTooLarge) }
    /// The profile directory is not yours.
    public static var errorsStorageUnsafeDirectory: Text { Text(.errorsStorageUnsafeDirectory) }
    /// Wrong passphrase or key file.
    public static var errorsStorageWrongKey: Text { Text(.errorsStorageWrongKey) }
    /// The server cannot store anything right now. Try again in a moment.
    public static var errorsStorageUnavailable: Text { Text(.errorsStorageUnavailable) }
    /// The server did not answer in time.
    public static var errorsTimeout: Text { Text(.errorsTimeout) }
    /// Too many failed attempts. Ask for a new code later.
    public static var errorsTooManyFailedAttempts: Text { Text(.errorsTooManyFailedAttempts) }
    /// You have made too many links. Try again in an hour.
    public static var errorsTooManyLinks: Text { Text(.errorsTooManyLinks) }
    /// Too many requests. Wait a moment.
    public static var errorsTooManyRequests: Text { Text(.errorsTooManyRequests) }
    /// You have searched too often. Try again in an hour.
    public static var errorsTooManySearches: Text { Text(.errorsTooManySearches) }
    /// There is no room for more of what your devices say of each other. Sign out devices that you no longer use.
    public static var errorsTooManyStatements: Text { Text(.errorsTooManyStatements) }
    /// Sixteen people can be heard already. Somebody has to mute first.
    public static var errorsTooManyUnmuted: Text { Text(.errorsTooManyUnmuted) }
    /// No server named {host} was found. Check the name, and whether you are connected.
    public static func errorsUnknownHost(host: some TextArgument) -> Text { Text(.errorsUnknownHost, [.words(host.text)]) }
    /// This cannot be sent.
    public static var errorsUnsendable: Text { Text(.errorsUnsendable) }
    /// The certificate of {host} is not trusted, so nothing was sent.
    public static func errorsUntrusted(host: some TextArgument) -> Text { Text(.errorsUntrusted, [.words(host.text)]) }
    /// It can no longer be taken back: that was done already, or more than a week has passed.
    public static var errorsWayBackOver: Text { Text(.errorsWayBackOver) }
    /// Wrong code.
    public static var errorsWrongCode: Text { Text(.errorsWrongCode) }
    /// {names} lowered their hands.
    public static func handAreLowered(names: some TextArgument) -> Text { Text(.handAreLowered, [.words(names.text)]) }
    /// {names} raised a hand.
    public static func handAreRaised(names: some TextArgument) -> Text { Text(.handAreRaised, [.words(names.text)]) }
    /// {names} lowered their hand.
    public static func handIsLowered(names: some TextArgument) -> Text { Text(.handIsLowered, [.words(names.text)]) }
    /// {names} raised a hand.
    public static func handIsRaised(names: some TextArgument) -> Text { Text(.handIsRaised, [.words(names.text)]) }
    /// Raise or lower your hand
    public static var handKey: Text { Text(.handKey) }
    /// Raised hands
    public static var handList: Text { Text(.handList) }
    /// Lower hand
    public static var handLower: Text { Text(.handLower) }
    /// Your hand
    public static var handOwn: Text { Text(.handOwn) }
    /// Raise hand
    public static var handRaise: Text { Text(.handRaise) }
    /// hand raised
    public static var handState: Text { Text(.handState) }
    /// hand raised, number {place}
    public static func handStatePlace(place: some TextArgument) -> Text { Text(.handStatePlace, [.words(place.text)]) }
    /// Your hand is raised.
    public static var handYours: Text { Text(.handYours) }
    /// Let in anyway…
    public static var heldAnyway: Text { Text(.heldAnyway) }
    /// Ask whether they have set it up anew, or compare numbers.
    public static var heldChangedKey: Text { Text(.heldChangedKey) }
    /// Compare
    public static var heldCompare: Text { Text(.heldCompare) }
    /// Compare numbers: a tap isn’t enough here. Another device of theirs is in this call, they came by a link, or you have said that a device isn’t theirs.
    public static var heldCompareFirst: Text { Text(.heldCompareFirst) }
    /// It’s {name}
    public static func heldItsThem(name: some TextArgument) -> Text { Text(.heldItsThem, [.words(name.text)]) }
    /// Until you answer, you don’t see or hear each other. {name} is told that you are being asked.
    public static func heldMeaning(name: some TextArgument) -> Text { Text(.heldMeaning, [.words(name.text)]) }
    /// Do they have a new phone or browser? Comparing numbers makes sure.
    public static var heldNewDevice: Text { Text(.heldNewDevice) }
    /// Not {name}
    public static func heldNotThem(name: some TextArgument) -> Text { Text(.heldNotThem, [.words(name.text)]) }
    /// Compare numbers if it is theirs after all.
    public static var heldRefused: Text { Text(.heldRefused) }
    /// It may be lost or stolen: reach them another way first.
    public static var heldRevoked: Text { Text(.heldRevoked) }
    /// {name} is not let in yet
    public static func heldTitle(name: some TextArgument) -> Text { Text(.heldTitle, [.words(name.text)]) }
    /// Let them in only if you know why they are here.
    public static var heldUninvited: Text { Text(.heldUninvited) }
    /// Compare numbers, or have them confirm it with the device that you have verified.
    public static var heldUnverified: Text { Text(.heldUnverified) }
    /// Add {name} as a contact
    public static func historyAdd(name: some TextArgument) -> Text { Text(.historyAdd, [.words(name.text)]) }
    /// Call {name} again
    public static func historyAgainSound(name: some TextArgument) -> Text { Text(.historyAgainSound, [.words(name.text)]) }
    /// Video call {name} again
    public static func historyAgainVideo(name: some TextArgument) -> Text { Text(.historyAgainVideo, [.words(name.text)]) }
    /// Request sent
    public static var historyAsked: Text { Text(.historyAsked) }
    /// Back to calls
    public static var historyBack: Text { Text(.historyBack) }
    /// Delete this call
    public static var historyDelete: Text { Text(.historyDelete) }
    /// Delete all calls
    public static var historyDeleteAll: Text { Text(.historyDeleteAll) }
    /// They’re removed from your history on all of your devices. Others keep theirs.
    public static var historyDeleteRunText: Text { Text(.historyDeleteRunText) }
    /// Delete {count} calls?
    public static func historyDeleteRunTitle(count: Int) -> Text { Text(.historyDeleteRunTitle, [.number(count)]) }
    /// Delete {count} calls
    public static func historyDeleteThese(count: Int) -> Text { Text(.historyDeleteThese, [.number(count)]) }
    /// Choose a contact
    public static var historyEmptyContacts: Text { Text(.historyEmptyContacts) }
    /// Calls that you make, take or miss appear here.
    public static var historyEmptyText: Text { Text(.historyEmptyText) }
    /// No calls yet
    public static var historyEmptyTitle: Text { Text(.historyEmptyTitle) }
    /// All
    public static var historyFilterAll: Text { Text(.historyFilterAll) }
    /// Missed
    public static var historyFilterMissed: Text { Text(.historyFilterMissed) }
    /// Which calls
    public static var historyFilterTitle: Text { Text(.historyFilterTitle) }
    /// Join again
    public static var historyJoinAgain: Text { Text(.historyJoinAgain) }
    /// Incoming call
    public static var historyKindIncoming: Text { Text(.historyKindIncoming) }
    /// Incoming video call
    public static var historyKindIncomingVideo: Text { Text(.historyKindIncomingVideo) }
    /// Outgoing call
    public static var historyKindOutgoing: Text { Text(.historyKindOutgoing) }
    /// Outgoing video call
    public static var historyKindOutgoingVideo: Text { Text(.historyKindOutgoingVideo) }
    /// Calls are being fetched
    public static var historyLoading: Text { Text(.historyLoading) }
    /// Fetching…
    public static var historyLoadingMore: Text { Text(.historyLoadingMore) }
    /// More for all calls
    public static var historyMenu: Text { Text(.historyMenu) }
    /// It is not in your history.
    public static var historyMissingText: Text { Text(.historyMissingText) }
    /// No such call
    public static var historyMissingTitle: Text { Text(.historyMissingTitle) }
    /// {date}, {time}
    public static func historyMoment(date: some TextArgument, time: some TextArgument) -> Text { Text(.historyMoment, [.words(date.text), .words(time.text)]) }
    /// Show earlier calls
    public static var historyMore: Text { Text(.historyMore) }
    /// Try another part of the name.
    public static var historyNobodyText: Text { Text(.historyNobodyText) }
    /// No calls with “{name}”
    public static func historyNobodyTitle(name: some TextArgument) -> Text { Text(.historyNobodyTitle, [.words(name.text)]) }
    /// No missed calls
    public static var historyNoneMissed: Text { Text(.historyNoneMissed) }
    /// Calls appear here once the server is back.
    public static var historyOffline: Text { Text(.historyOffline) }
    /// Other calls with {names}
    public static func historyOthers(names: some TextArgument) -> Text { Text(.historyOthers, [.words(names.text)]) }
    /// Others in this call
    public static var historyPeople: Text { Text(.historyPeople) }
    /// Recent calls
    public static var historyRecent: Text { Text(.historyRecent) }
    /// Busy
    public static var historyResultBusy: Text { Text(.historyResultBusy) }
    /// Cancelled
    public static var historyResultCancelled: Text { Text(.historyResultCancelled) }
    /// Declined
    public static var historyResultDeclined: Text { Text(.historyResultDeclined) }
    /// Incoming, {time}
    public static func historyResultIncoming(time: some TextArgument) -> Text { Text(.historyResultIncoming, [.words(time.text)]) }
    /// Missed
    public static var historyResultMissed: Text { Text(.historyResultMissed) }
    /// Outgoing, {time}
    public static func historyResultOutgoing(time: some TextArgument) -> Text { Text(.historyResultOutgoing, [.words(time.text)]) }
    /// Rings now
    public static var historyResultRinging: Text { Text(.historyResultRinging) }
    /// Goes on now
    public static var historyResultRunning: Text { Text(.historyResultRunning) }
    /// No answer
    public static var historyResultUnanswered: Text { Text(.historyResultUnanswered) }
    /// {count} incoming calls
    public static func historyRunIncoming(count: Int) -> Text { Text(.historyRunIncoming, [.number(count)]) }
    /// {count} missed calls
    public static func historyRunMissed(count: Int) -> Text { Text(.historyRunMissed, [.number(count)]) }
    /// {count} outgoing calls
    public static func historyRunOutgoing(count: Int) -> Text { Text(.historyRunOutgoing, [.number(count)]) }
    /// Search by name
    public static var historySearch: Text { Text(.historySearch) }
    /// Calls
    public static var historyTitle: Text { Text(.historyTitle) }
    /// Today
    public static var historyToday: Text { Text(.historyToday) }
    /// Took part
    public static var historyTookPart: Text { Text(.historyTookPart) }
    /// Was not there
    public static var historyWasNotThere: Text { Text(.historyWasNotThere) }
    /// Call with {names}
    public static func historyWith(names: some TextArgument) -> Text { Text(.historyWith, [.words(names.text)]) }
    /// Yesterday
    public static var historyYesterday: Text { Text(.historyYesterday) }
    /// Answer
    public static var incomingAnswer: Text { Text(.incomingAnswer) }
    /// Answer without camera
    public static var incomingAnswerSound: Text { Text(.incomingAnswerSound) }
    /// Answer with camera
    public static var incomingAnswerVideo: Text { Text(.incomingAnswerVideo) }
    /// {names} call you
    public static func incomingAreCalling(names: some TextArgument) -> Text { Text(.incomingAreCalling, [.words(names.text)]) }
    /// {names} call you with video
    public static func incomingAreCallingVideo(names: some TextArgument) -> Text { Text(.incomingAreCallingVideo, [.words(names.text)]) }
    /// Audio call
    public static var incomingAudio: Text { Text(.incomingAudio) }
    /// Can’t talk now
    public static var incomingCannotTalk: Text { Text(.incomingCannotTalk) }
    /// Decline
    public static var incomingDecline: Text { Text(.incomingDecline) }
    /// {name} is calling
    public static func incomingIsCalling(name: some TextArgument) -> Text { Text(.incomingIsCalling, [.words(name.text)]) }
    /// {name} is calling with video
    public static func incomingIsCallingVideo(name: some TextArgument) -> Text { Text(.incomingIsCallingVideo, [.words(name.text)]) }
    /// {name} · new device
    public static func incomingNewDevice(name: some TextArgument) -> Text { Text(.incomingNewDevice, [.words(name.text)]) }
    /// You don’t know this device. Once you have answered, you’re asked whether it’s {name}, before you hear each other.
    public static func incomingNewDeviceText(name: some TextArgument) -> Text { Text(.incomingNewDeviceText, [.words(name.text)]) }
    /// Audio call
    public static var incomingNotificationAudio: Text { Text(.incomingNotificationAudio) }
    /// Video call
    public static var incomingNotificationVideo: Text { Text(.incomingNotificationVideo) }
    /// Rings for {seconds} s
    public static func incomingRingsFor(seconds: Int) -> Text { Text(.incomingRingsFor, [.number(seconds)]) }
    /// Not verified: this may be somebody else.
    public static var incomingUnverified: Text { Text(.incomingUnverified) }
    /// Video call
    public static var incomingVideo: Text { Text(.incomingVideo) }
    /// with {names}
    public static func incomingWith(names: some TextArgument) -> Text { Text(.incomingWith, [.words(names.text)]) }
    /// You are in this call already.
    public static var joinCallAlready: Text { Text(.joinCallAlready) }
    /// Asking to join {name}’s call…
    public static func joinCallAsking(name: some TextArgument) -> Text { Text(.joinCallAsking, [.words(name.text)]) }
    /// You have blocked {name}. Unblock them to join their call.
    public static func joinCallBlocked(name: some TextArgument) -> Text { Text(.joinCallBlocked, [.words(name.text)]) }
    /// A part of it is missing. Copy the whole link again.
    public static var joinCallDamagedText: Text { Text(.joinCallDamagedText) }
    /// This link is damaged
    public static var joinCallDamagedTitle: Text { Text(.joinCallDamagedTitle) }
    /// Nobody let you in: the link may have been withdrawn, or the call is over.
    public static var joinCallNobody: Text { Text(.joinCallNobody) }
    /// Join {name}’s call
    public static func joinCallOf(name: some TextArgument) -> Text { Text(.joinCallOf, [.words(name.text)]) }
    /// This call is over, or the link was withdrawn. Ask for another link.
    public static var joinCallOver: Text { Text(.joinCallOver) }
    /// This is your own link
    public static var joinCallOwn: Text { Text(.joinCallOwn) }
    /// You are in another call. You choose whether it waits or ends when this one lets you in.
    public static var joinCallSecond: Text { Text(.joinCallSecond) }
    /// Join without camera
    public static var joinCallSound: Text { Text(.joinCallSound) }
    /// You and the person who made this link are not contacts. Only contacts can join by a link.
    public static var joinCallStranger: Text { Text(.joinCallStranger) }
    /// Not your contact
    public static var joinCallStrangerTitle: Text { Text(.joinCallStrangerTitle) }
    /// You are in it as soon as their device lets you in.
    public static var joinCallText: Text { Text(.joinCallText) }
    /// Join a call
    public static var joinCallTitle: Text { Text(.joinCallTitle) }
    /// Join with camera
    public static var joinCallVideo: Text { Text(.joinCallVideo) }
    /// Do not show this call here
    public static var joinableDismiss: Text { Text(.joinableDismiss) }
    /// Join
    public static var joinableJoin: Text { Text(.joinableJoin) }
    /// A call with {names} goes on.
    public static func joinableText(names: some TextArgument) -> Text { Text(.joinableText, [.words(names.text)]) }
    /// A call that goes on
    public static var joinableTitle: Text { Text(.joinableTitle) }
    /// Camera on or off
    public static var keysCamera: Text { Text(.keysCamera) }
    /// Close
    public static var keysClose: Text { Text(.keysClose) }
    /// QR code of the fingerprint
    public static var keysCode: Text { Text(.keysCode) }
    /// The secret part of the key stays on this device unless you save it in a file.
    public static var keysDevice: Text { Text(.keysDevice) }
    /// Done
    public static var keysDone: Text { Text(.keysDone) }
    /// Full screen
    public static var keysFullScreen: Text { Text(.keysFullScreen) }
    /// Enter a key pair
    public static var keysImport: Text { Text(.keysImport) }
    /// Use these keys
    public static var keysImportDo: Text { Text(.keysImportDo) }
    /// Paste an RSA key pair in PEM. The public key can be left out.
    public static var keysImportLead: Text { Text(.keysImportLead) }
    /// Private key
    public static var keysImportPrivate: Text { Text(.keysImportPrivate) }
    /// Public key
    public static var keysImportPublic: Text { Text(.keysImportPublic) }
    /// Grid or one large
    public static var keysLayout: Text { Text(.keysLayout) }
    /// This is the fingerprint of the public key of this device. Others can find you by it, and see whether the server gave them the same one.
    public static var keysLead: Text { Text(.keysLead) }
    /// This list
    public static var keysList: Text { Text(.keysList) }
    /// Reading the keys…
    public static var keysLoading: Text { Text(.keysLoading) }
    /// Mute or unmute
    public static var keysMute: Text { Text(.keysMute) }
    /// It can be neither saved nor replaced by one of yours. For a new one sign out and in again; others then see a new device of yours.
    public static var keysNew: Text { Text(.keysNew) }
    /// Next page
    public static var keysNextPage: Text { Text(.keysNextPage) }
    /// Keys are made when you sign in. To keep those of another device, bring them first.
    public static var keysNone: Text { Text(.keysNone) }
    /// Fingerprint of this device
    public static var keysNote: Text { Text(.keysNote) }
    /// Page Down
    public static var keysPageDown: Text { Text(.keysPageDown) }
    /// Page Up
    public static var keysPageUp: Text { Text(.keysPageUp) }
    /// Show people, or not
    public static var keysPeople: Text { Text(.keysPeople) }
    /// Previous page
    public static var keysPreviousPage: Text { Text(.keysPreviousPage) }
    /// Restore from a file
    public static var keysRestore: Text { Text(.keysRestore) }
    /// Recovery code
    public static var keysRestoreCode: Text { Text(.keysRestoreCode) }
    /// Restore
    public static var keysRestoreDo: Text { Text(.keysRestoreDo) }
    /// Enter the recovery code that was shown when the file was saved.
    public static var keysRestoreLead: Text { Text(.keysRestoreLead) }
    /// The file is from an older app
    public static var keysRestoreOlder: Text { Text(.keysRestoreOlder) }
    /// Password
    public static var keysRestorePassword: Text { Text(.keysRestorePassword) }
    /// Save the keys in a file
    public static var keysSave: Text { Text(.keysSave) }
    /// Save the file
    public static var keysSaveFile: Text { Text(.keysSaveFile) }
    /// Write down this code. It is shown only now, and the file can’t be opened without it.
    public static var keysSaveLead: Text { Text(.keysSaveLead) }
    /// Making the file…
    public static var keysSaveMaking: Text { Text(.keysSaveMaking) }
    /// The file is saved. Keep the code apart from it.
    public static var keysSaveSaved: Text { Text(.keysSaveSaved) }
    /// With the file and its code, another device can take the place of this one after you sign out here.
    public static var keysSaveText: Text { Text(.keysSaveText) }
    /// Space
    public static var keysSpace: Text { Text(.keysSpace) }
    /// The secret part of the key never leaves this browser, and cannot be read out of it.
    public static var keysStay: Text { Text(.keysStay) }
    /// Speak while muted, as long as you hold it
    public static var keysTalk: Text { Text(.keysTalk) }
    /// Keys
    public static var keysTitle: Text { Text(.keysTitle) }
    /// In which language ECall is
    public static var languageNote: Text { Text(.languageNote) }
    /// No language found
    public static var languageNothing: Text { Text(.languageNothing) }
    /// Search languages
    public static var languageSearch: Text { Text(.languageSearch) }
    /// Same as the system
    public static var languageSystem: Text { Text(.languageSystem) }
    /// Language
    public static var languageTitle: Text { Text(.languageTitle) }
    /// Make another
    public static var linkAnother: Text { Text(.linkAnother) }
    /// QR code of your link
    public static var linkCode: Text { Text(.linkCode) }
    /// Copied
    public static var linkCopied: Text { Text(.linkCopied) }
    /// Copy link
    public static var linkCopy: Text { Text(.linkCopy) }
    /// This link has expired.
    public static var linkExpired: Text { Text(.linkExpired) }
    /// The link is in the clipboard.
    public static var linkIsCopied: Text { Text(.linkIsCopied) }
    /// Who opens it can ask to become your contact; you decide. It works for one person, for 24 hours.
    public static var linkLead: Text { Text(.linkLead) }
    /// Make a link
    public static var linkMake: Text { Text(.linkMake) }
    /// The link is being made…
    public static var linkMaking: Text { Text(.linkMaking) }
    /// More about this link
    public static var linkMore: Text { Text(.linkMore) }
    /// The browser did not copy the link. Select it and copy it by hand.
    public static var linkNotCopied: Text { Text(.linkNotCopied) }
    /// Share…
    public static var linkShare: Text { Text(.linkShare) }
    /// Add me on ECall
    public static var linkShareTitle: Text { Text(.linkShareTitle) }
    /// Your link:
    public static var linkSpoken: Text { Text(.linkSpoken) }
    /// My link
    public static var linkTitle: Text { Text(.linkTitle) }
    /// This link was used. Make another for the next person.
    public static var linkUsed: Text { Text(.linkUsed) }
    /// Valid for {time}
    public static func linkValidFor(time: some TextArgument) -> Text { Text(.linkValidFor, [.words(time.text)]) }
    /// Withdraw
    public static var linkWithdraw: Text { Text(.linkWithdraw) }
    /// Add
    public static var mainAdd: Text { Text(.mainAdd) }
    /// Another device of yours says that this one is lost: the devices of your contacts let it in no more. Sign out here, which removes its keys, and sign in again.
    public static var mainLost: Text { Text(.mainLost) }
    /// See the devices
    public static var mainLostDevices: Text { Text(.mainLostDevices) }
    /// Sign out and begin anew
    public static var mainLostDo: Text { Text(.mainLostDo) }
    /// A device that signed in after this one says that this one is lost. If that was not you, somebody else has signed in: call that device lost.
    public static var mainLostLater: Text { Text(.mainLostLater) }
    /// {label}, {count} missed
    public static func mainMissed(label: some TextArgument, count: Int) -> Text { Text(.mainMissed, [.words(label.text), .number(count)]) }
    /// {count}+
    public static func mainMoreThan(count: Int) -> Text { Text(.mainMoreThan, [.number(count)]) }
    /// A newer version of ECall is ready.
    public static var mainNewRelease: Text { Text(.mainNewRelease) }
    /// Load it
    public static var mainNewReleaseLoad: Text { Text(.mainNewReleaseLoad) }
    /// No connection to the server. You cannot call, and calls cannot ring here; trying again…
    public static var mainOffline: Text { Text(.mainOffline) }
    /// Calls begin with a contact
    public static var mainRestingBegin: Text { Text(.mainRestingBegin) }
    /// Choose somebody to call
    public static var mainRestingChoose: Text { Text(.mainRestingChoose) }
    /// Return
    public static var mainReturn: Text { Text(.mainReturn) }
    /// Sections
    public static var mainSections: Text { Text(.mainSections) }
    /// Skip to the content
    public static var mainSkip: Text { Text(.mainSkip) }
    /// Calls cannot ring here until that is over.
    public static var mainSuspended: Text { Text(.mainSuspended) }
    /// {label}, {count} waiting
    public static func mainWaiting(label: some TextArgument, count: Int) -> Text { Text(.mainWaiting, [.words(label.text), .number(count)]) }
    /// Add e-mail
    public static var methodsAddEmail: Text { Text(.methodsAddEmail) }
    /// Add {issuer}
    public static func methodsAddIssuer(issuer: some TextArgument) -> Text { Text(.methodsAddIssuer, [.words(issuer.text)]) }
    /// Add phone number
    public static var methodsAddPhone: Text { Text(.methodsAddPhone) }
    /// Add a way to sign in
    public static var methodsAdding: Text { Text(.methodsAdding) }
    /// Apple
    public static var methodsApple: Text { Text(.methodsApple) }
    /// E-mail
    public static var methodsEmail: Text { Text(.methodsEmail) }
    /// Google
    public static var methodsGoogle: Text { Text(.methodsGoogle) }
    /// Changes to {address}
    public static func methodsGroup(address: some TextArgument) -> Text { Text(.methodsGroup, [.words(address.text)]) }
    /// You can sign in with {issuer} now.
    public static func methodsIssuerAdded(issuer: some TextArgument) -> Text { Text(.methodsIssuerAdded, [.words(issuer.text)]) }
    /// This is the only way into your account. Add another before you remove it.
    public static var methodsLast: Text { Text(.methodsLast) }
    /// Each of these leads into your account. Your profile shows the first address and the first number.
    public static var methodsLead: Text { Text(.methodsLead) }
    /// Ways to sign in are being fetched
    public static var methodsLoading: Text { Text(.methodsLoading) }
    /// You can no longer sign in with it, and nobody finds you by it. Devices that are signed in stay so.
    public static var methodsLost: Text { Text(.methodsLost) }
    /// Make first
    public static var methodsMakePrimary: Text { Text(.methodsMakePrimary) }
    /// Add, remove, choose the first
    public static var methodsNote: Text { Text(.methodsNote) }
    /// Phone number
    public static var methodsPhone: Text { Text(.methodsPhone) }
    /// {kind}, first way to sign in
    public static func methodsPrimary(kind: some TextArgument) -> Text { Text(.methodsPrimary, [.words(kind.text)]) }
    /// Remove {address}?
    public static func methodsQuestion(address: some TextArgument) -> Text { Text(.methodsQuestion, [.words(address.text)]) }
    /// Remove
    public static var methodsRemove: Text { Text(.methodsRemove) }
    /// Ways to sign in
    public static var methodsTitle: Text { Text(.methodsTitle) }
    /// Call them {said}
    public static func nameAccept(said: some TextArgument) -> Text { Text(.nameAccept, [.words(said.text)]) }
    /// Others see you as {name} now.
    public static func nameChanged(name: some TextArgument) -> Text { Text(.nameChanged, [.words(name.text)]) }
    /// Others see it when you call.
    public static var nameHint: Text { Text(.nameHint) }
    /// Your name
    public static var nameLabel: Text { Text(.nameLabel) }
    /// The people you call see it, and those you ask to become contacts.
    public static var nameLead: Text { Text(.nameLead) }
    /// This isn’t the {name} you met, but another account.
    public static func nameNamesake(name: some TextArgument) -> Text { Text(.nameNamesake, [.words(name.text)]) }
    /// This isn’t the {name} you verified, but another account.
    public static func nameNamesakeVerified(name: some TextArgument) -> Text { Text(.nameNamesakeVerified, [.words(name.text)]) }
    /// The server now calls {kept} “{said}”. You met them as {kept}.
    public static func nameRenamed(kept: some TextArgument, said: some TextArgument) -> Text { Text(.nameRenamed, [.words(kept.text), .words(said.text)]) }
    /// Now called “{said}” by the server
    public static func nameRenamedRow(said: some TextArgument) -> Text { Text(.nameRenamedRow, [.words(said.text)]) }
    /// Saving…
    public static var nameSaving: Text { Text(.nameSaving) }
    /// Not now
    public static var nameSkip: Text { Text(.nameSkip) }
    /// What is your name?
    public static var nameTitle: Text { Text(.nameTitle) }
    /// Check again
    public static var networkCheckAgain: Text { Text(.networkCheckAgain) }
    /// The line is too slow down for video: audio is received well, pictures are not.
    public static var networkCheckDownAudio: Text { Text(.networkCheckDownAudio) }
    /// The line is too slow down for calls: end other uses of it, or take another.
    public static var networkCheckDownNone: Text { Text(.networkCheckDownNone) }
    /// The line is slow down: video that is received will not be sharp.
    public static var networkCheckDownSlow: Text { Text(.networkCheckDownSlow) }
    /// This network carries calls with video.
    public static var networkCheckGood: Text { Text(.networkCheckGood) }
    /// Finds out whether calls work on this network. Takes up to half a minute and less than three megabytes.
    public static var networkCheckLead: Text { Text(.networkCheckLead) }
    /// It takes {milliseconds} ms to the relay and back: people will talk at the same time. A cable instead of Wi-Fi or mobile data may help.
    public static func networkCheckLongRoundTrip(milliseconds: some TextArgument) -> Text { Text(.networkCheckLongRoundTrip, [.words(milliseconds.text)]) }
    /// {percent} % of the packets are lost: words and pictures may be missing. A cable instead of Wi-Fi may help.
    public static func networkCheckLoss(percent: some TextArgument) -> Text { Text(.networkCheckLoss, [.words(percent.text)]) }
    /// No relay is reached: calls may have no sound here. Ask for {ports} to be opened.
    public static func networkCheckNoRelay(ports: some TextArgument) -> Text { Text(.networkCheckNoRelay, [.words(ports.text)]) }
    /// The server offers no relay: calls work where nothing is in between.
    public static var networkCheckNoRelayOffered: Text { Text(.networkCheckNoRelayOffered) }
    /// The server does not answer. Check the address and the network.
    public static var networkCheckNoServer: Text { Text(.networkCheckNoServer) }
    /// UDP does not pass: calls go over {transport} and may stutter. Ask for UDP port {port} to be opened.
    public static func networkCheckNoUdp(transport: some TextArgument, port: some TextArgument) -> Text { Text(.networkCheckNoUdp, [.words(transport.text), .words(port.text)]) }
    /// The server’s WebSocket is not reached: no call rings here. A proxy in between may not let it through.
    public static var networkCheckNoWebSocket: Text { Text(.networkCheckNoWebSocket) }
    /// What this network lets through
    public static var networkCheckNote: Text { Text(.networkCheckNote) }
    /// its ports
    public static var networkCheckPortsAny: Text { Text(.networkCheckPortsAny) }
    /// UDP port {udp} and TCP port {tcp}
    public static func networkCheckPortsBoth(udp: some TextArgument, tcp: some TextArgument) -> Text { Text(.networkCheckPortsBoth, [.words(udp.text), .words(tcp.text)]) }
    /// TCP port {port}
    public static func networkCheckPortsTcp(port: some TextArgument) -> Text { Text(.networkCheckPortsTcp, [.words(port.text)]) }
    /// UDP port {port}
    public static func networkCheckPortsUdp(port: some TextArgument) -> Text { Text(.networkCheckPortsUdp, [.words(port.text)]) }
    /// Checking…
    public static var networkCheckRunning: Text { Text(.networkCheckRunning) }
    /// Check the network
    public static var networkCheckStart: Text { Text(.networkCheckStart) }
    /// Measuring what can be received …
    public static var networkCheckStepDown: Text { Text(.networkCheckStepDown) }
    /// Measuring loss …
    public static var networkCheckStepLoss: Text { Text(.networkCheckStepLoss) }
    /// Checking TURN over {transport} …
    public static func networkCheckStepRelay(transport: some TextArgument) -> Text { Text(.networkCheckStepRelay, [.words(transport.text)]) }
    /// Checking the server …
    public static var networkCheckStepServer: Text { Text(.networkCheckStepServer) }
    /// Measuring what can be sent …
    public static var networkCheckStepUp: Text { Text(.networkCheckStepUp) }
    /// Checking its WebSocket …
    public static var networkCheckStepWebSocket: Text { Text(.networkCheckStepWebSocket) }
    /// Network check
    public static var networkCheckTitle: Text { Text(.networkCheckTitle) }
    /// The line is too slow up for video: audio is sent well, pictures are not.
    public static var networkCheckUpAudio: Text { Text(.networkCheckUpAudio) }
    /// The line is too slow up for calls: end other uses of it, or take another.
    public static var networkCheckUpNone: Text { Text(.networkCheckUpNone) }
    /// The line is slow up: video that is sent will not be sharp.
    public static var networkCheckUpSlow: Text { Text(.networkCheckUpSlow) }
    /// Your camera picture is black. Is the lens covered?
    public static var noticeCameraBlack: Text { Text(.noticeCameraBlack) }
    /// Your camera picture hasn’t changed for 10 seconds. Is the camera working?
    public static var noticeCameraFrozen: Text { Text(.noticeCameraFrozen) }
    /// The notice about your camera no longer applies.
    public static var noticeCameraOver: Text { Text(.noticeCameraOver) }
    /// The others can’t hear you: your microphone is muted by the system or the headset. Unmute it there.
    public static var noticeMicrophoneMutedBySystem: Text { Text(.noticeMicrophoneMutedBySystem) }
    /// The notice about your microphone no longer applies.
    public static var noticeMicrophoneOver: Text { Text(.noticeMicrophoneOver) }
    /// No sound has come from your microphone for 10 seconds. Is it muted on the headset, or is it the wrong one?
    public static var noticeMicrophoneSilent: Text { Text(.noticeMicrophoneSilent) }
    /// This device’s clock is {count} days fast. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffFastDays(count: Int) -> Text { Text(.noticesClockOffFastDays, [.number(count)]) }
    /// This device’s clock is {count} hours fast. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffFastHours(count: Int) -> Text { Text(.noticesClockOffFastHours, [.number(count)]) }
    /// This device’s clock is {count} minutes fast. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffFastMinutes(count: Int) -> Text { Text(.noticesClockOffFastMinutes, [.number(count)]) }
    /// This device’s clock is {count} days slow. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffSlowDays(count: Int) -> Text { Text(.noticesClockOffSlowDays, [.number(count)]) }
    /// This device’s clock is {count} hours slow. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffSlowHours(count: Int) -> Text { Text(.noticesClockOffSlowHours, [.number(count)]) }
    /// This device’s clock is {count} minutes slow. Calls work, but times may look wrong. Set the clock.
    public static func noticesClockOffSlowMinutes(count: Int) -> Text { Text(.noticesClockOffSlowMinutes, [.number(count)]) }
    /// Dismiss
    public static var noticesDismiss: Text { Text(.noticesDismiss) }
    /// A new device has signed in to your account.
    public static var noticesNewDevice: Text { Text(.noticesNewDevice) }
    /// Was this you?
    public static var noticesNewDeviceLook: Text { Text(.noticesNewDeviceLook) }
    /// Your contact request was accepted
    public static var notificationAccepted: Text { Text(.notificationAccepted) }
    /// Call
    public static var notificationCall: Text { Text(.notificationCall) }
    /// Answered or declined on another device
    public static var notificationElsewhere: Text { Text(.notificationElsewhere) }
    /// You have answered or declined this call.
    public static var notificationHere: Text { Text(.notificationHere) }
    /// Missed call
    public static var notificationMissed: Text { Text(.notificationMissed) }
    /// There is something new.
    public static var notificationNews: Text { Text(.notificationNews) }
    /// New contact request
    public static var notificationRequest: Text { Text(.notificationRequest) }
    /// Unverified caller
    public static var notificationUnverified: Text { Text(.notificationUnverified) }
    /// Tells you what happens while ECall is closed.
    public static var notificationsAppLead: Text { Text(.notificationsAppLead) }
    /// Calls
    public static var notificationsCalls: Text { Text(.notificationsCalls) }
    /// Who is calling, with buttons to answer and decline.
    public static var notificationsCallsDevice: Text { Text(.notificationsCallsDevice) }
    /// Who is calling, with buttons to answer and to decline where the browser has them.
    public static var notificationsCallsText: Text { Text(.notificationsCallsText) }
    /// Notifications are off for ECall. Allow them in Settings to know when somebody calls.
    public static var notificationsDenied: Text { Text(.notificationsDenied) }
    /// Tells you what happens while this page is closed or behind other windows.
    public static var notificationsLead: Text { Text(.notificationsLead) }
    /// Reading the settings…
    public static var notificationsLoading: Text { Text(.notificationsLoading) }
    /// Missed calls
    public static var notificationsMissed: Text { Text(.notificationsMissed) }
    /// Who has called, and that another of your devices has answered. Without a sound.
    public static var notificationsMissedText: Text { Text(.notificationsMissedText) }
    /// Nothing tells you about calls while ECall is closed.
    public static var notificationsNone: Text { Text(.notificationsNone) }
    /// Your choice wasn’t saved. Try again.
    public static var notificationsNotSaved: Text { Text(.notificationsNotSaved) }
    /// Calls, missed calls, requests, quiet hours
    public static var notificationsNote: Text { Text(.notificationsNote) }
    /// Browsers show something for whatever comes while the page is closed. For what is off that is one line without a name or a sound; with all three off nothing comes.
    public static var notificationsOff: Text { Text(.notificationsOff) }
    /// Quiet hours
    public static var notificationsQuiet: Text { Text(.notificationsQuiet) }
    /// From
    public static var notificationsQuietFrom: Text { Text(.notificationsQuietFrom) }
    /// Notifications make no sound in these hours, calls included.
    public static var notificationsQuietText: Text { Text(.notificationsQuietText) }
    /// Until
    public static var notificationsQuietTo: Text { Text(.notificationsQuietTo) }
    /// Keep quiet every day
    public static var notificationsQuietUse: Text { Text(.notificationsQuietUse) }
    /// This browser has no push service that answers, as in a private window. While the page is closed you hear nothing here; keep it open, and it rings.
    public static var notificationsReachNoService: Text { Text(.notificationsReachNoService) }
    /// This server sends nothing to pages that are closed. Keep the page open, and it rings.
    public static var notificationsReachOff: Text { Text(.notificationsReachOff) }
    /// Contact requests
    public static var notificationsRequests: Text { Text(.notificationsRequests) }
    /// That somebody wants to become a contact, or has become one. Without a sound.
    public static var notificationsRequestsText: Text { Text(.notificationsRequestsText) }
    /// Notifications arrive without a sound. Allow sounds and banners in Settings to hear when somebody calls.
    public static var notificationsSilent: Text { Text(.notificationsSilent) }
    /// On hold: {names}
    public static func onHoldHere(names: some TextArgument) -> Text { Text(.onHoldHere, [.words(names.text)]) }
    /// {names}: the call that waited is over.
    public static func onHoldOver(names: some TextArgument) -> Text { Text(.onHoldOver, [.words(names.text)]) }
    /// ECall can’t join a call by a link here. Open the link in a browser, or ask somebody in the call to add you.
    public static var openedLinkCall: Text { Text(.openedLinkCall) }
    /// Looking who this link is from…
    public static var openedLinkLooking: Text { Text(.openedLinkLooking) }
    /// {name} cannot be used. Connect it again, or choose another loudspeaker.
    public static func outputFailed(name: some TextArgument) -> Text { Text(.outputFailed, [.words(name.text)]) }
    /// This browser plays calls where the system does. Choose the loudspeaker in the settings of the system.
    public static var outputFixed: Text { Text(.outputFixed) }
    /// {name} is no longer connected, so the call uses the system default. Connect it again, or choose another loudspeaker.
    public static func outputGone(name: some TextArgument) -> Text { Text(.outputGone, [.words(name.text)]) }
    /// Another loudspeaker
    public static var outputOther: Text { Text(.outputOther) }
    /// System default
    public static var outputSystem: Text { Text(.outputSystem) }
    /// Loudspeaker
    public static var outputTitle: Text { Text(.outputTitle) }
    /// Loudspeaker
    public static var outputUnnamed: Text { Text(.outputUnnamed) }
    /// They are the same
    public static var ownDeviceAreSame: Text { Text(.ownDeviceAreSame) }
    /// Back to the device
    public static var ownDeviceBack: Text { Text(.ownDeviceBack) }
    /// Another device of yours says that this device is lost, so it can’t confirm others. Compare on that device.
    public static var ownDeviceCannotVouch: Text { Text(.ownDeviceCannotVouch) }
    /// It shows something else than what you compared. If you have not set it up anew, sign it out.
    public static var ownDeviceChangedKeyText: Text { Text(.ownDeviceChangedKeyText) }
    /// QR code of this device
    public static var ownDeviceCode: Text { Text(.ownDeviceCode) }
    /// **Do not vouch for it.** Either you looked at another device than {name}, or somebody has put one in its place. Compare again with the device in your hands; if you have none, it was not you.
    public static func ownDeviceDifferSaid(name: some TextArgument) -> Text { Text(.ownDeviceDifferSaid, [.words(name.text)]) }
    /// **This device has vouched for it**, so that your contacts let it in. Compare again with {name} in your hands. If it is not yours, say that it was not you, to take that back for good.
    public static func ownDeviceDifferVouched(name: some TextArgument) -> Text { Text(.ownDeviceDifferVouched, [.words(name.text)]) }
    /// The code that you scanned is another one. Make sure that {name} shows it. If it does, somebody may have put another device in its place: sign it out.
    public static func ownDeviceDiffers(name: some TextArgument) -> Text { Text(.ownDeviceDiffers, [.words(name.text)]) }
    /// Digits of the device
    public static var ownDeviceDigits: Text { Text(.ownDeviceDigits) }
    /// This is the code of this device. Scan it with another device of yours.
    public static var ownDeviceItself: Text { Text(.ownDeviceItself) }
    /// {name} shows these digits under Settings, Devices, “This device”. If both are the same, this device vouches for it: people who know this device let it in, and are not asked.
    public static func ownDeviceLead(name: some TextArgument) -> Text { Text(.ownDeviceLead, [.words(name.text)]) }
    /// Working out the digits
    public static var ownDeviceLoading: Text { Text(.ownDeviceLoading) }
    /// Said to be lost
    public static var ownDeviceLost: Text { Text(.ownDeviceLost) }
    /// Those who ask are told that it is yours no more. To use it again, sign out there and sign in anew.
    public static var ownDeviceLostText: Text { Text(.ownDeviceLostText) }
    /// This device shows nothing to compare yet. Open ECall there, then try again.
    public static var ownDeviceNone: Text { Text(.ownDeviceNone) }
    /// This code is of a device of somebody else. To compare with a contact, open their device and scan what it shows for you.
    public static var ownDeviceNotYours: Text { Text(.ownDeviceNotYours) }
    /// It shows nothing that could be compared. Open ECall there, or update the app.
    public static var ownDeviceOlderText: Text { Text(.ownDeviceOlderText) }
    /// This is the code of {name}. Vouch for it if it is yours.
    public static func ownDeviceSame(name: some TextArgument) -> Text { Text(.ownDeviceSame, [.words(name.text)]) }
    /// Scan its code
    public static var ownDeviceScan: Text { Text(.ownDeviceScan) }
    /// Another device of yours says so: people hold this one. If it is in your hands, sign out here and sign in again.
    public static var ownDeviceSelfLostText: Text { Text(.ownDeviceSelfLostText) }
    /// Another device of yours has confirmed this one. Your contacts let it in without being asked, and it can confirm devices that sign in later.
    public static var ownDeviceSelfVouchedText: Text { Text(.ownDeviceSelfVouchedText) }
    /// Compare with another device of yours
    public static var ownDeviceShows: Text { Text(.ownDeviceShows) }
    /// On a device that you used before, open this one under Settings, Devices, and choose Compare. It shows the same digits, or scans this code.
    public static var ownDeviceShowsText: Text { Text(.ownDeviceShowsText) }
    /// Compare the device
    public static var ownDeviceTitle: Text { Text(.ownDeviceTitle) }
    /// Not compared
    public static var ownDeviceUnknown: Text { Text(.ownDeviceUnknown) }
    /// People who know this device are asked before they let it in.
    public static var ownDeviceUnknownText: Text { Text(.ownDeviceUnknownText) }
    /// You have compared it, and this device vouches for it.
    public static var ownDeviceVerifiedText: Text { Text(.ownDeviceVerifiedText) }
    /// Vouch for it
    public static var ownDeviceVouch: Text { Text(.ownDeviceVouch) }
    /// Another device of yours that this device knows says that it is yours.
    public static var ownDeviceVouchedText: Text { Text(.ownDeviceVouchedText) }
    /// Audio and video calls, protected from outsiders and from a server that only listens.
    public static var pageDescription: Text { Text(.pageDescription) }
    /// ECall needs JavaScript.
    public static var pageNoScript: Text { Text(.pageNoScript) }
    /// ECall could not be loaded. Check the network, then reload this page.
    public static var pageUnreachable: Text { Text(.pageUnreachable) }
    /// Add people
    public static var peopleAdd: Text { Text(.peopleAdd) }
    /// Ask to mute
    public static var peopleAskToMute: Text { Text(.peopleAskToMute) }
    /// {name} is asked to mute.
    public static func peopleAsked(name: some TextArgument) -> Text { Text(.peopleAsked, [.words(name.text)]) }
    /// People, {count} in the call
    public static func peopleButton(count: Int) -> Text { Text(.peopleButton, [.number(count)]) }
    /// Call {name}
    public static func peopleCall(name: some TextArgument) -> Text { Text(.peopleCall, [.words(name.text)]) }
    /// Close people
    public static var peopleClose: Text { Text(.peopleClose) }
    /// not let in
    public static var peopleFactHeld: Text { Text(.peopleFactHeld) }
    /// made the call
    public static var peopleFactHost: Text { Text(.peopleFactHost) }
    /// does not hear you yet
    public static var peopleFactKeepsOut: Text { Text(.peopleFactKeepsOut) }
    /// muted
    public static var peopleFactMuted: Text { Text(.peopleFactMuted) }
    /// records
    public static var peopleFactRecords: Text { Text(.peopleFactRecords) }
    /// shares a screen
    public static var peopleFactShares: Text { Text(.peopleFactShares) }
    /// speaks
    public static var peopleFactSpeaks: Text { Text(.peopleFactSpeaks) }
    /// muted for you
    public static var peopleFactUnheard: Text { Text(.peopleFactUnheard) }
    /// verified
    public static var peopleFactVerified: Text { Text(.peopleFactVerified) }
    /// volume {percent}
    public static func peopleFactVolume(percent: some TextArgument) -> Text { Text(.peopleFactVolume, [.words(percent.text)]) }
    /// Not in the call
    public static var peopleGone: Text { Text(.peopleGone) }
    /// Hear again
    public static var peopleHearAgain: Text { Text(.peopleHearAgain) }
    /// In the call
    public static var peopleIn: Text { Text(.peopleIn) }
    /// More about {name}
    public static func peopleMore(name: some TextArgument) -> Text { Text(.peopleMore, [.words(name.text)]) }
    /// Mute for me
    public static var peopleMuteForMe: Text { Text(.peopleMuteForMe) }
    /// Pin
    public static var peoplePin: Text { Text(.peoplePin) }
    /// Remove from the call
    public static var peopleRemove: Text { Text(.peopleRemove) }
    /// Being called
    public static var peopleRinging: Text { Text(.peopleRinging) }
    /// is in another call
    public static var peopleStatusBusy: Text { Text(.peopleStatusBusy) }
    /// calls back in {minutes} minutes
    public static func peopleStatusCallsBack(minutes: Int) -> Text { Text(.peopleStatusCallsBack, [.number(minutes)]) }
    /// can’t talk now
    public static var peopleStatusCannotTalk: Text { Text(.peopleStatusCannotTalk) }
    /// declined
    public static var peopleStatusDeclined: Text { Text(.peopleStatusDeclined) }
    /// left
    public static var peopleStatusLeft: Text { Text(.peopleStatusLeft) }
    /// did not answer
    public static var peopleStatusNoAnswer: Text { Text(.peopleStatusNoAnswer) }
    /// has put the call on hold
    public static var peopleStatusOnHold: Text { Text(.peopleStatusOnHold) }
    /// reconnecting
    public static var peopleStatusReconnecting: Text { Text(.peopleStatusReconnecting) }
    /// removed
    public static var peopleStatusRemoved: Text { Text(.peopleStatusRemoved) }
    /// is being called
    public static var peopleStatusRinging: Text { Text(.peopleStatusRinging) }
    /// Stop calling
    public static var peopleStopCalling: Text { Text(.peopleStopCalling) }
    /// People
    public static var peopleTitle: Text { Text(.peopleTitle) }
    /// Unpin
    public static var peopleUnpin: Text { Text(.peopleUnpin) }
    /// Verify
    public static var peopleVerify: Text { Text(.peopleVerify) }
    /// Volume for you
    public static var peopleVolume: Text { Text(.peopleVolume) }
    /// Volume of {name} for you
    public static func peopleVolumeOf(name: some TextArgument) -> Text { Text(.peopleVolumeOf, [.words(name.text)]) }
    /// {name} (you)
    public static func peopleYou(name: some TextArgument) -> Text { Text(.peopleYou, [.words(name.text)]) }
    /// Allow
    public static var permissionsAllow: Text { Text(.permissionsAllow) }
    /// Allow: {permission}
    public static func permissionsAllowOne(permission: some TextArgument) -> Text { Text(.permissionsAllowOne, [.words(permission.text)]) }
    /// ECall can’t use the camera, so you aren’t seen. Allow it in Settings.
    public static var permissionsAppCameraDenied: Text { Text(.permissionsAppCameraDenied) }
    /// The camera isn’t allowed on this device, so you aren’t seen.
    public static var permissionsAppCameraRestricted: Text { Text(.permissionsAppCameraRestricted) }
    /// iOS asks for each of these once. Nothing is used outside of calls and of tests that you start.
    public static var permissionsAppLead: Text { Text(.permissionsAppLead) }
    /// ECall can’t use the microphone, so nobody would hear you. Allow it in Settings, or go on without.
    public static var permissionsAppMicrophoneDenied: Text { Text(.permissionsAppMicrophoneDenied) }
    /// The microphone isn’t allowed on this device, so nobody would hear you. Ask whoever manages the device, or go on without.
    public static var permissionsAppMicrophoneRestricted: Text { Text(.permissionsAppMicrophoneRestricted) }
    /// What ECall can use on this device
    public static var permissionsAppNote: Text { Text(.permissionsAppNote) }
    /// So that you see who calls while the app is closed.
    public static var permissionsAppNotificationsWhy: Text { Text(.permissionsAppNotificationsWhy) }
    /// Not allowed on this device
    public static var permissionsAppRestricted: Text { Text(.permissionsAppRestricted) }
    /// Open Settings
    public static var permissionsAppSettings: Text { Text(.permissionsAppSettings) }
    /// Open Settings: {permission}
    public static func permissionsAppSettingsFor(permission: some TextArgument) -> Text { Text(.permissionsAppSettingsFor, [.words(permission.text)]) }
    /// Camera
    public static var permissionsCamera: Text { Text(.permissionsCamera) }
    /// So that others see you, where you turn it on.
    public static var permissionsCameraWhy: Text { Text(.permissionsCameraWhy) }
    /// Close
    public static var permissionsClose: Text { Text(.permissionsClose) }
    /// Continue
    public static var permissionsContinue: Text { Text(.permissionsContinue) }
    /// Blocked
    public static var permissionsDenied: Text { Text(.permissionsDenied) }
    /// Your browser will ask for microphone and camera
    public static var permissionsExplainBoth: Text { Text(.permissionsExplainBoth) }
    /// Allow both, so that others hear and see you. They are used during calls only; you can turn each off at any time.
    public static var permissionsExplainBothText: Text { Text(.permissionsExplainBothText) }
    /// Your browser will ask for the camera
    public static var permissionsExplainCamera: Text { Text(.permissionsExplainCamera) }
    /// Allow it, so that others see you. It is used during calls only, and goes off when you turn it off.
    public static var permissionsExplainCameraText: Text { Text(.permissionsExplainCameraText) }
    /// Your browser will ask for the microphone
    public static var permissionsExplainMicrophone: Text { Text(.permissionsExplainMicrophone) }
    /// Allow it, so that others hear you. It is used during calls only.
    public static var permissionsExplainMicrophoneText: Text { Text(.permissionsExplainMicrophoneText) }
    /// Go on without
    public static var permissionsGoOn: Text { Text(.permissionsGoOn) }
    /// Allowed
    public static var permissionsGranted: Text { Text(.permissionsGranted) }
    /// The browser asks for each of these once. Nothing is used outside of calls and of tests that you start.
    public static var permissionsLead: Text { Text(.permissionsLead) }
    /// Microphone
    public static var permissionsMicrophone: Text { Text(.permissionsMicrophone) }
    /// So that others hear you.
    public static var permissionsMicrophoneWhy: Text { Text(.permissionsMicrophoneWhy) }
    /// What this browser allows
    public static var permissionsNote: Text { Text(.permissionsNote) }
    /// Notifications
    public static var permissionsNotifications: Text { Text(.permissionsNotifications) }
    /// So that you see who calls while you are in another window.
    public static var permissionsNotificationsWhy: Text { Text(.permissionsNotificationsWhy) }
    /// Microphone and camera are blocked
    public static var permissionsRefusedBoth: Text { Text(.permissionsRefusedBoth) }
    /// This browser was told not to let this page use them. Others can neither hear nor see you.
    public static var permissionsRefusedBothText: Text { Text(.permissionsRefusedBothText) }
    /// The camera is blocked
    public static var permissionsRefusedCamera: Text { Text(.permissionsRefusedCamera) }
    /// This browser was told not to let this page use it. Others cannot see you.
    public static var permissionsRefusedCameraText: Text { Text(.permissionsRefusedCameraText) }
    /// The microphone is blocked
    public static var permissionsRefusedMicrophone: Text { Text(.permissionsRefusedMicrophone) }
    /// This browser was told not to let this page use it. Others cannot hear you.
    public static var permissionsRefusedMicrophoneText: Text { Text(.permissionsRefusedMicrophoneText) }
    /// Microphone, camera, notifications
    public static var permissionsTitle: Text { Text(.permissionsTitle) }
    /// To undo it, press the sign at the left of the address, switch on what is blocked there, and reload the page.
    public static var permissionsUndoChromium: Text { Text(.permissionsUndoChromium) }
    /// To undo it, press the crossed-out sign at the left of the address, remove the block there, and try again.
    public static var permissionsUndoFirefox: Text { Text(.permissionsUndoFirefox) }
    /// To undo it, open what your browser keeps for this page, allow it there, and reload the page.
    public static var permissionsUndoOther: Text { Text(.permissionsUndoOther) }
    /// To undo it, open the page settings in the address bar, choose Allow, and reload the page. On a phone, see also the settings of the system for this browser.
    public static var permissionsUndoSafari: Text { Text(.permissionsUndoSafari) }
    /// {used} of {count} people have asked
    public static func personalLinkAsked(used: some TextArgument, count: Int) -> Text { Text(.personalLinkAsked, [.words(used.text), .number(count)]) }
    /// Back to my link
    public static var personalLinkBack: Text { Text(.personalLinkBack) }
    /// You can change this later, and turn it off at any time.
    public static var personalLinkCanChange: Text { Text(.personalLinkCanChange) }
    /// Change limit and end
    public static var personalLinkChange: Text { Text(.personalLinkChange) }
    /// The link stays the same. People are counted anew, and its time begins anew.
    public static var personalLinkChangeNote: Text { Text(.personalLinkChangeNote) }
    /// QR code of your personal link
    public static var personalLinkCode: Text { Text(.personalLinkCode) }
    /// A day
    public static var personalLinkDay: Text { Text(.personalLinkDay) }
    /// It has ended: {used} of {count} people have asked.
    public static func personalLinkEndedFull(used: some TextArgument, count: Int) -> Text { Text(.personalLinkEndedFull, [.words(used.text), .number(count)]) }
    /// Extend it, and the same link works again, also where it is printed. People are counted anew.
    public static var personalLinkEndedNote: Text { Text(.personalLinkEndedNote) }
    /// It ended on {date}.
    public static func personalLinkEndedOver(date: some TextArgument) -> Text { Text(.personalLinkEndedOver, [.words(date.text)]) }
    /// Ends on {date}
    public static func personalLinkEndsOn(date: some TextArgument) -> Text { Text(.personalLinkEndsOn, [.words(date.text)]) }
    /// Extend
    public static var personalLinkExtend: Text { Text(.personalLinkExtend) }
    /// It has ended. Extend it or turn it off.
    public static var personalLinkHasEnded: Text { Text(.personalLinkHasEnded) }
    /// Your personal link is the same, with the new limits.
    public static var personalLinkIsChanged: Text { Text(.personalLinkIsChanged) }
    /// Your personal link is a new one. The former no longer works.
    public static var personalLinkIsNew: Text { Text(.personalLinkIsNew) }
    /// Your personal link is off. It no longer works, also where it is printed.
    public static var personalLinkIsOff: Text { Text(.personalLinkIsOff) }
    /// Your personal link is on.
    public static var personalLinkIsOn: Text { Text(.personalLinkIsOn) }
    /// A link you can print or put in your profile: several people can ask to become your contact until it ends. You still accept each.
    public static var personalLinkLead: Text { Text(.personalLinkLead) }
    /// For how long
    public static var personalLinkLifetime: Text { Text(.personalLinkLifetime) }
    /// Your personal link is being fetched
    public static var personalLinkLoading: Text { Text(.personalLinkLoading) }
    /// A month
    public static var personalLinkMonth: Text { Text(.personalLinkMonth) }
    /// For how many people
    public static var personalLinkPeople: Text { Text(.personalLinkPeople) }
    /// The server does not take this number or time. Choose another.
    public static var personalLinkProblemBadRequest: Text { Text(.personalLinkProblemBadRequest) }
    /// The server cannot be reached. Look at your connection, then try again.
    public static var personalLinkProblemOffline: Text { Text(.personalLinkProblemOffline) }
    /// That did not work. Try again later.
    public static var personalLinkProblemOther: Text { Text(.personalLinkProblemOther) }
    /// The server answered something this page does not understand. Load the page again.
    public static var personalLinkProblemUndecodable: Text { Text(.personalLinkProblemUndecodable) }
    /// Make a new one
    public static var personalLinkRenew: Text { Text(.personalLinkRenew) }
    /// Personal link
    public static var personalLinkTitle: Text { Text(.personalLinkTitle) }
    /// Turn off
    public static var personalLinkTurnOff: Text { Text(.personalLinkTurnOff) }
    /// Turn on
    public static var personalLinkTurnOn: Text { Text(.personalLinkTurnOn) }
    /// A week
    public static var personalLinkWeek: Text { Text(.personalLinkWeek) }
    /// A year
    public static var personalLinkYear: Text { Text(.personalLinkYear) }
    /// Who has your address or number can find your name and ask to become your contact.
    public static var privacyFound: Text { Text(.privacyFound) }
    /// A search does not find you. Only who has a link of yours can ask to become your contact.
    public static var privacyHidden: Text { Text(.privacyHidden) }
    /// Who finds you, whom you blocked
    public static var privacyNote: Text { Text(.privacyNote) }
    /// Privacy
    public static var privacyTitle: Text { Text(.privacyTitle) }
    /// Add
    public static var profileAdd: Text { Text(.profileAdd) }
    /// Change
    public static var profileChange: Text { Text(.profileChange) }
    /// E-mail
    public static var profileEmail: Text { Text(.profileEmail) }
    /// None yet
    public static var profileNoEmail: Text { Text(.profileNoEmail) }
    /// None yet
    public static var profileNoPhone: Text { Text(.profileNoPhone) }
    /// Name, e-mail, phone number
    public static var profileNote: Text { Text(.profileNote) }
    /// Phone number
    public static var profilePhone: Text { Text(.profilePhone) }
    /// Profile
    public static var profileTitle: Text { Text(.profileTitle) }
    /// Nobody else is in this call.
    public static var protectionAlone: Text { Text(.protectionAlone) }
    /// Not let in yet
    public static var protectionChipHeld: Text { Text(.protectionChipHeld) }
    /// Nobody hears you yet
    public static var protectionChipKeptOut: Text { Text(.protectionChipKeptOut) }
    /// End-to-end encrypted
    public static var protectionChipProtected: Text { Text(.protectionChipProtected) }
    /// Protecting…
    public static var protectionChipWaiting: Text { Text(.protectionChipWaiting) }
    /// Who can hear you
    public static var protectionHear: Text { Text(.protectionHear) }
    /// Not let in: they do not hear you
    public static var protectionHeld: Text { Text(.protectionHeld) }
    /// {name} does not hear you yet. They may have been asked whether this device is yours: ask them, by a message for instance, to look at their screen.
    public static func protectionKeepsOut(name: some TextArgument) -> Text { Text(.protectionKeepsOut, [.words(name.text)]) }
    /// They do not hear you yet
    public static var protectionKeptOut: Text { Text(.protectionKeptOut) }
    /// Nobody yet.
    public static var protectionNobody: Text { Text(.protectionNobody) }
    /// How this call is protected
    public static var protectionPanel: Text { Text(.protectionPanel) }
    /// The reason is the app or browser of {names}: it lacks newer encryption, as Firefox does.
    public static func protectionQuantumOthers(names: some TextArgument) -> Text { Text(.protectionQuantumOthers, [.words(names.text)]) }
    /// The reason is this browser: it lacks newer encryption. Browsers made of Chromium have it, Firefox does not yet.
    public static var protectionQuantumOwn: Text { Text(.protectionQuantumOwn) }
    /// Safe from quantum computers to come
    public static var protectionQuantumSafe: Text { Text(.protectionQuantumSafe) }
    /// Who records this call cannot open the recording later, not even with a quantum computer.
    public static var protectionQuantumSafeText: Text { Text(.protectionQuantumSafeText) }
    /// Not safe from quantum computers to come
    public static var protectionQuantumUnsafe: Text { Text(.protectionQuantumUnsafe) }
    /// Who records this call may be able to open the recording once there are large quantum computers.
    public static var protectionQuantumUnsafeText: Text { Text(.protectionQuantumUnsafeText) }
    /// Their app says so. A dishonest app, or a camera in front of the screen, records unseen.
    public static var protectionRecording: Text { Text(.protectionRecording) }
    /// What this server can still do
    public static var protectionServer: Text { Text(.protectionServer) }
    /// It could have stood in between since the first call, and still could, with those whose numbers you have not compared: {names}.
    public static func protectionServerBetween(names: some TextArgument) -> Text { Text(.protectionServerBetween, [.words(names.text)]) }
    /// This page comes from it, too: a server that attacks could send another one. The app does not depend on that.
    public static var protectionServerPage: Text { Text(.protectionServerPage) }
    /// It cannot listen. It sees who calls whom, when, for how long and how much data flows, and can end the call.
    public static var protectionServerSees: Text { Text(.protectionServerSees) }
    /// Nobody is let in yet: nothing is sent or shown.
    public static var protectionSpokenHeld: Text { Text(.protectionSpokenHeld) }
    /// Nobody hears you yet: their devices have not let this one in.
    public static var protectionSpokenKeptOut: Text { Text(.protectionSpokenKeptOut) }
    /// End-to-end encrypted: the server cannot listen.
    public static var protectionSpokenProtected: Text { Text(.protectionSpokenProtected) }
    /// Not protected yet: nobody has shown that they hear you.
    public static var protectionSpokenWaiting: Text { Text(.protectionSpokenWaiting) }
    /// Not protected yet: nothing reaches them
    public static var protectionUnheard: Text { Text(.protectionUnheard) }
    /// **Nobody has shown yet that they hear you.** Nothing leaves this device unencrypted. You hear and see others once their keys are here.
    public static var protectionWait: Text { Text(.protectionWait) }
    /// Nothing comes from {name} just now.
    public static func qualityNothing(name: some TextArgument) -> Text { Text(.qualityNothing, [.words(name.text)]) }
    /// Connection: fair
    public static var qualityOtherFair: Text { Text(.qualityOtherFair) }
    /// Connection: lost
    public static var qualityOtherLost: Text { Text(.qualityOtherLost) }
    /// Connection: weak
    public static var qualityOtherPoor: Text { Text(.qualityOtherPoor) }
    /// Your connection: fair
    public static var qualityOwnFair: Text { Text(.qualityOwnFair) }
    /// Your connection: lost
    public static var qualityOwnLost: Text { Text(.qualityOwnLost) }
    /// Your connection: weak
    public static var qualityOwnPoor: Text { Text(.qualityOwnPoor) }
    /// Your connection is weak: you may not hear others well.
    public static var qualityReceivingAudio: Text { Text(.qualityReceivingAudio) }
    /// Your connection is weak: you may not see and hear others well.
    public static var qualityReceivingVideo: Text { Text(.qualityReceivingVideo) }
    /// Your connection is weak: others may not hear you well.
    public static var qualitySendingAudio: Text { Text(.qualitySendingAudio) }
    /// Your connection is weak: others may see you freeze.
    public static var qualitySendingVideo: Text { Text(.qualitySendingVideo) }
    /// The connections of {count} people are weak.
    public static func qualityWeakMany(count: Int) -> Text { Text(.qualityWeakMany, [.number(count)]) }
    /// The connections of {names} are weak.
    public static func qualityWeakNames(names: some TextArgument) -> Text { Text(.qualityWeakNames, [.words(names.text)]) }
    /// {name}’s connection is weak.
    public static func qualityWeakOne(name: some TextArgument) -> Text { Text(.qualityWeakOne, [.words(name.text)]) }
    /// Their calls and requests no longer come through. They are not told.
    public static var questionsBlockText: Text { Text(.questionsBlockText) }
    /// Block {name}?
    public static func questionsBlockTitle(name: some TextArgument) -> Text { Text(.questionsBlockTitle, [.words(name.text)]) }
    /// Block
    public static var questionsBlockYes: Text { Text(.questionsBlockYes) }
    /// It goes out of your history, on all of your devices. Others keep theirs.
    public static var questionsDeleteCallText: Text { Text(.questionsDeleteCallText) }
    /// Delete this call?
    public static var questionsDeleteCallTitle: Text { Text(.questionsDeleteCallTitle) }
    /// Delete
    public static var questionsDeleteCallYes: Text { Text(.questionsDeleteCallYes) }
    /// Your whole history goes, on all of your devices. Others keep theirs.
    public static var questionsDeleteCallsText: Text { Text(.questionsDeleteCallsText) }
    /// Delete all calls?
    public static var questionsDeleteCallsTitle: Text { Text(.questionsDeleteCallsTitle) }
    /// Delete all
    public static var questionsDeleteCallsYes: Text { Text(.questionsDeleteCallsYes) }
    /// The keys of this device are erased, and what it knows of the keys of others.
    public static var questionsForgetText: Text { Text(.questionsForgetText) }
    /// Remove what is kept?
    public static var questionsForgetTitle: Text { Text(.questionsForgetTitle) }
    /// Remove
    public static var questionsForgetYes: Text { Text(.questionsForgetYes) }
    /// {name} has signed this device out: it may be lost or stolen, and whoever has it would hear this call.
    public static func questionsLetInAnywayLost(name: some TextArgument) -> Text { Text(.questionsLetInAnywayLost, [.words(name.text)]) }
    /// You compared numbers with another device of theirs, and that device hasn’t confirmed this one. If you let it in, {name} is no longer verified.
    public static func questionsLetInAnywayText(name: some TextArgument) -> Text { Text(.questionsLetInAnywayText, [.words(name.text)]) }
    /// Let in a device of {name} anyway?
    public static func questionsLetInAnywayTitle(name: some TextArgument) -> Text { Text(.questionsLetInAnywayTitle, [.words(name.text)]) }
    /// Let in anyway
    public static var questionsLetInAnywayYes: Text { Text(.questionsLetInAnywayYes) }
    /// Nothing is sent to this device or heard from it any more, in this call and in later ones, until you compare numbers with it.
    public static var questionsNotThemText: Text { Text(.questionsNotThemText) }
    /// Isn’t this {name}?
    public static func questionsNotThemTitle(name: some TextArgument) -> Text { Text(.questionsNotThemTitle, [.words(name.text)]) }
    /// Not {name}
    public static func questionsNotThemYes(name: some TextArgument) -> Text { Text(.questionsNotThemYes, [.words(name.text)]) }
    /// You disappear from each other’s contacts and can no longer call each other.
    public static var questionsRemoveText: Text { Text(.questionsRemoveText) }
    /// Remove {name}?
    public static func questionsRemoveTitle(name: some TextArgument) -> Text { Text(.questionsRemoveTitle, [.words(name.text)]) }
    /// Remove
    public static var questionsRemoveYes: Text { Text(.questionsRemoveYes) }
    /// They are told that you removed them. They come back only when somebody in the call adds them.
    public static var questionsRemoveFromCallText: Text { Text(.questionsRemoveFromCallText) }
    /// Remove {name} from the call?
    public static func questionsRemoveFromCallTitle(name: some TextArgument) -> Text { Text(.questionsRemoveFromCallTitle, [.words(name.text)]) }
    /// Remove
    public static var questionsRemoveFromCallYes: Text { Text(.questionsRemoveFromCallYes) }
    /// It stops working at once, also where it is printed. Requests that were already sent stay.
    public static var questionsRemovePersonalLinkText: Text { Text(.questionsRemovePersonalLinkText) }
    /// Turn off your personal link?
    public static var questionsRemovePersonalLinkTitle: Text { Text(.questionsRemovePersonalLinkTitle) }
    /// Turn off
    public static var questionsRemovePersonalLinkYes: Text { Text(.questionsRemovePersonalLinkYes) }
    /// The one you have stops working at once, also where it is printed. The new one is for as many people, and ends when this one would. Requests that were already sent stay.
    public static var questionsRenewPersonalLinkText: Text { Text(.questionsRenewPersonalLinkText) }
    /// Make a new personal link?
    public static var questionsRenewPersonalLinkTitle: Text { Text(.questionsRenewPersonalLinkTitle) }
    /// Make a new one
    public static var questionsRenewPersonalLinkYes: Text { Text(.questionsRenewPersonalLinkYes) }
    /// Sign out?
    public static var questionsSignOutTitle: Text { Text(.questionsSignOutTitle) }
    /// Sign out
    public static var questionsSignOutYes: Text { Text(.questionsSignOutYes) }
    /// It is yours again. Sign in by it.
    public static var questionsTakeBackDone: Text { Text(.questionsTakeBackDone) }
    /// It signs in to your account again. Addresses that were added since are removed, and all devices of the account are signed out.
    public static var questionsTakeBackText: Text { Text(.questionsTakeBackText) }
    /// Take your address back?
    public static var questionsTakeBackTitle: Text { Text(.questionsTakeBackTitle) }
    /// Take it back
    public static var questionsTakeBackYes: Text { Text(.questionsTakeBackYes) }
    /// Who has it can no longer use it. Requests that were already sent stay.
    public static var questionsWithdrawText: Text { Text(.questionsWithdrawText) }
    /// Withdraw this link?
    public static var questionsWithdrawTitle: Text { Text(.questionsWithdrawTitle) }
    /// Withdraw
    public static var questionsWithdrawYes: Text { Text(.questionsWithdrawYes) }
    /// It lets nobody in any more. Who is in the call stays.
    public static var questionsWithdrawCallLinkText: Text { Text(.questionsWithdrawCallLinkText) }
    /// Withdraw the link to this call?
    public static var questionsWithdrawCallLinkTitle: Text { Text(.questionsWithdrawCallLinkTitle) }
    /// Applause
    public static var reactionApplause: Text { Text(.reactionApplause) }
    /// {name}: {reaction}
    public static func reactionBy(name: some TextArgument, reaction: some TextArgument) -> Text { Text(.reactionBy, [.words(name.text), .words(reaction.text)]) }
    /// Celebration
    public static var reactionCelebration: Text { Text(.reactionCelebration) }
    /// Heart
    public static var reactionHeart: Text { Text(.reactionHeart) }
    /// Laughter
    public static var reactionLaugh: Text { Text(.reactionLaugh) }
    /// {names} react.
    public static func reactionSeveral(names: some TextArgument) -> Text { Text(.reactionSeveral, [.words(names.text)]) }
    /// Surprise
    public static var reactionSurprise: Text { Text(.reactionSurprise) }
    /// Thumbs up
    public static var reactionThumbsUp: Text { Text(.reactionThumbsUp) }
    /// Reactions
    public static var reactionTitle: Text { Text(.reactionTitle) }
    /// Nothing that was said or shown in your calls is sent. The server does not have it.
    public static var reportNever: Text { Text(.reportNever) }
    /// In your words
    public static var reportNote: Text { Text(.reportNote) }
    /// Optional, up to 500 characters.
    public static var reportNoteHint: Text { Text(.reportNoteHint) }
    /// Use at most {most} characters.
    public static func reportNoteTooLong(most: Int) -> Text { Text(.reportNoteTooLong, [.number(most)]) }
    /// Reason
    public static var reportReason: Text { Text(.reportReason) }
    /// Harassment
    public static var reportReasonHarassment: Text { Text(.reportReasonHarassment) }
    /// Pretends to be somebody else
    public static var reportReasonImpersonation: Text { Text(.reportReasonImpersonation) }
    /// Something else
    public static var reportReasonOther: Text { Text(.reportReasonOther) }
    /// Spam
    public static var reportReasonSpam: Text { Text(.reportReasonSpam) }
    /// Report
    public static var reportSend: Text { Text(.reportSend) }
    /// You reported {name} to the operator.
    public static func reportSent(name: some TextArgument) -> Text { Text(.reportSent, [.words(name.text)]) }
    /// Report {name}?
    public static func reportTitle(name: some TextArgument) -> Text { Text(.reportTitle, [.words(name.text)]) }
    /// The operator of this server gets your name, theirs, the reason, your words and the moment. {name} is not told.
    public static func reportWhat(name: some TextArgument) -> Text { Text(.reportWhat, [.words(name.text)]) }
    /// Accept
    public static var requestsAccept: Text { Text(.requestsAccept) }
    /// Asked {moment}
    public static func requestsAsked(moment: some TextArgument) -> Text { Text(.requestsAsked, [.words(moment.text)]) }
    /// Block
    public static var requestsBlock: Text { Text(.requestsBlock) }
    /// Cancel
    public static var requestsCancel: Text { Text(.requestsCancel) }
    /// Decline
    public static var requestsDecline: Text { Text(.requestsDecline) }
    /// My link
    public static var requestsEmptyLink: Text { Text(.requestsEmptyLink) }
    /// Who opens your link and asks to become a contact appears here.
    public static var requestsEmptyText: Text { Text(.requestsEmptyText) }
    /// No requests
    public static var requestsEmptyTitle: Text { Text(.requestsEmptyTitle) }
    /// Requests are being fetched
    public static var requestsLoading: Text { Text(.requestsLoading) }
    /// More about {name}
    public static func requestsMore(name: some TextArgument) -> Text { Text(.requestsMore, [.words(name.text)]) }
    /// Request of {name}
    public static func requestsOf(name: some TextArgument) -> Text { Text(.requestsOf, [.words(name.text)]) }
    /// Requests appear here once the server is back.
    public static var requestsOffline: Text { Text(.requestsOffline) }
    /// Received
    public static var requestsReceived: Text { Text(.requestsReceived) }
    /// Sent
    public static var requestsSent: Text { Text(.requestsSent) }
    /// Sent {moment}
    public static func requestsSentAt(moment: some TextArgument) -> Text { Text(.requestsSentAt, [.words(moment.text)]) }
    /// Requests
    public static var requestsTitle: Text { Text(.requestsTitle) }
    /// Request to {name}
    public static func requestsTo(name: some TextArgument) -> Text { Text(.requestsTo, [.words(name.text)]) }
    /// Starting…
    public static var rootStarting: Text { Text(.rootStarting) }
    /// You are in a call with {names} on another device.
    public static func runningElsewhere(names: some TextArgument) -> Text { Text(.runningElsewhere, [.words(names.text)]) }
    /// You are in a call. Return to it, or leave it first.
    public static var runningFirst: Text { Text(.runningFirst) }
    /// Your other device is in this call. It can move here when that device is off or offline.
    public static var runningHeld: Text { Text(.runningHeld) }
    /// You are still in the call with {names}.
    public static func runningHere(names: some TextArgument) -> Text { Text(.runningHere, [.words(names.text)]) }
    /// Leave
    public static var runningLeave: Text { Text(.runningLeave) }
    /// You can return for {time}.
    public static func runningLeft(time: some TextArgument) -> Text { Text(.runningLeft, [.words(time.text)]) }
    /// Your other device has lost the call with {names}.
    public static func runningLostElsewhere(names: some TextArgument) -> Text { Text(.runningLostElsewhere, [.words(names.text)]) }
    /// Your call with {names} is on hold.
    public static func runningOnHold(names: some TextArgument) -> Text { Text(.runningOnHold, [.words(names.text)]) }
    /// The call with {names} is over.
    public static func runningOver(names: some TextArgument) -> Text { Text(.runningOver, [.words(names.text)]) }
    /// Return here
    public static var runningReturnHere: Text { Text(.runningReturnHere) }
    /// Your call
    public static var runningTitle: Text { Text(.runningTitle) }
    /// Scan again
    public static var scanAgain: Text { Text(.scanAgain) }
    /// Back to the comparison
    public static var scanBackToComparison: Text { Text(.scanBackToComparison) }
    /// Compare by eye instead
    public static var scanByEye: Text { Text(.scanByEye) }
    /// Link to a call
    public static var scanChoiceCallLink: Text { Text(.scanChoiceCallLink) }
    /// Contact link ending in {end}
    public static func scanChoiceContactLink(end: some TextArgument) -> Text { Text(.scanChoiceContactLink, [.words(end.text)]) }
    /// Device of {name}
    public static func scanChoiceDevice(name: some TextArgument) -> Text { Text(.scanChoiceDevice, [.words(name.text)]) }
    /// Another device of yours
    public static var scanChoiceOwnDevice: Text { Text(.scanChoiceOwnDevice) }
    /// This code isn’t for this device
    public static var scanCodeForAnotherDeviceTitle: Text { Text(.scanCodeForAnotherDeviceTitle) }
    /// {name} shows it for somebody else, or for another device of yours. Have them open your name, then this device, and scan what it shows.
    public static func scanCodeForAnotherText(name: some TextArgument) -> Text { Text(.scanCodeForAnotherText, [.words(name.text)]) }
    /// This code is not for this browser
    public static var scanCodeForAnotherTitle: Text { Text(.scanCodeForAnotherTitle) }
    /// This is the code of {other}, not of your device
    public static func scanContactsCodeTitle(other: some TextArgument) -> Text { Text(.scanContactsCodeTitle, [.words(other.text)]) }
    /// It is blurred, covered or cut. Choose a sharper picture, or compare by eye.
    public static var scanDamagedCompare: Text { Text(.scanDamagedCompare) }
    /// It is blurred, covered or cut. Choose a sharper picture, or ask for the link as text.
    public static var scanDamagedText: Text { Text(.scanDamagedText) }
    /// The code cannot be read
    public static var scanDamagedTitle: Text { Text(.scanDamagedTitle) }
    /// The code holds a link to a call, and a part of it is missing. Ask for a new one.
    public static var scanDamagedCallLinkText: Text { Text(.scanDamagedCallLinkText) }
    /// Press the sign before the address and allow the camera, then scan again. Or choose a picture of the code.
    public static var scanDeniedChromium: Text { Text(.scanDeniedChromium) }
    /// Press the crossed-out camera beside the address and take the block back, then scan again. Or choose a picture of the code.
    public static var scanDeniedFirefox: Text { Text(.scanDeniedFirefox) }
    /// Open the settings for this website from the address bar and allow the camera, then scan again. Or choose a picture of the code.
    public static var scanDeniedSafari: Text { Text(.scanDeniedSafari) }
    /// Allow camera access for ECall in Settings, then scan again. Or choose a picture of the code.
    public static var scanDeniedSettings: Text { Text(.scanDeniedSettings) }
    /// Allow the camera for this page in the settings of your browser, then scan again. Or choose a picture of the code.
    public static var scanDeniedText: Text { Text(.scanDeniedText) }
    /// The camera is not allowed
    public static var scanDeniedTitle: Text { Text(.scanDeniedTitle) }
    /// Choose a picture
    public static var scanFile: Text { Text(.scanFile) }
    /// This device shows it. Scan it with another device of yours.
    public static var scanItselfText: Text { Text(.scanItselfText) }
    /// The camera looks for the QR code of a contact link. Pictures stay on this device.
    public static var scanLead: Text { Text(.scanLead) }
    /// {name} opens your name in their contacts, then this device of yours, and lets you scan the code there. Pictures stay on this device.
    public static func scanLeadCompare(name: some TextArgument) -> Text { Text(.scanLeadCompare, [.words(name.text)]) }
    /// On {name}, open Settings, Devices, “This device”, and scan the code there. Pictures stay on this device.
    public static func scanLeadOwn(name: some TextArgument) -> Text { Text(.scanLeadOwn, [.words(name.text)]) }
    /// Another app may be using it. Scan again, or choose a picture of the code.
    public static var scanLostText: Text { Text(.scanLostText) }
    /// The camera stopped
    public static var scanLostTitle: Text { Text(.scanLostTitle) }
    /// The code holds a contact link whose end is missing. Ask for a new one.
    public static var scanMalformedTokenText: Text { Text(.scanMalformedTokenText) }
    /// This link is damaged
    public static var scanMalformedTokenTitle: Text { Text(.scanMalformedTokenTitle) }
    /// Choose a picture of the code, or paste the link.
    public static var scanNoCameraText: Text { Text(.scanNoCameraText) }
    /// Choose one in which the whole code is sharp, with some white around it.
    public static var scanNoCodeText: Text { Text(.scanNoCodeText) }
    /// No code in the picture
    public static var scanNoCodeTitle: Text { Text(.scanNoCodeTitle) }
    /// This is the code of a stranger
    public static var scanNoContactsCodeTitle: Text { Text(.scanNoContactsCodeTitle) }
    /// The reader did not load. Check the network and scan again, or compare by eye.
    public static var scanNoReaderCompare: Text { Text(.scanNoReaderCompare) }
    /// The reader did not load. Check the network and scan again, or paste the link.
    public static var scanNoReaderText: Text { Text(.scanNoReaderText) }
    /// Codes cannot be read now
    public static var scanNoReaderTitle: Text { Text(.scanNoReaderTitle) }
    /// This code holds something else, which was not opened. Scan the code under “My link” of the other person.
    public static var scanNotAContactLinkText: Text { Text(.scanNotAContactLinkText) }
    /// Not a contact link
    public static var scanNotAContactLinkTitle: Text { Text(.scanNotAContactLinkTitle) }
    /// This code is not what a device of yours shows. On that device, open Settings, Devices, “This device”, and scan the code there.
    public static var scanNotADevicesCodeText: Text { Text(.scanNotADevicesCodeText) }
    /// Not the code of a device
    public static var scanNotADevicesCodeTitle: Text { Text(.scanNotADevicesCodeTitle) }
    /// This code holds something else, which was not opened. {name} opens your name in their contacts, then this device of yours: scan the code there.
    public static func scanNotAPairCodeText(name: some TextArgument) -> Text { Text(.scanNotAPairCodeText, [.words(name.text)]) }
    /// Not a code to compare
    public static var scanNotAPairCodeTitle: Text { Text(.scanNotAPairCodeTitle) }
    /// This browser cannot show the file as a picture. Choose a PNG or JPEG.
    public static var scanNotAPictureText: Text { Text(.scanNotAPictureText) }
    /// Not a picture
    public static var scanNotAPictureTitle: Text { Text(.scanNotAPictureTitle) }
    /// Connect a camera, then scan again. Or choose a picture of the code.
    public static var scanNotFoundText: Text { Text(.scanNotFoundText) }
    /// No camera
    public static var scanNotFoundTitle: Text { Text(.scanNotFoundTitle) }
    /// Close what else uses it, then scan again. Or choose a picture of the code.
    public static var scanNotReadableText: Text { Text(.scanNotReadableText) }
    /// The camera did not start
    public static var scanNotReadableTitle: Text { Text(.scanNotReadableTitle) }
    /// Not a device of yours
    public static var scanNotYourDevicesTitle: Text { Text(.scanNotYourDevicesTitle) }
    /// The camera is off.
    public static var scanOff: Text { Text(.scanOff) }
    /// Hold the code into the frame.
    public static var scanOn: Text { Text(.scanOn) }
    /// Nothing was noted. Scan what the device shows that you compare, or choose the other one on the page of {name}.
    public static func scanOtherDevicesCodeText(name: some TextArgument) -> Text { Text(.scanOtherDevicesCodeText, [.words(name.text)]) }
    /// This is the code of another device of {name}
    public static func scanOtherDevicesCodeTitle(name: some TextArgument) -> Text { Text(.scanOtherDevicesCodeTitle, [.words(name.text)]) }
    /// Nothing was noted. Scan what the device shows that you compare, or choose the other one under Settings, Devices.
    public static var scanOtherOwnDevicesText: Text { Text(.scanOtherOwnDevicesText) }
    /// This is the code of another device of yours
    public static var scanOtherOwnDevicesTitle: Text { Text(.scanOtherOwnDevicesTitle) }
    /// This code is of another server. Both of you need an account on the same one.
    public static var scanOtherServerText: Text { Text(.scanOtherServerText) }
    /// Another server
    public static var scanOtherServerTitle: Text { Text(.scanOtherServerTitle) }
    /// It says nothing about {name}, and nothing was noted. Scan what the device of {name} shows for you.
    public static func scanOthersCodeText(name: some TextArgument) -> Text { Text(.scanOthersCodeText, [.words(name.text)]) }
    /// This is the code of {other}, not of {name}
    public static func scanOthersCodeTitle(other: some TextArgument, name: some TextArgument) -> Text { Text(.scanOthersCodeTitle, [.words(other.text), .words(name.text)]) }
    /// It is for the other person to scan. Scan the one that their device shows for you.
    public static var scanOwnCodeText: Text { Text(.scanOwnCodeText) }
    /// This is your own code
    public static var scanOwnCodeTitle: Text { Text(.scanOwnCodeTitle) }
    /// You can also paste a picture or a link here.
    public static var scanPaste: Text { Text(.scanPaste) }
    /// Type it instead
    public static var scanPasteLink: Text { Text(.scanPasteLink) }
    /// You can also paste a picture of it here.
    public static var scanPastePicture: Text { Text(.scanPastePicture) }
    /// What the camera sees
    public static var scanPreview: Text { Text(.scanPreview) }
    /// Looking for a code in the picture…
    public static var scanReading: Text { Text(.scanReading) }
    /// This device doesn’t let apps use the camera. Choose a picture of the code instead.
    public static var scanRestrictedText: Text { Text(.scanRestrictedText) }
    /// The camera is restricted
    public static var scanRestrictedTitle: Text { Text(.scanRestrictedTitle) }
    /// Open Settings
    public static var scanSettings: Text { Text(.scanSettings) }
    /// More than one code was found. Choose the one you mean.
    public static var scanSeveralText: Text { Text(.scanSeveralText) }
    /// Use the camera
    public static var scanStart: Text { Text(.scanStart) }
    /// Waiting for the camera. Allow it if the browser asks.
    public static var scanStarting: Text { Text(.scanStarting) }
    /// Starting…
    public static var scanStartingButton: Text { Text(.scanStartingButton) }
    /// Stop the camera
    public static var scanStop: Text { Text(.scanStop) }
    /// This is the code of somebody else, not of {name}
    public static func scanStrangersCodeTitle(name: some TextArgument) -> Text { Text(.scanStrangersCodeTitle, [.words(name.text)]) }
    /// Other camera
    public static var scanSwitch: Text { Text(.scanSwitch) }
    /// Scan a code
    public static var scanTitle: Text { Text(.scanTitle) }
    /// Scan a code to compare
    public static var scanTitleCompare: Text { Text(.scanTitleCompare) }
    /// Choose a picture of at most 50 MB, such as a screenshot.
    public static var scanTooLargeText: Text { Text(.scanTooLargeText) }
    /// The file is too large
    public static var scanTooLargeTitle: Text { Text(.scanTooLargeTitle) }
    /// Torch
    public static var scanTorch: Text { Text(.scanTorch) }
    /// Connect it, then scan again. Or choose a picture of the code.
    public static var scanUnpluggedText: Text { Text(.scanUnpluggedText) }
    /// The camera was disconnected
    public static var scanUnpluggedTitle: Text { Text(.scanUnpluggedTitle) }
    /// This file can’t be opened as a picture. Choose another one.
    public static var scanUnreadableText: Text { Text(.scanUnreadableText) }
    /// This code is of a kind that contact links do not use. Scan the code under “My link” of the other person.
    public static var scanUnsupportedText: Text { Text(.scanUnsupportedText) }
    /// Not a contact link
    public static var scanUnsupportedTitle: Text { Text(.scanUnsupportedTitle) }
    /// Waiting for the camera.
    public static var scanWaiting: Text { Text(.scanWaiting) }
    /// Share something else
    public static var screenAnother: Text { Text(.screenAnother) }
    /// {name} is sharing their screen.
    public static func screenBegan(name: some TextArgument) -> Text { Text(.screenBegan, [.words(name.text)]) }
    /// {name} has stopped sharing.
    public static func screenEnded(name: some TextArgument) -> Text { Text(.screenEnded, [.words(name.text)]) }
    /// Your screen can’t be shared right now.
    public static var screenFailed: Text { Text(.screenFailed) }
    /// You are still sharing what you chose before.
    public static var screenGoesOn: Text { Text(.screenGoesOn) }
    /// Your screen is not shared.
    public static var screenNotShared: Text { Text(.screenNotShared) }
    /// {name}’s screen
    public static func screenOf(name: some TextArgument) -> Text { Text(.screenOf, [.words(name.text)]) }
    /// Share screen
    public static var screenShare: Text { Text(.screenShare) }
    /// Share
    public static var screenShareShort: Text { Text(.screenShareShort) }
    /// You are sharing your screen.
    public static var screenSharing: Text { Text(.screenSharing) }
    /// Stop sharing
    public static var screenStop: Text { Text(.screenStop) }
    /// Stop
    public static var screenStopShort: Text { Text(.screenStopShort) }
    /// Choose a certificate file
    public static var serverAuthorityFile: Text { Text(.serverAuthorityFile) }
    /// Certificate
    public static var serverAuthorityPaste: Text { Text(.serverAuthorityPaste) }
    /// Use this certificate
    public static var serverAuthorityUse: Text { Text(.serverAuthorityUse) }
    /// Valid until {date}
    public static func serverCertificateExpires(date: some TextArgument) -> Text { Text(.serverCertificateExpires, [.words(date.text)]) }
    /// SHA-256 fingerprint
    public static var serverCertificateFingerprint: Text { Text(.serverCertificateFingerprint) }
    /// Certificate without a name
    public static var serverCertificateUnnamed: Text { Text(.serverCertificateUnnamed) }
    /// Change server
    public static var serverChange: Text { Text(.serverChange) }
    /// Checking…
    public static var serverChecking: Text { Text(.serverChecking) }
    /// Saving…
    public static var serverKeeping: Text { Text(.serverKeeping) }
    /// Server address
    public static var serverLabel: Text { Text(.serverLabel) }
    /// Enter the address of the server that you want to use. Whoever runs it can tell you.
    public static var serverLead: Text { Text(.serverLead) }
    /// Which server ECall uses
    public static var serverNote: Text { Text(.serverNote) }
    /// Your server
    public static var serverTitle: Text { Text(.serverTitle) }
    /// Trust this for {host}? Compare the fingerprint with the one that you got from whoever runs the server.
    public static func serverTrust(host: some TextArgument) -> Text { Text(.serverTrust, [.words(host.text)]) }
    /// Trust
    public static var serverTrustDo: Text { Text(.serverTrustDo) }
    /// Appearance
    public static var settingsAppearance: Text { Text(.settingsAppearance) }
    /// Back to settings
    public static var settingsBack: Text { Text(.settingsBack) }
    /// Block of {name}
    public static func settingsBlockedGroup(name: some TextArgument) -> Text { Text(.settingsBlockedGroup, [.words(name.text)]) }
    /// Unblock
    public static var settingsBlockedUnblock: Text { Text(.settingsBlockedUnblock) }
    /// Cancel
    public static var settingsCancel: Text { Text(.settingsCancel) }
    /// More
    public static var settingsMore: Text { Text(.settingsMore) }
    /// Pages of the settings
    public static var settingsPages: Text { Text(.settingsPages) }
    /// A server that attacks could still hand out false keys or change this page. You are told when a contact has a new device or a changed key.
    public static var settingsProtectionLimit: Text { Text(.settingsProtectionLimit) }
    /// Sound and picture are sealed on your device and opened on the devices in the call: protected from outsiders and from a server that only listens.
    public static var settingsProtectionText: Text { Text(.settingsProtectionText) }
    /// How calls are protected
    public static var settingsProtectionTitle: Text { Text(.settingsProtectionTitle) }
    /// Try again
    public static var settingsRetry: Text { Text(.settingsRetry) }
    /// Save
    public static var settingsSave: Text { Text(.settingsSave) }
    /// Everybody who knows it
    public static var settingsSearchEverybody: Text { Text(.settingsSearchEverybody) }
    /// Nobody
    public static var settingsSearchNobody: Text { Text(.settingsSearchNobody) }
    /// Who can find you by your address or number
    public static var settingsSearchTitle: Text { Text(.settingsSearchTitle) }
    /// Sign out
    public static var settingsSignOut: Text { Text(.settingsSignOut) }
    /// Dark
    public static var settingsThemeDark: Text { Text(.settingsThemeDark) }
    /// Light
    public static var settingsThemeLight: Text { Text(.settingsThemeLight) }
    /// System
    public static var settingsThemeSystem: Text { Text(.settingsThemeSystem) }
    /// Settings
    public static var settingsTitle: Text { Text(.settingsTitle) }
    /// account {number}
    public static func signInAccount(number: Int) -> Text { Text(.signInAccount, [.number(number)]) }
    /// Country of the phone number
    public static var signInCountry: Text { Text(.signInCountry) }
    /// {name} (+{code})
    public static func signInCountryChoice(name: some TextArgument, code: some TextArgument) -> Text { Text(.signInCountryChoice, [.words(name.text), .words(code.text)]) }
    /// Not chosen
    public static var signInCountryNone: Text { Text(.signInCountryNone) }
    /// E-mail address
    public static var signInEmail: Text { Text(.signInEmail) }
    /// Sign in, then join the call whose link you opened.
    public static var signInExplainCallLink: Text { Text(.signInExplainCallLink) }
    /// Sign in, then add the person whose link you opened.
    public static var signInExplainLink: Text { Text(.signInExplainLink) }
    /// Too many sign-ins from here. Try again later.
    public static var signInFailedBusy: Text { Text(.signInFailedBusy) }
    /// The sign-in was cancelled.
    public static var signInFailedCancelled: Text { Text(.signInFailedCancelled) }
    /// This took too long, or was begun in another window. Start again.
    public static var signInFailedExpired: Text { Text(.signInFailedExpired) }
    /// The sign-in did not succeed. Start again.
    public static var signInFailedOther: Text { Text(.signInFailedOther) }
    /// The sign-in could not be verified. Start again.
    public static var signInFailedRefused: Text { Text(.signInFailedRefused) }
    /// The other service cannot be reached. Try again later, or sign in with a code.
    public static var signInFailedUnavailable: Text { Text(.signInFailedUnavailable) }
    /// Remove them
    public static var signInForget: Text { Text(.signInForget) }
    /// This device keeps no keys and no contacts.
    public static var signInForgotten: Text { Text(.signInForgotten) }
    /// A code is sent there.
    public static var signInHint: Text { Text(.signInHint) }
    /// E-mail or phone number
    public static var signInIdentifier: Text { Text(.signInIdentifier) }
    /// Continue with {issuer}
    public static func signInIssuer(issuer: some TextArgument) -> Text { Text(.signInIssuer, [.words(issuer.text)]) }
    /// The keys of **{account}** are kept on this device.
    public static func signInKept(account: some TextArgument) -> Text { Text(.signInKept, [.words(account.text)]) }
    /// Others see it. Leave it empty if you have an account.
    public static var signInNameHint: Text { Text(.signInNameHint) }
    /// or
    public static var signInOr: Text { Text(.signInOr) }
    /// Phone number
    public static var signInPhone: Text { Text(.signInPhone) }
    /// Send code
    public static var signInSend: Text { Text(.signInSend) }
    /// Sending the code…
    public static var signInSending: Text { Text(.signInSending) }
    /// You are signed out. This device keeps no keys and no contacts.
    public static var signInSignedOut: Text { Text(.signInSignedOut) }
    /// This device was signed out, by another device of yours or by the server. Sign in again.
    public static var signInSignedOutByServer: Text { Text(.signInSignedOutByServer) }
    /// Sign in
    public static var signInTitle: Text { Text(.signInTitle) }
    /// Microphone, camera, loudspeaker, ringing
    public static var soundNote: Text { Text(.soundNote) }
    /// Sound and camera
    public static var soundTitle: Text { Text(.soundTitle) }
    /// Sounds in calls
    public static var soundsInCalls: Text { Text(.soundsInCalls) }
    /// Plays a short sound while others are called, when somebody joins or leaves, and when a call ends. Only you hear it.
    public static var soundsInCallsText: Text { Text(.soundsInCallsText) }
    /// Ring
    public static var soundsRings: Text { Text(.soundsRings) }
    /// Rings while somebody calls you. A phone vibrates too.
    public static var soundsRingsText: Text { Text(.soundsRingsText) }
    /// ECall uses the camera so that others see you in video calls, and to scan QR codes.
    public static var systemCamera: Text { Text(.systemCamera) }
    /// ECall uses Face ID to unlock the app.
    public static var systemFaceID: Text { Text(.systemFaceID) }
    /// ECall connects directly to people and servers on your network.
    public static var systemLocalNetwork: Text { Text(.systemLocalNetwork) }
    /// ECall uses the microphone so that others hear you in calls.
    public static var systemMicrophone: Text { Text(.systemMicrophone) }
    /// ECall reads QR codes in photos that you choose.
    public static var systemPhotos: Text { Text(.systemPhotos) }
    /// On hold
    public static var tileHeld: Text { Text(.tileHeld) }
    /// Does not hear you yet
    public static var tileKeepsOut: Text { Text(.tileKeepsOut) }
    /// Move your picture
    public static var tileMove: Text { Text(.tileMove) }
    /// Arrow keys move it to another corner.
    public static var tileMoveHow: Text { Text(.tileMoveHow) }
    /// Not let in
    public static var tileNotLetIn: Text { Text(.tileNotLetIn) }
    /// {name} has put the call on hold. You do not hear each other until they are back.
    public static func tileOnHold(name: some TextArgument) -> Text { Text(.tileOnHold, [.words(name.text)]) }
    /// Pin {name}
    public static func tilePin(name: some TextArgument) -> Text { Text(.tilePin, [.words(name.text)]) }
    /// seen and heard
    public static var tileStateBoth: Text { Text(.tileStateBoth) }
    /// camera off
    public static var tileStateCameraOff: Text { Text(.tileStateCameraOff) }
    /// muted
    public static var tileStateMuted: Text { Text(.tileStateMuted) }
    /// new
    public static var tileStateNew: Text { Text(.tileStateNew) }
    /// has the call on hold
    public static var tileStateOnHold: Text { Text(.tileStateOnHold) }
    /// reconnecting
    public static var tileStateReconnecting: Text { Text(.tileStateReconnecting) }
    /// recording
    public static var tileStateRecording: Text { Text(.tileStateRecording) }
    /// Unpin {name}
    public static func tileUnpin(name: some TextArgument) -> Text { Text(.tileUnpin, [.words(name.text)]) }
    /// You
    public static var tileYou: Text { Text(.tileYou) }
    /// just now
    public static var timeJustNow: Text { Text(.timeJustNow) }
    /// today, {time}
    public static func timeToday(time: some TextArgument) -> Text { Text(.timeToday, [.words(time.text)]) }
    /// ☎ {names} call you — ECall
    public static func titleAreCalling(names: some TextArgument) -> Text { Text(.titleAreCalling, [.words(names.text)]) }
    /// Cannot start
    public static var titleBroken: Text { Text(.titleBroken) }
    /// ☎ {name} is calling — ECall
    public static func titleCalling(name: some TextArgument) -> Text { Text(.titleCalling, [.words(name.text)]) }
    /// Open in another window
    public static var titleOtherWindow: Text { Text(.titleOtherWindow) }
    /// {screen} — ECall
    public static func titleScreen(screen: some TextArgument) -> Text { Text(.titleScreen, [.words(screen.text)]) }
    /// ({count}) {screen} — ECall
    public static func titleWaiting(count: Int, screen: some TextArgument) -> Text { Text(.titleWaiting, [.number(count), .words(screen.text)]) }
    /// {name}: held. Their device has another key than before.
    public static func trustChangedKey(name: some TextArgument) -> Text { Text(.trustChangedKey, [.words(name.text)]) }
    /// {name}: new. This is the first call with them in this browser.
    public static func trustNew(name: some TextArgument) -> Text { Text(.trustNew, [.words(name.text)]) }
    /// {name}: held. They use a device that you do not know.
    public static func trustNewDevice(name: some TextArgument) -> Text { Text(.trustNewDevice, [.words(name.text)]) }
    /// {name}: new. This is the first call with them on this device.
    public static func trustNewHere(name: some TextArgument) -> Text { Text(.trustNewHere, [.words(name.text)]) }
    /// {name}: held. Their device shows an older identity than before.
    public static func trustOlderIdentity(name: some TextArgument) -> Text { Text(.trustOlderIdentity, [.words(name.text)]) }
    /// {name}: held. You said that this device isn’t theirs.
    public static func trustRefused(name: some TextArgument) -> Text { Text(.trustRefused, [.words(name.text)]) }
    /// {name}: held. They have signed this device out.
    public static func trustRevoked(name: some TextArgument) -> Text { Text(.trustRevoked, [.words(name.text)]) }
    /// {name}: held. Nobody in this call has invited them.
    public static func trustUninvited(name: some TextArgument) -> Text { Text(.trustUninvited, [.words(name.text)]) }
    /// {name}: held. You have verified another device of theirs, which has not confirmed this one.
    public static func trustUnverified(name: some TextArgument) -> Text { Text(.trustUnverified, [.words(name.text)]) }
    /// {name}: verified. You have compared the numbers.
    public static func trustVerified(name: some TextArgument) -> Text { Text(.trustVerified, [.words(name.text)]) }
    /// {name}: vouched. Another device of theirs says that this one is theirs.
    public static func trustVouched(name: some TextArgument) -> Text { Text(.trustVouched, [.words(name.text)]) }
    /// {name} · {word}
    public static func trustWas(name: some TextArgument, word: some TextArgument) -> Text { Text(.trustWas, [.words(name.text), .words(word.text)]) }
    /// In {count} calls since {month}
    public static func trustWordCalls(count: Int, month: some TextArgument) -> Text { Text(.trustWordCalls, [.number(count), .words(month.text)]) }
    /// Confirmed by you
    public static var trustWordConfirmed: Text { Text(.trustWordConfirmed) }
    /// Confirmed by you on {date}
    public static func trustWordConfirmedOn(date: some TextArgument) -> Text { Text(.trustWordConfirmedOn, [.words(date.text)]) }
    /// In earlier calls
    public static var trustWordEarlier: Text { Text(.trustWordEarlier) }
    /// First call with them
    public static var trustWordFirst: Text { Text(.trustWordFirst) }
    /// Listed, never met
    public static var trustWordListed: Text { Text(.trustWordListed) }
    /// Vouched for since {date}
    public static func trustWordVouchedSince(date: some TextArgument) -> Text { Text(.trustWordVouchedSince, [.words(date.text)]) }
    /// End and answer
    public static var waitingEnd: Text { Text(.waitingEnd) }
    /// Hold and answer
    public static var waitingHold: Text { Text(.waitingHold) }
    /// Second call
    public static var waitingTitle: Text { Text(.waitingTitle) }
    /// You’re all set
    public static var welcomeAppTitle: Text { Text(.welcomeAppTitle) }
    /// Confirm with your other device
    public static var welcomeConfirm: Text { Text(.welcomeConfirm) }
    /// There, open Settings, Devices, this device, and choose Compare: scan this code, or check that the digits are the same. Do it even where no other device is listed: the list comes from the server.
    public static var welcomeConfirmHow: Text { Text(.welcomeConfirmHow) }
    /// Later, or this is my first device
    public static var welcomeConfirmLater: Text { Text(.welcomeConfirmLater) }
    /// Continue
    public static var welcomeConfirmNext: Text { Text(.welcomeConfirmNext) }
    /// If you already use ECall somewhere, confirm this device there. Your contacts then let it in without being asked.
    public static var welcomeConfirmText: Text { Text(.welcomeConfirmText) }
    /// To the contacts
    public static var welcomeGo: Text { Text(.welcomeGo) }
    /// Before the first call
    public static var welcomePermissions: Text { Text(.welcomePermissions) }
    /// A key was made for it. Its secret part never leaves this browser. This is the fingerprint of the public one; you find it again in the settings.
    public static var welcomeText: Text { Text(.welcomeText) }
    /// This device is ready
    public static var welcomeTitle: Text { Text(.welcomeTitle) }
    /// Go on there. You can close this window.
    public static var windowsHandedOverText: Text { Text(.windowsHandedOverText) }
    /// The link is open in your other window
    public static var windowsHandedOverTitle: Text { Text(.windowsHandedOverTitle) }
    /// A call in the other window ends when you take over. When it is closed, this one takes its place.
    public static var windowsNote: Text { Text(.windowsNote) }
    /// Calls ring there. A browser is one device, and one window of it at a time is in use.
    public static var windowsOtherText: Text { Text(.windowsOtherText) }
    /// This browser is open in another window
    public static var windowsOtherTitle: Text { Text(.windowsOtherTitle) }
    /// The other window has taken over. Calls ring there.
    public static var windowsTakenOver: Text { Text(.windowsTakenOver) }
    /// Taking over…
    public static var windowsTaking: Text { Text(.windowsTaking) }
    /// Use it here
    public static var windowsUse: Text { Text(.windowsUse) }
}
