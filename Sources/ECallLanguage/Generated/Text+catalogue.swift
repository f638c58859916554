// swift-format-ignore-file
// Made by Scripts/texts.py of Localizable.xcstrings.

extension Text {
    /// Free software that uses the protocol of the ECall app for iOS. It isn’t made by that app’s developers.
    public static var aboutIndependent: Text { Text(.aboutIndependent) }
    /// Licence
    public static var aboutLicence: Text { Text(.aboutLicence) }
    /// MIT
    public static var aboutMit: Text { Text(.aboutMit) }
    /// Version, server, licence
    public static var aboutNote: Text { Text(.aboutNote) }
    /// Calls are end-to-end encrypted: only the people in a call can see and hear it. The operator of this server can see who calls whom, and when.
    public static var aboutOperator: Text { Text(.aboutOperator) }
    /// This server
    public static var aboutServer: Text { Text(.aboutServer) }
    /// About
    public static var aboutTitle: Text { Text(.aboutTitle) }
    /// Version
    public static var aboutVersion: Text { Text(.aboutVersion) }
    /// Delete account
    public static var accountDeleteDo: Text { Text(.accountDeleteDo) }
    /// In 15 days, your name, addresses, contacts, links and call history will be deleted permanently, and all devices will be signed out. Until then, you can change your mind and keep your account.
    public static var accountDeleteLost: Text { Text(.accountDeleteLost) }
    /// Delete your account?
    public static var accountDeleteQuestion: Text { Text(.accountDeleteQuestion) }
    /// Saving…
    public static var accountExportBusy: Text { Text(.accountExportBusy) }
    /// Save as a file
    public static var accountExportDo: Text { Text(.accountExportDo) }
    /// Everything this server stores about you, in one JSON file. Your encryption keys aren’t included, because the server doesn’t have them.
    public static var accountExportText: Text { Text(.accountExportText) }
    /// Your data
    public static var accountExportTitle: Text { Text(.accountExportTitle) }
    /// Export, sign out, delete
    public static var accountNote: Text { Text(.accountNote) }
    /// Signing out…
    public static var accountSignOutBusy: Text { Text(.accountSignOutBusy) }
    /// Calls will stop ringing here. This device’s keys and everything it knows about your contacts’ devices will be erased, so those devices will appear as new again. Your account and contacts stay on the server.
    public static var accountSignOutLost: Text { Text(.accountSignOutLost) }
    /// Signs out this device only. Your account, contacts and other devices aren’t affected.
    public static var accountSignOutText: Text { Text(.accountSignOutText) }
    /// Sign out
    public static var accountSignOutTitle: Text { Text(.accountSignOutTitle) }
    /// Account
    public static var accountTitle: Text { Text(.accountTitle) }
    /// {name} accepted your request. You can now call each other.
    public static func addAccepted(name: some TextArgument) -> Text { Text(.addAccepted, [.words(name.text)]) }
    /// {name} hasn’t answered your earlier request yet.
    public static func addAlreadyRequestedText(name: some TextArgument) -> Text { Text(.addAlreadyRequestedText, [.words(name.text)]) }
    /// Request already sent
    public static var addAlreadyRequestedTitle: Text { Text(.addAlreadyRequestedTitle) }
    /// Add another
    public static var addAnother: Text { Text(.addAnother) }
    /// {name} had already sent you a request.
    public static func addBecameContacts(name: some TextArgument) -> Text { Text(.addBecameContacts, [.words(name.text)]) }
    /// You’re now contacts
    public static var addContactsNow: Text { Text(.addContactsNow) }
    /// **{name}** created this link.
    public static func addFoundByLink(name: some TextArgument) -> Text { Text(.addFoundByLink, [.words(name.text)]) }
    /// **{name}** matches your search.
    public static func addFoundBySearch(name: some TextArgument) -> Text { Text(.addFoundBySearch, [.words(name.text)]) }
    /// You have a contact called **{name}**.
    public static func addKnown(name: some TextArgument) -> Text { Text(.addKnown, [.words(name.text)]) }
    /// Link, e-mail or phone number
    public static var addLabel: Text { Text(.addLabel) }
    /// Paste a link, or enter their full e-mail address or phone number.
    public static var addLead: Text { Text(.addLead) }
    /// Search
    public static var addLookUp: Text { Text(.addLookUp) }
    /// Search again
    public static var addLookUpAnother: Text { Text(.addLookUpAnother) }
    /// Searching…
    public static var addLookingUp: Text { Text(.addLookingUp) }
    /// Not them
    public static var addNotThem: Text { Text(.addNotThem) }
    /// Someone else
    public static var addOtherPerson: Text { Text(.addOtherPerson) }
    /// You can already call each other.
    public static var addProblemAlreadyContactsText: Text { Text(.addProblemAlreadyContactsText) }
    /// Already a contact
    public static var addProblemAlreadyContactsTitle: Text { Text(.addProblemAlreadyContactsTitle) }
    /// Paste a link, or enter an e-mail address or phone number.
    public static var addProblemEmptyText: Text { Text(.addProblemEmptyText) }
    /// Nothing entered
    public static var addProblemEmptyTitle: Text { Text(.addProblemEmptyTitle) }
    /// Ask them for a new link.
    public static var addProblemExpiredText: Text { Text(.addProblemExpiredText) }
    /// Link expired
    public static var addProblemExpiredTitle: Text { Text(.addProblemExpiredTitle) }
    /// Part of the link is missing. Copy the whole link and try again.
    public static var addProblemMalformedTokenText: Text { Text(.addProblemMalformedTokenText) }
    /// Incomplete link
    public static var addProblemMalformedTokenTitle: Text { Text(.addProblemMalformedTokenTitle) }
    /// Start the phone number with + and the country code, such as +44.
    public static var addProblemMissingCountryCodeText: Text { Text(.addProblemMissingCountryCodeText) }
    /// Country code missing
    public static var addProblemMissingCountryCodeTitle: Text { Text(.addProblemMissingCountryCodeTitle) }
    /// No account matches. They may have turned off being found this way. Ask them for a link instead.
    public static var addProblemNobodyFoundText: Text { Text(.addProblemNobodyFoundText) }
    /// No one found
    public static var addProblemNobodyFoundTitle: Text { Text(.addProblemNobodyFoundTitle) }
    /// A contact link ends with /share/contact/ and 43 letters and digits. Copy the whole link and try again.
    public static var addProblemNotAContactLinkText: Text { Text(.addProblemNotAContactLinkText) }
    /// Not a contact link
    public static var addProblemNotAContactLinkTitle: Text { Text(.addProblemNotAContactLinkTitle) }
    /// A fingerprint has 64 characters: digits from 0 to 9 and letters from a to f. Copy all of it and try again.
    public static var addProblemNotAFingerprintText: Text { Text(.addProblemNotAFingerprintText) }
    /// Invalid fingerprint
    public static var addProblemNotAFingerprintTitle: Text { Text(.addProblemNotAFingerprintTitle) }
    /// Paste the whole link, or enter an e-mail address, or a phone number that starts with +.
    public static var addProblemNotALinkText: Text { Text(.addProblemNotALinkText) }
    /// Not a link
    public static var addProblemNotALinkTitle: Text { Text(.addProblemNotALinkTitle) }
    /// Enter + and 5 to 15 digits.
    public static var addProblemNotAPhoneNumberText: Text { Text(.addProblemNotAPhoneNumberText) }
    /// Not a phone number
    public static var addProblemNotAPhoneNumberTitle: Text { Text(.addProblemNotAPhoneNumberTitle) }
    /// Enter the full e-mail address, such as name@example.org.
    public static var addProblemNotAnEmailText: Text { Text(.addProblemNotAnEmailText) }
    /// Not an e-mail address
    public static var addProblemNotAnEmailTitle: Text { Text(.addProblemNotAnEmailTitle) }
    /// The link may be mistyped, or its owner may have deleted it. Ask them for a new one.
    public static var addProblemNotFoundText: Text { Text(.addProblemNotFoundText) }
    /// Invalid link
    public static var addProblemNotFoundTitle: Text { Text(.addProblemNotFoundTitle) }
    /// You can’t search by name. Enter a full e-mail address or phone number, or paste a link.
    public static var addProblemNotSearchableText: Text { Text(.addProblemNotSearchableText) }
    /// Not an address or number
    public static var addProblemNotSearchableTitle: Text { Text(.addProblemNotSearchableTitle) }
    /// Request not sent
    public static var addProblemNotSent: Text { Text(.addProblemNotSent) }
    /// Can’t reach the server. Check your connection, then try again with the same link.
    public static var addProblemOfflineText: Text { Text(.addProblemOfflineText) }
    /// No connection
    public static var addProblemOfflineTitle: Text { Text(.addProblemOfflineTitle) }
    /// That didn’t work
    public static var addProblemOther: Text { Text(.addProblemOther) }
    /// This link is from another server. You both need an account on the same server.
    public static var addProblemOtherServerText: Text { Text(.addProblemOtherServerText) }
    /// Another server
    public static var addProblemOtherServerTitle: Text { Text(.addProblemOtherServerTitle) }
    /// Send it to the person who should add you.
    public static var addProblemOwnLinkText: Text { Text(.addProblemOwnLinkText) }
    /// Your own link
    public static var addProblemOwnLinkTitle: Text { Text(.addProblemOwnLinkTitle) }
    /// This text has more than one link. Paste only the link that you want to open.
    public static var addProblemSeveralLinksText: Text { Text(.addProblemSeveralLinksText) }
    /// More than one link
    public static var addProblemSeveralLinksTitle: Text { Text(.addProblemSeveralLinksTitle) }
    /// The server didn’t answer in time. Try again.
    public static var addProblemTimeoutText: Text { Text(.addProblemTimeoutText) }
    /// No answer
    public static var addProblemTimeoutTitle: Text { Text(.addProblemTimeoutTitle) }
    /// Wait a minute, then try again.
    public static var addProblemTooManyRequestsText: Text { Text(.addProblemTooManyRequestsText) }
    /// Too many attempts
    public static var addProblemTooManyRequestsTitle: Text { Text(.addProblemTooManyRequestsTitle) }
    /// Try again in an hour, or ask them for a link.
    public static var addProblemTooManySearchesText: Text { Text(.addProblemTooManySearchesText) }
    /// Too many searches
    public static var addProblemTooManySearchesTitle: Text { Text(.addProblemTooManySearchesTitle) }
    /// This link can’t be used again. Ask them for a new one.
    public static var addProblemUsedText: Text { Text(.addProblemUsedText) }
    /// Link already used
    public static var addProblemUsedTitle: Text { Text(.addProblemUsedTitle) }
    /// Enter someone else’s e-mail address or phone number.
    public static var addProblemYourselfText: Text { Text(.addProblemYourselfText) }
    /// That’s you
    public static var addProblemYourselfTitle: Text { Text(.addProblemYourselfTitle) }
    /// Send request
    public static var addSend: Text { Text(.addSend) }
    /// Sending…
    public static var addSending: Text { Text(.addSending) }
    /// You’ll be able to call each other when {name} accepts.
    public static func addSentText(name: some TextArgument) -> Text { Text(.addSentText, [.words(name.text)]) }
    /// Request sent
    public static var addSentTitle: Text { Text(.addSentTitle) }
    /// Show contact
    public static var addShowContact: Text { Text(.addShowContact) }
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
    /// Go to contacts
    public static var addToContacts: Text { Text(.addToContacts) }
    /// You can now sign in with {address}.
    public static func addressAdded(address: some TextArgument) -> Text { Text(.addressAdded, [.words(address.text)]) }
    /// Changed to {address}.
    public static func addressChanged(address: some TextArgument) -> Text { Text(.addressChanged, [.words(address.text)]) }
    /// Confirm
    public static var addressConfirm: Text { Text(.addressConfirm) }
    /// Checking code…
    public static var addressConfirming: Text { Text(.addressConfirming) }
    /// New e-mail address
    public static var addressEmail: Text { Text(.addressEmail) }
    /// We’ll send a code to this address.
    public static var addressEmailHint: Text { Text(.addressEmailHint) }
    /// This server doesn’t send e-mail, so it can’t confirm an e-mail address.
    public static var addressNoMail: Text { Text(.addressNoMail) }
    /// This server doesn’t send text messages, so it can’t confirm a phone number.
    public static var addressNoMessages: Text { Text(.addressNoMessages) }
    /// Change e-mail or number
    public static var addressOther: Text { Text(.addressOther) }
    /// New phone number
    public static var addressPhone: Text { Text(.addressPhone) }
    /// Start with + and the country code. We’ll send a code to this number.
    public static var addressPhoneHint: Text { Text(.addressPhoneHint) }
    /// Send code
    public static var addressSend: Text { Text(.addressSend) }
    /// Sending code…
    public static var addressSending: Text { Text(.addressSending) }
    /// Enter the code we sent to **{address}**. It works for 10 minutes.
    public static func addressSent(address: some TextArgument) -> Text { Text(.addressSent, [.words(address.text)]) }
    /// {name} is now your contact.
    public static func alertAcceptedContent(name: some TextArgument) -> Text { Text(.alertAcceptedContent, [.words(name.text)]) }
    /// Contact request accepted
    public static var alertAcceptedTitle: Text { Text(.alertAcceptedTitle) }
    /// Your account information was changed.
    public static var alertAccountContent: Text { Text(.alertAccountContent) }
    /// Account changed
    public static var alertAccountTitle: Text { Text(.alertAccountTitle) }
    /// A new device signed in to your account. If it wasn’t you, sign it out in Settings › Devices.
    public static var alertNewDeviceContent: Text { Text(.alertNewDeviceContent) }
    /// New sign-in
    public static var alertNewDeviceTitle: Text { Text(.alertNewDeviceTitle) }
    /// {name} wants to be your contact.
    public static func alertRequestContent(name: some TextArgument) -> Text { Text(.alertRequestContent, [.words(name.text)]) }
    /// New contact request
    public static var alertRequestTitle: Text { Text(.alertRequestTitle) }
    /// {check} unlocks ECall. While it’s locked, calls still ring and you can answer them.
    public static func appLockBy(check: some TextArgument) -> Text { Text(.appLockBy, [.words(check.text)]) }
    /// Face ID
    public static var appLockByFaceID: Text { Text(.appLockByFaceID) }
    /// Optic ID
    public static var appLockByOpticID: Text { Text(.appLockByOpticID) }
    /// Your device passcode
    public static var appLockByPasscode: Text { Text(.appLockByPasscode) }
    /// Touch ID
    public static var appLockByTouchID: Text { Text(.appLockByTouchID) }
    /// Lock after
    public static var appLockDelay: Text { Text(.appLockDelay) }
    /// Immediately
    public static var appLockDelayAtOnce: Text { Text(.appLockDelayAtOnce) }
    /// {count} hours
    public static func appLockDelayHours(count: Int) -> Text { Text(.appLockDelayHours, [.number(count)]) }
    /// {count} minutes
    public static func appLockDelayMinutes(count: Int) -> Text { Text(.appLockDelayMinutes, [.number(count)]) }
    /// You weren’t recognised. Try again.
    public static var appLockFailed: Text { Text(.appLockFailed) }
    /// ECall is locked
    public static var appLockLocked: Text { Text(.appLockLocked) }
    /// Too many attempts. Lock this device, unlock it with its passcode, then try again.
    public static var appLockLockedOut: Text { Text(.appLockLockedOut) }
    /// This device has no passcode. Set one in Settings, then try again.
    public static var appLockNoPasscode: Text { Text(.appLockNoPasscode) }
    /// Lock ECall on this device
    public static var appLockNote: Text { Text(.appLockNote) }
    /// Loading…
    public static var appLockReading: Text { Text(.appLockReading) }
    /// App lock
    public static var appLockTitle: Text { Text(.appLockTitle) }
    /// Turn off app lock
    public static var appLockTurnOff: Text { Text(.appLockTurnOff) }
    /// Turn on app lock
    public static var appLockTurnOn: Text { Text(.appLockTurnOn) }
    /// Unlock ECall
    public static var appLockUnlock: Text { Text(.appLockUnlock) }
    /// Unlock
    public static var appLockUnlockDo: Text { Text(.appLockUnlockDo) }
    /// Lock ECall
    public static var appLockUse: Text { Text(.appLockUse) }
    /// Light or dark
    public static var appearanceNote: Text { Text(.appearanceNote) }
    /// “System” matches your device’s setting.
    public static var appearanceText: Text { Text(.appearanceText) }
    /// Theme
    public static var appearanceTheme: Text { Text(.appearanceTheme) }
    /// No blocked people
    public static var blockedEmptyTitle: Text { Text(.blockedEmptyTitle) }
    /// You don’t get calls or requests from these people. They aren’t notified.
    public static var blockedLead: Text { Text(.blockedLead) }
    /// Blocked people
    public static var blockedTitle: Text { Text(.blockedTitle) }
    /// Use an up-to-date browser that lets this site store data. The address must start with https:// unless the server runs on this computer. Some browsers don’t store data in private windows.
    public static var brokenText: Text { Text(.brokenText) }
    /// ECall can’t start here
    public static var brokenTitle: Text { Text(.brokenTitle) }
    /// Call again
    public static var callAgain: Text { Text(.callAgain) }
    /// Calling {names}…
    public static func callAreCalled(names: some TextArgument) -> Text { Text(.callAreCalled, [.words(names.text)]) }
    /// Go to contacts and stay in the call
    public static var callBack: Text { Text(.callBack) }
    /// Call back
    public static var callCallBack: Text { Text(.callCallBack) }
    /// Camera off
    public static var callCameraOff: Text { Text(.callCameraOff) }
    /// Camera on
    public static var callCameraOn: Text { Text(.callCameraOn) }
    /// Your browser is blocking the camera. Allow camera access for this page, then try again.
    public static var callCannotOpenCameraDenied: Text { Text(.callCannotOpenCameraDenied) }
    /// No camera found. Connect one, then try again.
    public static var callCannotOpenCameraNotFound: Text { Text(.callCannotOpenCameraNotFound) }
    /// The camera couldn’t start. Close other apps that use it, then try again.
    public static var callCannotOpenCameraNotReadable: Text { Text(.callCannotOpenCameraNotReadable) }
    /// The camera was disconnected. Connect a camera, then try again.
    public static var callCannotOpenCameraUnplugged: Text { Text(.callCannotOpenCameraUnplugged) }
    /// Your browser is blocking the microphone. Allow microphone access for this page, then try again.
    public static var callCannotOpenMicrophoneDenied: Text { Text(.callCannotOpenMicrophoneDenied) }
    /// No microphone found. Connect one, then try again.
    public static var callCannotOpenMicrophoneNotFound: Text { Text(.callCannotOpenMicrophoneNotFound) }
    /// The microphone couldn’t start. Close other apps that use it, then try again.
    public static var callCannotOpenMicrophoneNotReadable: Text { Text(.callCannotOpenMicrophoneNotReadable) }
    /// The microphone was disconnected. Connect a microphone, then try again.
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
    /// The call continues there.
    public static var callEndAnsweredElsewhereText: Text { Text(.callEndAnsweredElsewhereText) }
    /// Call dropped
    public static var callEndBrokeOff: Text { Text(.callEndBrokeOff) }
    /// Busy
    public static var callEndBusy: Text { Text(.callEndBusy) }
    /// {name} is in another call. Try again later.
    public static func callEndBusyText(name: some TextArgument) -> Text { Text(.callEndBusyText, [.words(name.text)]) }
    /// Call cancelled
    public static var callEndCancelled: Text { Text(.callEndCancelled) }
    /// The connection couldn’t be restored. Check your network, then call again.
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
    /// No one answered.
    public static var callEndNobodyCame: Text { Text(.callEndNobodyCame) }
    /// No answer
    public static var callEndNotAnswered: Text { Text(.callEndNotAnswered) }
    /// Couldn’t answer the call
    public static var callEndNotAnsweredHere: Text { Text(.callEndNotAnsweredHere) }
    /// Call failed
    public static var callEndNotMade: Text { Text(.callEndNotMade) }
    /// Couldn’t return to the call
    public static var callEndNotReturned: Text { Text(.callEndNotReturned) }
    /// {name}’s connection was lost. Try calling again.
    public static func callEndRemoteLost(name: some TextArgument) -> Text { Text(.callEndRemoteLost, [.words(name.text)]) }
    /// Removed from the call
    public static var callEndRemoved: Text { Text(.callEndRemoved) }
    /// {name} removed you from the call.
    public static func callEndRemovedBy(name: some TextArgument) -> Text { Text(.callEndRemovedBy, [.words(name.text)]) }
    /// End call
    public static var callEndCall: Text { Text(.callEndCall) }
    /// Call ended
    public static var callEnded: Text { Text(.callEnded) }
    /// You’re already in a call. End it first.
    public static var callFailureAlreadyInCall: Text { Text(.callFailureAlreadyInCall) }
    /// They’re already in this call.
    public static var callFailureAlreadyInThisCall: Text { Text(.callFailureAlreadyInThisCall) }
    /// This browser doesn’t support encrypted calls. Update it, or use a different one.
    public static var callFailureBrowser: Text { Text(.callFailureBrowser) }
    /// They’re in another call. Try again later.
    public static var callFailureBusy: Text { Text(.callFailureBusy) }
    /// This device’s keys can’t be used to encrypt calls. Sign out, then sign in again.
    public static var callFailureCannotSign: Text { Text(.callFailureCannotSign) }
    /// The connection was lost. Check your network, then call again.
    public static var callFailureConnectionLost: Text { Text(.callFailureConnectionLost) }
    /// You answered on another device.
    public static var callFailureElsewhere: Text { Text(.callFailureElsewhere) }
    /// The call wasn’t made because it couldn’t be encrypted. Try again.
    public static var callFailureEncryption: Text { Text(.callFailureEncryption) }
    /// This tab has reached the browser’s connection limit. Reload the page, then call again.
    public static var callFailureExhausted: Text { Text(.callFailureExhausted) }
    /// You can’t join with this link. The call is over, or you and the link’s owner aren’t contacts.
    public static var callFailureLinkOver: Text { Text(.callFailureLinkOver) }
    /// The camera or microphone couldn’t start. Close other apps that use them, then try again.
    public static var callFailureMedia: Text { Text(.callFailureMedia) }
    /// Audio or video couldn’t start: {reason}
    public static func callFailureMediaBecause(reason: some TextArgument) -> Text { Text(.callFailureMediaBecause, [.words(reason.text)]) }
    /// The media server didn’t answer the offer.
    public static var callFailureNoAnswerToOffer: Text { Text(.callFailureNoAnswerToOffer) }
    /// There’s no current call.
    public static var callFailureNoCall: Text { Text(.callFailureNoCall) }
    /// Couldn’t connect to the media server.
    public static var callFailureNoConnection: Text { Text(.callFailureNoConnection) }
    /// calls don’t work on this system yet
    public static var callFailureNoMediaEngine: Text { Text(.callFailureNoMediaEngine) }
    /// This call was started without a camera, so you can’t turn one on.
    public static var callFailureNoPictures: Text { Text(.callFailureNoPictures) }
    /// The media server couldn’t create a room for the call.
    public static var callFailureNoRoom: Text { Text(.callFailureNoRoom) }
    /// The call wasn’t made because it can’t be encrypted for any of their devices. Ask them to update ECall.
    public static var callFailureNoUsableKey: Text { Text(.callFailureNoUsableKey) }
    /// They can’t be called right now because none of their devices is ready for calls. Try again later.
    public static var callFailureNotAvailable: Text { Text(.callFailureNotAvailable) }
    /// They’re not in this call.
    public static var callFailureNotInCall: Text { Text(.callFailureNotInCall) }
    /// No one let you in. The link may have been deleted, or its owner may need to add you to the call.
    public static var callFailureNotLetIn: Text { Text(.callFailureNotLetIn) }
    /// The media server offered no audio or video.
    public static var callFailureNothingOffered: Text { Text(.callFailureNothingOffered) }
    /// No one in the call is waiting to be confirmed.
    public static var callFailureNothingToConfirm: Text { Text(.callFailureNothingToConfirm) }
    /// The server isn’t responding. Check your network, then try again.
    public static var callFailureOffline: Text { Text(.callFailureOffline) }
    /// This call has ended.
    public static var callFailureOver: Text { Text(.callFailureOver) }
    /// The media server rejected the call. Try again.
    public static var callFailureRoom: Text { Text(.callFailureRoom) }
    /// {reason} Try again.
    public static func callFailureRoomBecause(reason: some TextArgument) -> Text { Text(.callFailureRoomBecause, [.words(reason.text)]) }
    /// The server rejected the call. Try again.
    public static var callFailureServer: Text { Text(.callFailureServer) }
    /// This browser couldn’t set up the call. Reload the page, then try again.
    public static var callFailureSetup: Text { Text(.callFailureSetup) }
    /// You’re signed out. Sign in first.
    public static var callFailureSignedOut: Text { Text(.callFailureSignedOut) }
    /// The call wasn’t made because their app is too old to encrypt it. Ask them to update it.
    public static var callFailureTheirAppTooOld: Text { Text(.callFailureTheirAppTooOld) }
    /// A call with {count} people needs more open files than this program is allowed.
    public static func callFailureTooFewFiles(count: Int) -> Text { Text(.callFailureTooFewFiles, [.number(count)]) }
    /// A call with {count} people needs more threads than this program is allowed.
    public static func callFailureTooFewThreads(count: Int) -> Text { Text(.callFailureTooFewThreads, [.number(count)]) }
    /// Full screen
    public static var callFullScreen: Text { Text(.callFullScreen) }
    /// {name} is back.
    public static func callIsBack(name: some TextArgument) -> Text { Text(.callIsBack, [.words(name.text)]) }
    /// Calling {names}…
    public static func callIsCalled(names: some TextArgument) -> Text { Text(.callIsCalled, [.words(names.text)]) }
    /// {name} joined the call.
    public static func callJoined(name: some TextArgument) -> Text { Text(.callJoined, [.words(name.text)]) }
    /// Duration: {time}
    public static func callLasted(time: some TextArgument) -> Text { Text(.callLasted, [.words(time.text)]) }
    /// Exit full screen
    public static var callLeaveFullScreen: Text { Text(.callLeaveFullScreen) }
    /// {name} left the call.
    public static func callLeft(name: some TextArgument) -> Text { Text(.callLeft, [.words(name.text)]) }
    /// Nothing is arriving from the other side yet. The network there may be blocking audio and video.
    public static var callMediaOthers: Text { Text(.callMediaOthers) }
    /// Audio and video can’t get through your network. Use another network, or ask this one’s administrator to allow calls.
    public static var callMediaOwnNetwork: Text { Text(.callMediaOwnNetwork) }
    /// Your browser is blocking the microphone and camera. Others can’t see or hear you. Allow access for this page, then press Unmute or Camera on.
    public static var callMissingBothDenied: Text { Text(.callMissingBothDenied) }
    /// No microphone or camera found. Others can’t see or hear you. Connect them, then press Unmute or Camera on.
    public static var callMissingBothNotFound: Text { Text(.callMissingBothNotFound) }
    /// The microphone and camera couldn’t start. Others can’t see or hear you. Close other apps that use them, then press Unmute or Camera on.
    public static var callMissingBothNotReadable: Text { Text(.callMissingBothNotReadable) }
    /// The microphone and camera were disconnected. Others can’t see or hear you. Connect them, then press Unmute or Camera on.
    public static var callMissingBothUnplugged: Text { Text(.callMissingBothUnplugged) }
    /// Your browser is blocking the camera. Others can’t see you. Allow camera access for this page, then press Camera on.
    public static var callMissingCameraDenied: Text { Text(.callMissingCameraDenied) }
    /// No camera found. Others can’t see you. Connect one, then press Camera on.
    public static var callMissingCameraNotFound: Text { Text(.callMissingCameraNotFound) }
    /// The camera couldn’t start. Others can’t see you. Close other apps that use it, then press Camera on.
    public static var callMissingCameraNotReadable: Text { Text(.callMissingCameraNotReadable) }
    /// The camera was disconnected. Others can’t see you. Connect a camera, then press Camera on.
    public static var callMissingCameraUnplugged: Text { Text(.callMissingCameraUnplugged) }
    /// Your browser is blocking the microphone. Others can’t hear you. Allow microphone access for this page, then press Unmute.
    public static var callMissingMicrophoneDenied: Text { Text(.callMissingMicrophoneDenied) }
    /// No microphone found. Others can’t hear you. Connect one, then press Unmute.
    public static var callMissingMicrophoneNotFound: Text { Text(.callMissingMicrophoneNotFound) }
    /// The microphone couldn’t start. Others can’t hear you. Close other apps that use it, then press Unmute.
    public static var callMissingMicrophoneNotReadable: Text { Text(.callMissingMicrophoneNotReadable) }
    /// The microphone was disconnected. Others can’t hear you. Connect a microphone, then press Unmute.
    public static var callMissingMicrophoneUnplugged: Text { Text(.callMissingMicrophoneUnplugged) }
    /// More
    public static var callMore: Text { Text(.callMore) }
    /// Mute
    public static var callMute: Text { Text(.callMute) }
    /// {names} and {count} more people
    public static func callNamesMore(names: some TextArgument, count: Int) -> Text { Text(.callNamesMore, [.words(names.text), .number(count)]) }
    /// {names} and {count} others
    public static func callNamesOthers(names: some TextArgument, count: Int) -> Text { Text(.callNamesOthers, [.words(names.text), .number(count)]) }
    /// {names} can’t be called right now.
    public static func callNotRung(names: some TextArgument) -> Text { Text(.callNotRung, [.words(names.text)]) }
    /// Answered on another device.
    public static var callNoticeAnsweredElsewhere: Text { Text(.callNoticeAnsweredElsewhere) }
    /// their connection was lost
    public static var callNoticeConnectionBroke: Text { Text(.callNoticeConnectionBroke) }
    /// Declined on another device.
    public static var callNoticeDeclinedElsewhere: Text { Text(.callNoticeDeclinedElsewhere) }
    /// Some people can’t be shown because this tab has reached the browser’s connection limit. Reload the page to see everyone.
    public static var callNoticeExhausted: Text { Text(.callNoticeExhausted) }
    /// You joined muted because 16 people are already unmuted.
    public static var callNoticeJoinedMuted: Text { Text(.callNoticeJoinedMuted) }
    /// {name} doesn’t see {other}’s device in this call. If this doesn’t change, end the call and call again.
    public static func callNoticeLacks(name: some TextArgument, other: some TextArgument) -> Text { Text(.callNoticeLacks, [.words(name.text), .words(other.text)]) }
    /// {name} doesn’t see your device in this call. If this doesn’t change, end the call and call again.
    public static func callNoticeLacksYou(name: some TextArgument) -> Text { Text(.callNoticeLacksYou, [.words(name.text)]) }
    /// {name} asked you to mute.
    public static func callNoticeMuteRequested(name: some TextArgument) -> Text { Text(.callNoticeMuteRequested, [.words(name.text)]) }
    /// Your camera or microphone can’t be used right now, so others can’t see or hear you. The call continues.
    public static var callNoticeNoMedia: Text { Text(.callNoticeNoMedia) }
    /// This browser can’t send video that everyone in this call can play, so others can’t see you.
    public static var callNoticeNoPictures: Text { Text(.callNoticeNoPictures) }
    /// You can’t see or hear someone in this call.
    public static var callNoticeNotReceived: Text { Text(.callNoticeNotReceived) }
    /// You can’t see or hear someone in this call: {reason}
    public static func callNoticeNotReceivedBecause(reason: some TextArgument) -> Text { Text(.callNoticeNotReceivedBecause, [.words(reason.text)]) }
    /// Call declined, but {name} couldn’t be told that you’ll call back.
    public static func callNoticeNotReplied(name: some TextArgument) -> Text { Text(.callNoticeNotReplied, [.words(name.text)]) }
    /// Call declined, but {name} couldn’t be told why.
    public static func callNoticeNotTold(name: some TextArgument) -> Text { Text(.callNoticeNotTold, [.words(name.text)]) }
    /// Your iPhone didn’t let this call begin. End other calls, then try again.
    public static var callNoticeRefused: Text { Text(.callNoticeRefused) }
    /// {name} was removed from the call.
    public static func callNoticeRemoved(name: some TextArgument) -> Text { Text(.callNoticeRemoved, [.words(name.text)]) }
    /// You told {name} that you can’t talk now and will call back in {minutes} minutes.
    public static func callNoticeReplied(name: some TextArgument, minutes: Int) -> Text { Text(.callNoticeReplied, [.words(name.text), .number(minutes)]) }
    /// {name} sees someone in this call who isn’t shown here.
    public static func callNoticeSeesMore(name: some TextArgument) -> Text { Text(.callNoticeSeesMore, [.words(name.text)]) }
    /// Your iPhone hasn’t turned on the sound of this call. Hang up, then call again.
    public static var callNoticeSilent: Text { Text(.callNoticeSilent) }
    /// You told {name} that you can’t talk now.
    public static func callNoticeToldPlain(name: some TextArgument) -> Text { Text(.callNoticeToldPlain, [.words(name.text)]) }
    /// You and {name} can’t hear each other because their app is too old to encrypt this call. Ask them to update it.
    public static func callNoticeTooOld(name: some TextArgument) -> Text { Text(.callNoticeTooOld, [.words(name.text)]) }
    /// {name} put the call on hold.
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
    /// {name} stopped recording.
    public static func callRecordingEnded(name: some TextArgument) -> Text { Text(.callRecordingEnded, [.words(name.text)]) }
    /// {name} is in another call.
    public static func callRejectedBusy(name: some TextArgument) -> Text { Text(.callRejectedBusy, [.words(name.text)]) }
    /// {name} is no longer being called.
    public static func callRejectedCancelled(name: some TextArgument) -> Text { Text(.callRejectedCancelled, [.words(name.text)]) }
    /// {name} declined.
    public static func callRejectedDeclined(name: some TextArgument) -> Text { Text(.callRejectedDeclined, [.words(name.text)]) }
    /// {name} didn’t answer.
    public static func callRejectedNotAnswered(name: some TextArgument) -> Text { Text(.callRejectedNotAnswered, [.words(name.text)]) }
    /// {name} can’t talk now and will call back in {minutes} minutes.
    public static func callReplyCallsBack(name: some TextArgument, minutes: Int) -> Text { Text(.callReplyCallsBack, [.words(name.text), .number(minutes)]) }
    /// {name} can’t talk now.
    public static func callReplyPlain(name: some TextArgument) -> Text { Text(.callReplyPlain, [.words(name.text)]) }
    /// Grid view
    public static var callShowGrid: Text { Text(.callShowGrid) }
    /// Speaker view
    public static var callShowSpeaker: Text { Text(.callShowSpeaker) }
    /// Release Space to mute.
    public static var callTalking: Text { Text(.callTalking) }
    /// Call
    public static var callTitle: Text { Text(.callTitle) }
    /// Turn camera off
    public static var callTurnCameraOff: Text { Text(.callTurnCameraOff) }
    /// Turn camera on
    public static var callTurnCameraOn: Text { Text(.callTurnCameraOn) }
    /// You’re muted.
    public static var callUnheard: Text { Text(.callUnheard) }
    /// Hold Space to speak.
    public static var callUnheardHow: Text { Text(.callUnheardHow) }
    /// Unmute
    public static var callUnmute: Text { Text(.callUnmute) }
    /// Add {name}
    public static func callLinkAdd(name: some TextArgument) -> Text { Text(.callLinkAdd, [.words(name.text)]) }
    /// QR code for the call link
    public static var callLinkCode: Text { Text(.callLinkCode) }
    /// {name} is joining with your link.
    public static func callLinkComes(name: some TextArgument) -> Text { Text(.callLinkComes, [.words(name.text)]) }
    /// {name} opened your link on a device you haven’t confirmed.
    public static func callLinkHeld(name: some TextArgument) -> Text { Text(.callLinkHeld, [.words(name.text)]) }
    /// Share a link to this call
    public static var callLinkShare: Text { Text(.callLinkShare) }
    /// Join my call on ECall
    public static var callLinkShareTitle: Text { Text(.callLinkShareTitle) }
    /// Link:
    public static var callLinkSpoken: Text { Text(.callLinkSpoken) }
    /// Only your contacts can join with this link, and only while you’re in the call.
    public static var callLinkText: Text { Text(.callLinkText) }
    /// Link to this call
    public static var callLinkTitle: Text { Text(.callLinkTitle) }
    /// {name} wants to join with your link. You haven’t been in a call together yet.
    public static func callLinkUnmet(name: some TextArgument) -> Text { Text(.callLinkUnmet, [.words(name.text)]) }
    /// The call link was deleted. No one can join with it any more.
    public static var callLinkWithdrawn: Text { Text(.callLinkWithdrawn) }
    /// {name}, not connected
    public static func captureAbsent(name: some TextArgument) -> Text { Text(.captureAbsent, [.words(name.text)]) }
    /// Another one
    public static var captureAnother: Text { Text(.captureAnother) }
    /// {name} was reconnected and is in use again.
    public static func captureBack(name: some TextArgument) -> Text { Text(.captureBack, [.words(name.text)]) }
    /// Blur background
    public static var captureBackgroundBlur: Text { Text(.captureBackgroundBlur) }
    /// Blurs what’s behind you before your video is sent.
    public static var captureBackgroundBlurText: Text { Text(.captureBackgroundBlurText) }
    /// Call {names}
    public static func captureBefore(names: some TextArgument) -> Text { Text(.captureBefore, [.words(names.text)]) }
    /// Video call {names}
    public static func captureBeforeVideo(names: some TextArgument) -> Text { Text(.captureBeforeVideo, [.words(names.text)]) }
    /// Camera
    public static var captureCamera: Text { Text(.captureCamera) }
    /// The camera is off.
    public static var captureCameraIsOff: Text { Text(.captureCameraIsOff) }
    /// Preview before each call
    public static var captureChecksFirst: Text { Text(.captureChecksFirst) }
    /// Shows your video and microphone level before you call or answer.
    public static var captureChecksFirstText: Text { Text(.captureChecksFirstText) }
    /// Done
    public static var captureDone: Text { Text(.captureDone) }
    /// Not applied yet. It takes effect the next time the microphone or camera starts.
    public static var captureEffectLater: Text { Text(.captureEffectLater) }
    /// {gone} was disconnected. {used} is being used instead.
    public static func captureFellBack(gone: some TextArgument, used: some TextArgument) -> Text { Text(.captureFellBack, [.words(gone.text), .words(used.text)]) }
    /// Switch camera
    public static var captureFlip: Text { Text(.captureFlip) }
    /// Allow access in your browser to see the list.
    public static var captureHidden: Text { Text(.captureHidden) }
    /// Starting…
    public static var captureIsStarting: Text { Text(.captureIsStarting) }
    /// Microphone level
    public static var captureLevel: Text { Text(.captureLevel) }
    /// Microphone
    public static var captureMicrophone: Text { Text(.captureMicrophone) }
    /// You’re muted. No one else can hear this.
    public static var captureMuted: Text { Text(.captureMuted) }
    /// No camera found. Connect one.
    public static var captureNoCamera: Text { Text(.captureNoCamera) }
    /// No microphone found. Connect one.
    public static var captureNoMicrophone: Text { Text(.captureNoMicrophone) }
    /// Reduce noise
    public static var captureNoiseSuppression: Text { Text(.captureNoiseSuppression) }
    /// Removes noise, such as fans and typing. Turn it off to play music.
    public static var captureNoiseSuppressionText: Text { Text(.captureNoiseSuppressionText) }
    /// {name} isn’t connected. {used} is being used instead.
    public static func captureNotThere(name: some TextArgument, used: some TextArgument) -> Text { Text(.captureNotThere, [.words(name.text), .words(used.text)]) }
    /// Camera {number}
    public static func captureNumberedCamera(number: Int) -> Text { Text(.captureNumberedCamera, [.number(number)]) }
    /// Microphone {number}
    public static func captureNumberedMicrophone(number: Int) -> Text { Text(.captureNumberedMicrophone, [.number(number)]) }
    /// Until then, the previous one is used.
    public static var captureOneBeforeStays: Text { Text(.captureOneBeforeStays) }
    /// Only you can see and hear this.
    public static var captureOnlyHere: Text { Text(.captureOnlyHere) }
    /// Start
    public static var captureStart: Text { Text(.captureStart) }
    /// Stop test
    public static var captureStopTest: Text { Text(.captureStopTest) }
    /// Test video and sound
    public static var captureTest: Text { Text(.captureTest) }
    /// Play a sound
    public static var captureTone: Text { Text(.captureTone) }
    /// Isolate your voice
    public static var captureVoiceIsolation: Text { Text(.captureVoiceIsolation) }
    /// Removes everything but your voice, including other people and music.
    public static var captureVoiceIsolationText: Text { Text(.captureVoiceIsolationText) }
    /// Your camera
    public static var captureYourCamera: Text { Text(.captureYourCamera) }
    /// Your microphone
    public static var captureYourMicrophone: Text { Text(.captureYourMicrophone) }
    /// **{name}** wants to be your contact.
    public static func cardsAsks(name: some TextArgument) -> Text { Text(.cardsAsks, [.words(name.text)]) }
    /// {count} more requests
    public static func cardsMore(count: Int) -> Text { Text(.cardsMore, [.number(count)]) }
    /// Add {count} people
    public static func chooseAdd(count: Int) -> Text { Text(.chooseAdd, [.number(count)]) }
    /// All your contacts are in this call.
    public static var chooseAddNobody: Text { Text(.chooseAddNobody) }
    /// Add people
    public static var chooseAddTitle: Text { Text(.chooseAddTitle) }
    /// Call {count} people
    public static func chooseCall(count: Int) -> Text { Text(.chooseCall, [.number(count)]) }
    /// {count} people selected
    public static func chooseChosen(count: Int) -> Text { Text(.chooseChosen, [.number(count)]) }
    /// A call can have up to {most} people.
    public static func chooseFull(most: Int) -> Text { Text(.chooseFull, [.number(most)]) }
    /// Select at least one person.
    public static var chooseNone: Text { Text(.chooseNone) }
    /// Remove {name}
    public static func chooseRemove(name: some TextArgument) -> Text { Text(.chooseRemove, [.words(name.text)]) }
    /// New group call
    public static var chooseStart: Text { Text(.chooseStart) }
    /// New group call
    public static var chooseTitle: Text { Text(.chooseTitle) }
    /// Too many for one call. Remove {count} people to continue.
    public static func chooseTooMany(count: Int) -> Text { Text(.chooseTooMany, [.number(count)]) }
    /// Video call
    public static var chooseVideo: Text { Text(.chooseVideo) }
    /// Code
    public static var codeLabel: Text { Text(.codeLabel) }
    /// We sent a code to **{address}**. It works for 10 minutes.
    public static func codeLead(address: some TextArgument) -> Text { Text(.codeLead, [.words(address.text)]) }
    /// Change e-mail or number
    public static var codeOtherAddress: Text { Text(.codeOtherAddress) }
    /// Resend code
    public static var codeResend: Text { Text(.codeResend) }
    /// Resend code in {time}
    public static func codeResendIn(time: some TextArgument) -> Text { Text(.codeResendIn, [.words(time.text)]) }
    /// We sent a new code. The old one no longer works.
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
    /// End-to-end encrypted calls. Only the people in a call can see and hear it.
    public static var commonPromise: Text { Text(.commonPromise) }
    /// Someone
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
    /// They don’t match
    public static var compareDiffer: Text { Text(.compareDiffer) }
    /// **Nothing is verified.** Either you looked at two different devices, or someone is intercepting your calls. Don’t say anything private in calls with {name} until you’ve compared again in person.
    public static func compareDifferSaid(name: some TextArgument) -> Text { Text(.compareDifferSaid, [.words(name.text)]) }
    /// The code you scanned doesn’t match. Make sure {name} is showing you the code for the device you’re using. If so, someone may be intercepting your calls: tell them in person, and don’t call.
    public static func compareDiffers(name: some TextArgument) -> Text { Text(.compareDiffers, [.words(name.text)]) }
    /// Mark as not verified
    public static var compareForget: Text { Text(.compareForget) }
    /// This is the safety number with {name}’s device ({number}). Ask them to open your name on it and select the device you’re using. Compare the numbers side by side, or read them aloud in a call. If they match, no one is intercepting calls between these devices.
    public static func compareLead(number: some TextArgument, name: some TextArgument) -> Text { Text(.compareLead, [.words(number.text), .words(name.text)]) }
    /// Calculating the number…
    public static var compareLoading: Text { Text(.compareLoading) }
    /// This code belongs to someone who isn’t in your contacts. Add them first, then scan it again.
    public static var compareNoContact: Text { Text(.compareNoContact) }
    /// This device can no longer be called, so there’s nothing to compare.
    public static var compareNoDevice: Text { Text(.compareNoDevice) }
    /// Safety number
    public static var compareNumber: Text { Text(.compareNumber) }
    /// Its owner signed this device out. Someone else may have it, so comparing numbers proves nothing.
    public static var compareRevoked: Text { Text(.compareRevoked) }
    /// They match
    public static var compareSame: Text { Text(.compareSame) }
    /// Scan their code
    public static var compareScan: Text { Text(.compareScan) }
    /// Compare with {name}
    public static func compareTitle(name: some TextArgument) -> Text { Text(.compareTitle, [.words(name.text)]) }
    /// You compared the numbers. You’ll be told if this device’s number ever changes. {name} can do the same on their device.
    public static func compareVerified(name: some TextArgument) -> Text { Text(.compareVerified, [.words(name.text)]) }
    /// Back to contacts
    public static var contactBack: Text { Text(.contactBack) }
    /// Block
    public static var contactBlock: Text { Text(.contactBlock) }
    /// Blocked. You don’t get their calls or requests.
    public static var contactBlocked: Text { Text(.contactBlocked) }
    /// Call
    public static var contactCall: Text { Text(.contactCall) }
    /// Calls
    public static var contactCalls: Text { Text(.contactCalls) }
    /// Compare numbers
    public static var contactCompare: Text { Text(.contactCompare) }
    /// Devices
    public static var contactDevices: Text { Text(.contactDevices) }
    /// None of their devices can be called right now.
    public static var contactDevicesNone: Text { Text(.contactDevicesNone) }
    /// Add to favourites
    public static var contactFavour: Text { Text(.contactFavour) }
    /// Loading…
    public static var contactLoading: Text { Text(.contactLoading) }
    /// This person isn’t in your contacts.
    public static var contactMissingText: Text { Text(.contactMissingText) }
    /// Contact not found
    public static var contactMissingTitle: Text { Text(.contactMissingTitle) }
    /// More
    public static var contactMore: Text { Text(.contactMore) }
    /// You haven’t called each other yet.
    public static var contactNoCalls: Text { Text(.contactNoCalls) }
    /// Remove contact
    public static var contactRemove: Text { Text(.contactRemove) }
    /// Report…
    public static var contactReport: Text { Text(.contactReport) }
    /// Contact
    public static var contactTitle: Text { Text(.contactTitle) }
    /// Same device each time. You haven’t compared numbers.
    public static var contactTrustCallsText: Text { Text(.contactTrustCallsText) }
    /// Device identity changed
    public static var contactTrustChangedKey: Text { Text(.contactTrustChangedKey) }
    /// Ask them if they set up this device again. Calls with it have no audio or video until you confirm it.
    public static var contactTrustChangedKeyText: Text { Text(.contactTrustChangedKeyText) }
    /// You confirmed this device. You haven’t compared numbers.
    public static var contactTrustConfirmedText: Text { Text(.contactTrustConfirmedText) }
    /// You haven’t been in a call with them in this browser yet.
    public static var contactTrustNewText: Text { Text(.contactTrustNewText) }
    /// New device
    public static var contactTrustNewDevice: Text { Text(.contactTrustNewDevice) }
    /// Ask them if it’s theirs. Calls with it have no audio or video until you confirm it.
    public static var contactTrustNewDeviceText: Text { Text(.contactTrustNewDeviceText) }
    /// Older app
    public static var contactTrustOlder: Text { Text(.contactTrustOlder) }
    /// One of their devices uses an older app, so you can’t check whose it is. Ask them to update it.
    public static var contactTrustOlderText: Text { Text(.contactTrustOlderText) }
    /// Not theirs
    public static var contactTrustRefused: Text { Text(.contactTrustRefused) }
    /// You said this device isn’t theirs. If it is theirs after all, compare numbers.
    public static var contactTrustRefusedText: Text { Text(.contactTrustRefusedText) }
    /// Signed out
    public static var contactTrustRevoked: Text { Text(.contactTrustRevoked) }
    /// They signed this device out. It may be lost or stolen. Calls with it have no audio or video until you confirm it.
    public static var contactTrustRevokedText: Text { Text(.contactTrustRevokedText) }
    /// You haven’t been in a call with them on this device yet.
    public static var contactTrustUnmetText: Text { Text(.contactTrustUnmetText) }
    /// Not verified
    public static var contactTrustUnverified: Text { Text(.contactTrustUnverified) }
    /// You verified another of their devices. Calls with this one have no audio or video until you compare numbers, or until they confirm it on that device.
    public static var contactTrustUnverifiedText: Text { Text(.contactTrustUnverifiedText) }
    /// Verified
    public static var contactTrustVerified: Text { Text(.contactTrustVerified) }
    /// You compared the numbers.
    public static var contactTrustVerifiedText: Text { Text(.contactTrustVerifiedText) }
    /// Confirmed by another device
    public static var contactTrustVouched: Text { Text(.contactTrustVouched) }
    /// Another of their devices confirmed that this one is theirs.
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
    /// {name} is now your contact.
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
    /// My code
    public static var contactsEmptyLink: Text { Text(.contactsEmptyLink) }
    /// Share your link, or add someone by theirs.
    public static var contactsEmptyText: Text { Text(.contactsEmptyText) }
    /// No contacts yet
    public static var contactsEmptyTitle: Text { Text(.contactsEmptyTitle) }
    /// Favourites
    public static var contactsFavourites: Text { Text(.contactsFavourites) }
    /// {name} is no longer in your contacts. You had verified them.
    public static func contactsGone(name: some TextArgument) -> Text { Text(.contactsGone, [.words(name.text)]) }
    /// Got it
    public static var contactsGoneRead: Text { Text(.contactsGoneRead) }
    /// Last call {moment}
    public static func contactsLastCall(moment: some TextArgument) -> Text { Text(.contactsLastCall, [.words(moment.text)]) }
    /// Loading contacts…
    public static var contactsLoading: Text { Text(.contactsLoading) }
    /// Show more
    public static var contactsMore: Text { Text(.contactsMore) }
    /// No calls yet
    public static var contactsNoCalls: Text { Text(.contactsNoCalls) }
    /// Your contacts will appear here when the connection is back.
    public static var contactsOffline: Text { Text(.contactsOffline) }
    /// Other contacts
    public static var contactsOthers: Text { Text(.contactsOthers) }
    /// You can also search for people who aren’t in your contacts yet.
    public static var contactsSearchElsewhere: Text { Text(.contactsSearchElsewhere) }
    /// {found} of {count} contacts
    public static func contactsSearchFound(found: some TextArgument, count: Int) -> Text { Text(.contactsSearchFound, [.words(found.text), .number(count)]) }
    /// Search contacts
    public static var contactsSearchLabel: Text { Text(.contactsSearchLabel) }
    /// No contacts named “{name}”
    public static func contactsSearchNobody(name: some TextArgument) -> Text { Text(.contactsSearchNobody, [.words(name.text)]) }
    /// Contacts
    public static var contactsTitle: Text { Text(.contactsTitle) }
    /// Video call {name}
    public static func contactsVideoCall(name: some TextArgument) -> Text { Text(.contactsVideoCall, [.words(name.text)]) }
    /// Keep account
    public static var deletionKeep: Text { Text(.deletionKeep) }
    /// Your account won’t be deleted.
    public static var deletionKept: Text { Text(.deletionKept) }
    /// Your account will be deleted on {date}.
    public static func deletionNotice(date: some TextArgument) -> Text { Text(.deletionNotice, [.words(date.text)]) }
    /// Says it’s {name}
    public static func deviceSays(name: some TextArgument) -> Text { Text(.deviceSays, [.words(name.text)]) }
    /// {device} · since {date}
    public static func deviceSince(device: some TextArgument, date: some TextArgument) -> Text { Text(.deviceSince, [.words(device.text), .words(date.text)]) }
    /// Device
    public static var deviceUnnamed: Text { Text(.deviceUnnamed) }
    /// All other devices were signed out.
    public static var devicesAllSignedOut: Text { Text(.devicesAllSignedOut) }
    /// Back to devices
    public static var devicesBack: Text { Text(.devicesBack) }
    /// Compare
    public static var devicesCompare: Text { Text(.devicesCompare) }
    /// IP address
    public static var devicesFactAddress: Text { Text(.devicesFactAddress) }
    /// Browser
    public static var devicesFactBrowser: Text { Text(.devicesFactBrowser) }
    /// Name
    public static var devicesFactName: Text { Text(.devicesFactName) }
    /// Location
    public static var devicesFactPlace: Text { Text(.devicesFactPlace) }
    /// Last seen
    public static var devicesFactSeen: Text { Text(.devicesFactSeen) }
    /// System
    public static var devicesFactSystem: Text { Text(.devicesFactSystem) }
    /// This device is no longer signed in.
    public static var devicesGone: Text { Text(.devicesGone) }
    /// Last seen: {moment}
    public static func devicesLastSeen(moment: some TextArgument) -> Text { Text(.devicesLastSeen, [.words(moment.text)]) }
    /// Calls ring on all of these devices. Sign out any you don’t know or no longer use.
    public static var devicesLead: Text { Text(.devicesLead) }
    /// Loading devices…
    public static var devicesLoading: Text { Text(.devicesLoading) }
    /// Calls will stop ringing there, and any call on that device will end. You can sign in there again later.
    public static var devicesLost: Text { Text(.devicesLost) }
    /// Lost or not mine
    public static var devicesLostChoice: Text { Text(.devicesLostChoice) }
    /// {name} was signed out and marked as lost. Your contacts’ devices will be told.
    public static func devicesLostDone(name: some TextArgument) -> Text { Text(.devicesLostDone, [.words(name.text)]) }
    /// {name} was signed out. It couldn’t be marked as lost because encryption was never set up on it.
    public static func devicesLostNoIdentity(name: some TextArgument) -> Text { Text(.devicesLostNoIdentity, [.words(name.text)]) }
    /// It was marked as lost, but it’s still signed in. Sign it out again.
    public static var devicesLostRevokedOnly: Text { Text(.devicesLostRevokedOnly) }
    /// It will be signed out and marked as lost. The devices of people you call will no longer accept it, or any device it confirmed. This can’t be undone.
    public static var devicesLostSentence: Text { Text(.devicesLostSentence) }
    /// {name} was signed out but couldn’t be marked as lost. Tell your contacts not to confirm any new device of yours.
    public static func devicesLostSignedOutOnly(name: some TextArgument) -> Text { Text(.devicesLostSignedOutOnly, [.words(name.text)]) }
    /// Calls will ring only on this device, and calls on the others will end. You can sign in there again later.
    public static var devicesLostOthers: Text { Text(.devicesLostOthers) }
    /// Unnamed device
    public static var devicesNameless: Text { Text(.devicesNameless) }
    /// Not seen yet
    public static var devicesNeverSeen: Text { Text(.devicesNeverSeen) }
    /// It wasn’t me
    public static var devicesNotMine: Text { Text(.devicesNotMine) }
    /// Where you’re signed in
    public static var devicesNote: Text { Text(.devicesNote) }
    /// Now
    public static var devicesNow: Text { Text(.devicesNow) }
    /// Signed in before this one
    public static var devicesOlder: Text { Text(.devicesOlder) }
    /// Your contacts already know that device, but not the one you’re using. On that device, open Settings › Devices, select the device you’re using now and choose Compare. If that device isn’t yours, sign it out.
    public static var devicesOlderText: Text { Text(.devicesOlderText) }
    /// Device
    public static var devicesOne: Text { Text(.devicesOne) }
    /// This device
    public static var devicesOwn: Text { Text(.devicesOwn) }
    /// This is the device you’re using now.
    public static var devicesOwnLong: Text { Text(.devicesOwnLong) }
    /// Sign out {name}?
    public static func devicesQuestion(name: some TextArgument) -> Text { Text(.devicesQuestion, [.words(name.text)]) }
    /// Sign out all other devices?
    public static var devicesQuestionOthers: Text { Text(.devicesQuestionOthers) }
    /// Sign out device
    public static var devicesSignOut: Text { Text(.devicesSignOut) }
    /// Sign out all other devices
    public static var devicesSignOutOthers: Text { Text(.devicesSignOutOthers) }
    /// {name} was signed out.
    public static func devicesSignedOut(name: some TextArgument) -> Text { Text(.devicesSignedOut, [.words(name.text)]) }
    /// Devices
    public static var devicesTitle: Text { Text(.devicesTitle) }
    /// Was this you?
    public static var devicesWasItYou: Text { Text(.devicesWasItYou) }
    /// If you signed in there, compare it with this device. If not, sign it out.
    public static var devicesWasItYouText: Text { Text(.devicesWasItYouText) }
    /// The server address has no host name. Write it like https://calls.example.org.
    public static var errorsAddressMissingHost: Text { Text(.errorsAddressMissingHost) }
    /// That isn’t a server address. Write it like https://calls.example.org.
    public static var errorsAddressNotAnAddress: Text { Text(.errorsAddressNotAnAddress) }
    /// Remove the user name, “?” or “#” from the server address.
    public static var errorsAddressUnexpectedPart: Text { Text(.errorsAddressUnexpectedPart) }
    /// A server address starts with https:// or http://.
    public static var errorsAddressUnknownScheme: Text { Text(.errorsAddressUnknownScheme) }
    /// Another account already uses this address.
    public static var errorsAddressTaken: Text { Text(.errorsAddressTaken) }
    /// You’re already contacts.
    public static var errorsAlreadyContacts: Text { Text(.errorsAlreadyContacts) }
    /// You’re already in a call.
    public static var errorsAlreadyInCall: Text { Text(.errorsAlreadyInCall) }
    /// The server’s answer is too large. Try again later.
    public static var errorsAnswerTooLarge: Text { Text(.errorsAnswerTooLarge) }
    /// Answered on another device.
    public static var errorsAnsweredElsewhere: Text { Text(.errorsAnsweredElsewhere) }
    /// No certificate found. Choose a PEM or DER file, or paste the whole certificate, including the BEGIN and END lines.
    public static var errorsAuthorityNoCertificate: Text { Text(.errorsAuthorityNoCertificate) }
    /// This contains a private key, which should never leave the server. Choose only the certificate.
    public static var errorsAuthorityPrivateKey: Text { Text(.errorsAuthorityPrivateKey) }
    /// This file is too large to be a certificate. Choose the one you got from the server’s operator.
    public static var errorsAuthorityTooLarge: Text { Text(.errorsAuthorityTooLarge) }
    /// You can trust at most {count} certificates at once. Choose only the authority’s certificate.
    public static func errorsAuthorityTooMany(count: Int) -> Text { Text(.errorsAuthorityTooMany, [.number(count)]) }
    /// The file couldn’t be read. Choose it again, or paste the certificate.
    public static var errorsAuthorityUnreadable: Text { Text(.errorsAuthorityUnreadable) }
    /// This call has ended.
    public static var errorsCallEnded: Text { Text(.errorsCallEnded) }
    /// They’re in another call. Try again later.
    public static var errorsCalleesBusy: Text { Text(.errorsCalleesBusy) }
    /// Cancelled.
    public static var errorsCancelled: Text { Text(.errorsCancelled) }
    /// Can’t reach {host}. Check your connection and make sure the server is running.
    public static func errorsCannotReach(host: some TextArgument) -> Text { Text(.errorsCannotReach, [.words(host.text)]) }
    /// This code has expired. Request a new one.
    public static var errorsCodeExpired: Text { Text(.errorsCodeExpired) }
    /// The code couldn’t be sent. Check the address or number, then try again.
    public static var errorsCodeNotSent: Text { Text(.errorsCodeNotSent) }
    /// This person isn’t in your contacts.
    public static var errorsContactGone: Text { Text(.errorsContactGone) }
    /// You have several contacts named “{name}”. Use a user ID instead: {numbers}.
    public static func errorsContactsAmbiguous(name: some TextArgument, numbers: some TextArgument) -> Text { Text(.errorsContactsAmbiguous, [.words(name.text), .words(numbers.text)]) }
    /// {name} ({number}) is no longer in your contacts.
    public static func errorsContactsGone(name: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsGone, [.words(name.text), .words(number.text)]) }
    /// Another account is now named {name}: {numbers}. It isn’t the person you met.
    public static func errorsContactsGoneOthers(name: some TextArgument, numbers: some TextArgument) -> Text { Text(.errorsContactsGoneOthers, [.words(name.text), .words(numbers.text)]) }
    /// {name} ({number}) is no longer in your contacts. You had verified them.
    public static func errorsContactsGoneVerified(name: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsGoneVerified, [.words(name.text), .words(number.text)]) }
    /// None of your contacts is named “{name}”.
    public static func errorsContactsNoMatch(name: some TextArgument) -> Text { Text(.errorsContactsNoMatch, [.words(name.text)]) }
    /// You haven’t met anyone named “{name}”. It’s the server’s new name for {kept} ({number}).
    public static func errorsContactsRenamed(name: some TextArgument, kept: some TextArgument, number: some TextArgument) -> Text { Text(.errorsContactsRenamed, [.words(name.text), .words(kept.text), .words(number.text)]) }
    /// This device is no longer signed in.
    public static var errorsDeviceGone: Text { Text(.errorsDeviceGone) }
    /// {name} must start with https:// in {environment}.
    public static func errorsEnvironmentInsecure(name: some TextArgument, environment: some TextArgument) -> Text { Text(.errorsEnvironmentInsecure, [.words(name.text), .words(environment.text)]) }
    /// {name} is missing from the configuration.
    public static func errorsEnvironmentMissing(name: some TextArgument) -> Text { Text(.errorsEnvironmentMissing, [.words(name.text)]) }
    /// {name} doesn’t match {server}. Remove it, or set it to {expected}.
    public static func errorsEnvironmentStrayAddress(name: some TextArgument, server: some TextArgument, expected: some TextArgument) -> Text { Text(.errorsEnvironmentStrayAddress, [.words(name.text), .words(server.text), .words(expected.text)]) }
    /// {name} must be one of {names}, not “{given}”.
    public static func errorsEnvironmentUnknownName(name: some TextArgument, names: some TextArgument, given: some TextArgument) -> Text { Text(.errorsEnvironmentUnknownName, [.words(name.text), .words(names.text), .words(given.text)]) }
    /// {name}: {problem}
    public static func errorsEnvironmentWrong(name: some TextArgument, problem: some TextArgument) -> Text { Text(.errorsEnvironmentWrong, [.words(name.text), .words(problem.text)]) }
    /// To do this, sign out and sign in again, then try again within 10 minutes.
    public static var errorsFreshProofRequired: Text { Text(.errorsFreshProofRequired) }
    /// You’re already signed in. Sign out first.
    public static var errorsInputAlreadySignedIn: Text { Text(.errorsInputAlreadySignedIn) }
    /// This browser is too old to encrypt calls. Use Chrome or Edge 137, Firefox 130 or Safari 17, or later.
    public static var errorsInputBrowserTooOld: Text { Text(.errorsInputBrowserTooOld) }
    /// This device’s keys are damaged. Sign out, then sign in again.
    public static var errorsInputDamagedKeys: Text { Text(.errorsInputDamagedKeys) }
    /// The part before the @ can only contain letters from a to z, digits and symbols.
    public static var errorsInputEmailLocalPart: Text { Text(.errorsInputEmailLocalPart) }
    /// This device still has the keys of {account}, who was signed out by the server. Sign in as {account}, or sign out first to remove those keys.
    public static func errorsInputKeptForAnother(account: some TextArgument) -> Text { Text(.errorsInputKeptForAnother, [.words(account.text)]) }
    /// This device’s keys couldn’t be created. Try again.
    public static var errorsInputKeysNotMade: Text { Text(.errorsInputKeysNotMade) }
    /// Enter the whole code: 6, 8 or 10 digits.
    public static var errorsInputMalformedCode: Text { Text(.errorsInputMalformedCode) }
    /// Enter an e-mail address, or a phone number that starts with + and the country code.
    public static var errorsInputMissingCountryCode: Text { Text(.errorsInputMissingCountryCode) }
    /// Enter your name, so people know who’s calling.
    public static var errorsInputNameMissing: Text { Text(.errorsInputNameMissing) }
    /// A name can have up to {count} characters.
    public static func errorsInputNameTooLong(count: Int) -> Text { Text(.errorsInputNameTooLong, [.number(count)]) }
    /// A name can’t contain a colon.
    public static var errorsInputNameWithColon: Text { Text(.errorsInputNameWithColon) }
    /// Request a code first.
    public static var errorsInputNoCodeRequested: Text { Text(.errorsInputNoCodeRequested) }
    /// This server doesn’t send codes by e-mail. Use a phone number.
    public static var errorsInputNoCodesByEmail: Text { Text(.errorsInputNoCodesByEmail) }
    /// This server doesn’t send codes by phone. Use an e-mail address.
    public static var errorsInputNoCodesByPhone: Text { Text(.errorsInputNoCodesByPhone) }
    /// Enter an e-mail address or a phone number.
    public static var errorsInputNoIdentifier: Text { Text(.errorsInputNoIdentifier) }
    /// You can’t sign in with {issuer} on this server. Sign in with a code.
    public static func errorsInputNoIssuer(issuer: some TextArgument) -> Text { Text(.errorsInputNoIssuer, [.words(issuer.text)]) }
    /// That isn’t a phone number. Enter + and 5 to 15 digits.
    public static var errorsInputNotAPhoneNumber: Text { Text(.errorsInputNotAPhoneNumber) }
    /// Check the e-mail address, for example name@example.org.
    public static var errorsInputNotAnEmail: Text { Text(.errorsInputNotAnEmail) }
    /// This sign-in wasn’t started in this browser. Start again.
    public static var errorsInputNotBegunHere: Text { Text(.errorsInputNotBegunHere) }
    /// This device still has the keys of {account}. Sign in as {account}, or remove those keys first.
    public static func errorsInputOtherAccount(account: some TextArgument) -> Text { Text(.errorsInputOtherAccount, [.words(account.text)]) }
    /// Enter only the phone number, without an extension.
    public static var errorsInputPhoneExtension: Text { Text(.errorsInputPhoneExtension) }
    /// This phone number has too few or too many digits. Check it and its country code.
    public static var errorsInputPhoneLength: Text { Text(.errorsInputPhoneLength) }
    /// You were signed out in the meantime. Sign in, then add it in Settings.
    public static var errorsInputSignedOutMeanwhile: Text { Text(.errorsInputSignedOutMeanwhile) }
    /// The server has a problem. Try again later.
    public static var errorsInternal: Text { Text(.errorsInternal) }
    /// {issuer} couldn’t sign you in. Try again, or sign in with a code.
    public static func errorsIssuerFailed(issuer: some TextArgument) -> Text { Text(.errorsIssuerFailed, [.words(issuer.text)]) }
    /// {issuer} couldn’t be added. Try again, or add another way to sign in.
    public static func errorsIssuerNotAdded(issuer: some TextArgument) -> Text { Text(.errorsIssuerNotAdded, [.words(issuer.text)]) }
    /// This private key is protected by a passphrase. Remove the passphrase first, for example: openssl pkey -in key.pem -out plain.pem
    public static var errorsKeysEncrypted: Text { Text(.errorsKeysEncrypted) }
    /// The file couldn’t be read or saved. Choose another place, then try again.
    public static var errorsKeysFile: Text { Text(.errorsKeysFile) }
    /// These keys don’t belong together. Use the private and public key of one pair.
    public static var errorsKeysHalvesDiffer: Text { Text(.errorsKeysHalvesDiffer) }
    /// This device already has keys that others know it by. Sign out first to remove them.
    public static var errorsKeysInUse: Text { Text(.errorsKeysInUse) }
    /// This file was made by a newer version of ECall. Update ECall first.
    public static var errorsKeysLaterPackage: Text { Text(.errorsKeysLaterPackage) }
    /// That isn’t a recovery code. A recovery code has six groups of four letters and digits.
    public static var errorsKeysMalformedCode: Text { Text(.errorsKeysMalformedCode) }
    /// This device has no keys yet. Sign in first.
    public static var errorsKeysNone: Text { Text(.errorsKeysNone) }
    /// This file is incomplete, or has no saved keys in it. Choose the file you saved.
    public static var errorsKeysNotAPackage: Text { Text(.errorsKeysNotAPackage) }
    /// This isn’t an RSA key. Use an RSA key pair.
    public static var errorsKeysNotRSA: Text { Text(.errorsKeysNotRSA) }
    /// The file couldn’t be created. Try again.
    public static var errorsKeysNotSealed: Text { Text(.errorsKeysNotSealed) }
    /// That isn’t a private key. Paste the whole key, including the BEGIN and END lines.
    public static var errorsKeysPrivateUnreadable: Text { Text(.errorsKeysPrivateUnreadable) }
    /// That’s a public key. Paste the private key here.
    public static var errorsKeysPublicInPlaceOfPrivate: Text { Text(.errorsKeysPublicInPlaceOfPrivate) }
    /// That isn’t a public key. Paste the whole key, including the BEGIN and END lines.
    public static var errorsKeysPublicUnreadable: Text { Text(.errorsKeysPublicUnreadable) }
    /// Use an RSA key with the public exponent 65537, the default in most programs.
    public static var errorsKeysUnsupportedExponent: Text { Text(.errorsKeysUnsupportedExponent) }
    /// Use an RSA key of 2048 to 4096 bits.
    public static var errorsKeysUnsupportedSize: Text { Text(.errorsKeysUnsupportedSize) }
    /// The code doesn’t match this file, or the file was changed. Check the code, then try again.
    public static var errorsKeysWrongCode: Text { Text(.errorsKeysWrongCode) }
    /// Enter a link, token or user ID.
    public static var errorsLinkEmpty: Text { Text(.errorsLinkEmpty) }
    /// That isn’t a contact link, token or user ID.
    public static var errorsLinkNotALink: Text { Text(.errorsLinkNotALink) }
    /// This link is from {host}, which isn’t your server.
    public static func errorsLinkOtherServer(host: some TextArgument) -> Text { Text(.errorsLinkOtherServer, [.words(host.text)]) }
    /// This link has expired. Ask for a new one.
    public static var errorsLinkExpired: Text { Text(.errorsLinkExpired) }
    /// This link isn’t valid. Ask for a new one.
    public static var errorsLinkNotFound: Text { Text(.errorsLinkNotFound) }
    /// This link has already been used. Ask for a new one.
    public static var errorsLinkUsed: Text { Text(.errorsLinkUsed) }
    /// Your account already uses another sign-in of this kind. Remove it first.
    public static var errorsLoginMethodPresent: Text { Text(.errorsLoginMethodPresent) }
    /// Another account already uses this way to sign in.
    public static var errorsLoginMethodTaken: Text { Text(.errorsLoginMethodTaken) }
    /// The connection to the media server was lost.
    public static var errorsMediaServerLost: Text { Text(.errorsMediaServerLost) }
    /// Not connected to the media server.
    public static var errorsMediaServerNotConnected: Text { Text(.errorsMediaServerNotConnected) }
    /// This version doesn’t understand the media server’s answer.
    public static var errorsMediaServerNotUnderstood: Text { Text(.errorsMediaServerNotUnderstood) }
    /// The media server rejected the call.
    public static var errorsMediaServerRefused: Text { Text(.errorsMediaServerRefused) }
    /// The media server didn’t answer in time.
    public static var errorsMediaServerTimeout: Text { Text(.errorsMediaServerTimeout) }
    /// Can’t reach the media server.
    public static var errorsMediaServerUnreachable: Text { Text(.errorsMediaServerUnreachable) }
    /// The media server’s certificate isn’t trusted.
    public static var errorsMediaServerUntrusted: Text { Text(.errorsMediaServerUntrusted) }
    /// No more codes can be sent right now. Try again later.
    public static var errorsNoMoreCodes: Text { Text(.errorsNoMoreCodes) }
    /// {host} refused the connection. Check the address and port, and make sure the server is running.
    public static func errorsNobodyListens(host: some TextArgument) -> Text { Text(.errorsNobodyListens, [.words(host.text)]) }
    /// None of their devices can be called right now. Try again later.
    public static var errorsNotAvailable: Text { Text(.errorsNotAvailable) }
    /// Only the person who started the call can do that.
    public static var errorsNotCallMaker: Text { Text(.errorsNotCallMaker) }
    /// Not connected to the server.
    public static var errorsNotConnected: Text { Text(.errorsNotConnected) }
    /// Not connected: this device is signed out or offline.
    public static var errorsNotOnline: Text { Text(.errorsNotOnline) }
    /// This version doesn’t understand the server’s answer. Update it, then try again.
    public static var errorsNotUnderstood: Text { Text(.errorsNotUnderstood) }
    /// Another account already uses this number.
    public static var errorsNumberTaken: Text { Text(.errorsNumberTaken) }
    /// Can’t reach the server. Check your connection, then try again.
    public static var errorsOffline: Text { Text(.errorsOffline) }
    /// This is your own link. Send it to someone else.
    public static var errorsOwnLink: Text { Text(.errorsOwnLink) }
    /// “{pin}” isn’t a valid pin. Write sha256/ and the key’s SHA-256 in base64.
    public static func errorsPinsMalformed(pin: some TextArgument) -> Text { Text(.errorsPinsMalformed, [.words(pin.text)]) }
    /// Specify at least two pins: one for the server’s key and one for a backup key.
    public static var errorsPinsNoBackup: Text { Text(.errorsPinsNoBackup) }
    /// This way to sign in was recently removed from another account. To restore it there, use the code in the message about the removal. To use it here, wait a week.
    public static var errorsRecentlyRemoved: Text { Text(.errorsRecentlyRemoved) }
    /// The server rejected the request ({status}).
    public static func errorsRefused(status: Int) -> Text { Text(.errorsRefused, [.number(status)]) }
    /// You were removed from this call. You can come back only if someone in the call invites you.
    public static var errorsRemovedFromCall: Text { Text(.errorsRemovedFromCall) }
    /// This request no longer exists.
    public static var errorsRequestGone: Text { Text(.errorsRequestGone) }
    /// This link doesn’t name a server. Enter the server’s address, such as calls.example.org.
    public static var errorsServerAppLink: Text { Text(.errorsServerAppLink) }
    /// Enter the address of your server, such as calls.example.org.
    public static var errorsServerEmpty: Text { Text(.errorsServerEmpty) }
    /// This address starts with http://, so others on the network could read what you send. Use https://.
    public static var errorsServerInsecure: Text { Text(.errorsServerInsecure) }
    /// {host} offers no way to sign in. Ask the server’s operator.
    public static func errorsServerNoSignIn(host: some TextArgument) -> Text { Text(.errorsServerNoSignIn, [.words(host.text)]) }
    /// {host} isn’t an ECall server. Check the address, or ask the server’s operator.
    public static func errorsServerNotECall(host: some TextArgument) -> Text { Text(.errorsServerNotECall, [.words(host.text)]) }
    /// A server address ends after the host name and port. Use {address}.
    public static func errorsServerPath(address: some TextArgument) -> Text { Text(.errorsServerPath, [.words(address.text)]) }
    /// The certificate of {host} has expired or is from another authority. Add the right certificate, or ask the server’s operator.
    public static func errorsServerStillUntrusted(host: some TextArgument) -> Text { Text(.errorsServerStillUntrusted, [.words(host.text)]) }
    /// This device doesn’t trust the certificate of {host}. If the server has its own certificate authority, add that authority’s certificate. Otherwise, use another network and try again.
    public static func errorsServerUntrusted(host: some TextArgument) -> Text { Text(.errorsServerUntrusted, [.words(host.text)]) }
    /// This message is too large to send.
    public static var errorsSignalTooLarge: Text { Text(.errorsSignalTooLarge) }
    /// You were signed out. Sign in again.
    public static var errorsSignedOut: Text { Text(.errorsSignedOut) }
    /// A file in this profile is damaged.
    public static var errorsStorageDamaged: Text { Text(.errorsStorageDamaged) }
    /// A profile name can have only letters, digits, - and _.
    public static var errorsStorageInvalidProfileName: Text { Text(.errorsStorageInvalidProfileName) }
    /// This profile is locked. Enter its passphrase or key file.
    public static var errorsStorageLocked: Text { Text(.errorsStorageLocked) }
    /// The profile can’t be read or written: {reason}.
    public static func errorsStorageSystem(reason: some TextArgument) -> Text { Text(.errorsStorageSystem, [.words(reason.text)]) }
    /// This is too large to save.
    public static var errorsStorageTooLarge: Text { Text(.errorsStorageTooLarge) }
    /// The profile directory belongs to another user, or isn’t a directory.
    public static var errorsStorageUnsafeDirectory: Text { Text(.errorsStorageUnsafeDirectory) }
    /// Wrong passphrase or key file.
    public static var errorsStorageWrongKey: Text { Text(.errorsStorageWrongKey) }
    /// The browser’s storage is full. Free up space on this device, or delete data of other websites in the browser’s settings, then try again.
    public static var errorsStorageFull: Text { Text(.errorsStorageFull) }
    /// The server can’t save anything right now. Try again in a moment.
    public static var errorsStorageUnavailable: Text { Text(.errorsStorageUnavailable) }
    /// The server didn’t answer in time. Try again.
    public static var errorsTimeout: Text { Text(.errorsTimeout) }
    /// Too many failed attempts. Request a new code later.
    public static var errorsTooManyFailedAttempts: Text { Text(.errorsTooManyFailedAttempts) }
    /// You’ve created too many links. Try again in an hour.
    public static var errorsTooManyLinks: Text { Text(.errorsTooManyLinks) }
    /// Too many requests. Wait a moment, then try again.
    public static var errorsTooManyRequests: Text { Text(.errorsTooManyRequests) }
    /// You’ve searched too often. Try again in an hour.
    public static var errorsTooManySearches: Text { Text(.errorsTooManySearches) }
    /// Your account can’t store any more device confirmations. Sign out devices you no longer use, then try again.
    public static var errorsTooManyStatements: Text { Text(.errorsTooManyStatements) }
    /// 16 people are already unmuted. You can unmute when one of them mutes.
    public static var errorsTooManyUnmuted: Text { Text(.errorsTooManyUnmuted) }
    /// Can’t find the server {host}. Check its name and your connection.
    public static func errorsUnknownHost(host: some TextArgument) -> Text { Text(.errorsUnknownHost, [.words(host.text)]) }
    /// This can’t be sent.
    public static var errorsUnsendable: Text { Text(.errorsUnsendable) }
    /// The certificate of {host} isn’t trusted, so nothing was sent.
    public static func errorsUntrusted(host: some TextArgument) -> Text { Text(.errorsUntrusted, [.words(host.text)]) }
    /// This can’t be restored any more. It was already restored, or more than a week has passed.
    public static var errorsWayBackOver: Text { Text(.errorsWayBackOver) }
    /// That code isn’t right. Check it, then try again.
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
    /// Confirm anyway…
    public static var heldAnyway: Text { Text(.heldAnyway) }
    /// Ask them if they set up their device again, or compare numbers.
    public static var heldChangedKey: Text { Text(.heldChangedKey) }
    /// Compare
    public static var heldCompare: Text { Text(.heldCompare) }
    /// Compare numbers to confirm this device. A tap isn’t enough because another of their devices is in this call, they joined with a link, or you said that a device isn’t theirs.
    public static var heldCompareFirst: Text { Text(.heldCompareFirst) }
    /// It’s {name}
    public static func heldItsThem(name: some TextArgument) -> Text { Text(.heldItsThem, [.words(name.text)]) }
    /// You won’t see or hear each other until you answer. {name} is told that you’re being asked.
    public static func heldMeaning(name: some TextArgument) -> Text { Text(.heldMeaning, [.words(name.text)]) }
    /// Do they have a new phone or browser? To be sure, compare numbers.
    public static var heldNewDevice: Text { Text(.heldNewDevice) }
    /// Not {name}
    public static func heldNotThem(name: some TextArgument) -> Text { Text(.heldNotThem, [.words(name.text)]) }
    /// If it’s their device after all, compare numbers.
    public static var heldRefused: Text { Text(.heldRefused) }
    /// It may be lost or stolen. Contact them another way first.
    public static var heldRevoked: Text { Text(.heldRevoked) }
    /// {name} isn’t confirmed yet
    public static func heldTitle(name: some TextArgument) -> Text { Text(.heldTitle, [.words(name.text)]) }
    /// Confirm them only if you know why they’re here.
    public static var heldUninvited: Text { Text(.heldUninvited) }
    /// Compare numbers, or ask them to confirm it on the device you verified.
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
    /// They’ll be removed from your history on all of your devices. Others keep theirs.
    public static var historyDeleteRunText: Text { Text(.historyDeleteRunText) }
    /// Delete {count} calls?
    public static func historyDeleteRunTitle(count: Int) -> Text { Text(.historyDeleteRunTitle, [.number(count)]) }
    /// Delete {count} calls
    public static func historyDeleteThese(count: Int) -> Text { Text(.historyDeleteThese, [.number(count)]) }
    /// Choose a contact
    public static var historyEmptyContacts: Text { Text(.historyEmptyContacts) }
    /// Calls you make, answer or miss appear here.
    public static var historyEmptyText: Text { Text(.historyEmptyText) }
    /// No calls yet
    public static var historyEmptyTitle: Text { Text(.historyEmptyTitle) }
    /// All
    public static var historyFilterAll: Text { Text(.historyFilterAll) }
    /// Missed
    public static var historyFilterMissed: Text { Text(.historyFilterMissed) }
    /// Filter
    public static var historyFilterTitle: Text { Text(.historyFilterTitle) }
    /// Rejoin
    public static var historyJoinAgain: Text { Text(.historyJoinAgain) }
    /// Incoming call
    public static var historyKindIncoming: Text { Text(.historyKindIncoming) }
    /// Incoming video call
    public static var historyKindIncomingVideo: Text { Text(.historyKindIncomingVideo) }
    /// Outgoing call
    public static var historyKindOutgoing: Text { Text(.historyKindOutgoing) }
    /// Outgoing video call
    public static var historyKindOutgoingVideo: Text { Text(.historyKindOutgoingVideo) }
    /// Loading calls…
    public static var historyLoading: Text { Text(.historyLoading) }
    /// Loading…
    public static var historyLoadingMore: Text { Text(.historyLoadingMore) }
    /// More options
    public static var historyMenu: Text { Text(.historyMenu) }
    /// It isn’t in your history.
    public static var historyMissingText: Text { Text(.historyMissingText) }
    /// Call not found
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
    /// Your calls will appear here when the connection is back.
    public static var historyOffline: Text { Text(.historyOffline) }
    /// Other calls with {names}
    public static func historyOthers(names: some TextArgument) -> Text { Text(.historyOthers, [.words(names.text)]) }
    /// In this call
    public static var historyPeople: Text { Text(.historyPeople) }
    /// Recent calls
    public static var historyRecent: Text { Text(.historyRecent) }
    /// Busy
    public static var historyResultBusy: Text { Text(.historyResultBusy) }
    /// Cancelled
    public static var historyResultCancelled: Text { Text(.historyResultCancelled) }
    /// Declined
    public static var historyResultDeclined: Text { Text(.historyResultDeclined) }
    /// Incoming · {time}
    public static func historyResultIncoming(time: some TextArgument) -> Text { Text(.historyResultIncoming, [.words(time.text)]) }
    /// Missed
    public static var historyResultMissed: Text { Text(.historyResultMissed) }
    /// Outgoing · {time}
    public static func historyResultOutgoing(time: some TextArgument) -> Text { Text(.historyResultOutgoing, [.words(time.text)]) }
    /// Ringing
    public static var historyResultRinging: Text { Text(.historyResultRinging) }
    /// In progress
    public static var historyResultRunning: Text { Text(.historyResultRunning) }
    /// No answer
    public static var historyResultUnanswered: Text { Text(.historyResultUnanswered) }
    /// Answered, never connected
    public static var historyResultUnconnected: Text { Text(.historyResultUnconnected) }
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
    /// Joined
    public static var historyTookPart: Text { Text(.historyTookPart) }
    /// Didn’t join
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
    /// {names} are calling
    public static func incomingAreCalling(names: some TextArgument) -> Text { Text(.incomingAreCalling, [.words(names.text)]) }
    /// {names} are calling with video
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
    /// After you answer, you’ll be asked to confirm that it’s {name} before you can hear each other.
    public static func incomingNewDeviceText(name: some TextArgument) -> Text { Text(.incomingNewDeviceText, [.words(name.text)]) }
    /// Audio call
    public static var incomingNotificationAudio: Text { Text(.incomingNotificationAudio) }
    /// Video call
    public static var incomingNotificationVideo: Text { Text(.incomingNotificationVideo) }
    /// Rings for {seconds} s
    public static func incomingRingsFor(seconds: Int) -> Text { Text(.incomingRingsFor, [.number(seconds)]) }
    /// Caller not verified. This could be anyone.
    public static var incomingUnverified: Text { Text(.incomingUnverified) }
    /// Video call
    public static var incomingVideo: Text { Text(.incomingVideo) }
    /// with {names}
    public static func incomingWith(names: some TextArgument) -> Text { Text(.incomingWith, [.words(names.text)]) }
    /// You’re already in this call.
    public static var joinCallAlready: Text { Text(.joinCallAlready) }
    /// Ask {name} to be a contact
    public static func joinCallAskContact(name: some TextArgument) -> Text { Text(.joinCallAskContact, [.words(name.text)]) }
    /// Asking to join {name}’s call…
    public static func joinCallAsking(name: some TextArgument) -> Text { Text(.joinCallAsking, [.words(name.text)]) }
    /// You blocked {name}. Unblock them to join their call.
    public static func joinCallBlocked(name: some TextArgument) -> Text { Text(.joinCallBlocked, [.words(name.text)]) }
    /// Request sent. You can join as soon as {name} accepts.
    public static func joinCallContactAsked(name: some TextArgument) -> Text { Text(.joinCallContactAsked, [.words(name.text)]) }
    /// Part of the link is missing. Copy the whole link and try again.
    public static var joinCallDamagedText: Text { Text(.joinCallDamagedText) }
    /// Incomplete link
    public static var joinCallDamagedTitle: Text { Text(.joinCallDamagedTitle) }
    /// No one let you in. The link may have been deleted, or the call may be over.
    public static var joinCallNobody: Text { Text(.joinCallNobody) }
    /// Join {name}’s call
    public static func joinCallOf(name: some TextArgument) -> Text { Text(.joinCallOf, [.words(name.text)]) }
    /// This call is over, or the link was deleted. Ask for another link.
    public static var joinCallOver: Text { Text(.joinCallOver) }
    /// This is your own link
    public static var joinCallOwn: Text { Text(.joinCallOwn) }
    /// You’re in another call. When you’re let in here, you can put that call on hold or end it.
    public static var joinCallSecond: Text { Text(.joinCallSecond) }
    /// Join without camera
    public static var joinCallSound: Text { Text(.joinCallSound) }
    /// You and the person who created this link aren’t contacts. Only contacts can join with a link.
    public static var joinCallStranger: Text { Text(.joinCallStranger) }
    /// Not in your contacts
    public static var joinCallStrangerTitle: Text { Text(.joinCallStrangerTitle) }
    /// According to the link, this is {name}’s call. Only contacts can join with a link.
    public static func joinCallStrangerOf(name: some TextArgument) -> Text { Text(.joinCallStrangerOf, [.words(name.text)]) }
    /// You’ll join as soon as their device lets you in.
    public static var joinCallText: Text { Text(.joinCallText) }
    /// Join a call
    public static var joinCallTitle: Text { Text(.joinCallTitle) }
    /// Join with camera
    public static var joinCallVideo: Text { Text(.joinCallVideo) }
    /// Hide this call
    public static var joinableDismiss: Text { Text(.joinableDismiss) }
    /// Join
    public static var joinableJoin: Text { Text(.joinableJoin) }
    /// There’s a call with {names} in progress.
    public static func joinableText(names: some TextArgument) -> Text { Text(.joinableText, [.words(names.text)]) }
    /// Call in progress
    public static var joinableTitle: Text { Text(.joinableTitle) }
    /// Turn camera on or off
    public static var keysCamera: Text { Text(.keysCamera) }
    /// Close
    public static var keysClose: Text { Text(.keysClose) }
    /// QR code of the fingerprint
    public static var keysCode: Text { Text(.keysCode) }
    /// The private key stays on this device unless you save it to a file.
    public static var keysDevice: Text { Text(.keysDevice) }
    /// Done
    public static var keysDone: Text { Text(.keysDone) }
    /// Full screen
    public static var keysFullScreen: Text { Text(.keysFullScreen) }
    /// Import a key pair
    public static var keysImport: Text { Text(.keysImport) }
    /// Use these keys
    public static var keysImportDo: Text { Text(.keysImportDo) }
    /// Paste an RSA key pair in PEM format. The public key is optional.
    public static var keysImportLead: Text { Text(.keysImportLead) }
    /// Private key
    public static var keysImportPrivate: Text { Text(.keysImportPrivate) }
    /// Public key
    public static var keysImportPublic: Text { Text(.keysImportPublic) }
    /// Grid or speaker view
    public static var keysLayout: Text { Text(.keysLayout) }
    /// This is the fingerprint of this device’s public key. Others can use it to find you, and to check that the server gave them the right key.
    public static var keysLead: Text { Text(.keysLead) }
    /// Show or hide this list
    public static var keysList: Text { Text(.keysList) }
    /// Loading keys…
    public static var keysLoading: Text { Text(.keysLoading) }
    /// Mute or unmute
    public static var keysMute: Text { Text(.keysMute) }
    /// You can’t export or replace this key. To get a new one, sign out and sign in again. Your contacts will then see a new device.
    public static var keysNew: Text { Text(.keysNew) }
    /// Next page
    public static var keysNextPage: Text { Text(.keysNextPage) }
    /// Keys are created when you sign in. To use another device’s keys, import or restore them first.
    public static var keysNone: Text { Text(.keysNone) }
    /// This device’s fingerprint
    public static var keysNote: Text { Text(.keysNote) }
    /// Page Down
    public static var keysPageDown: Text { Text(.keysPageDown) }
    /// Page Up
    public static var keysPageUp: Text { Text(.keysPageUp) }
    /// Show or hide people
    public static var keysPeople: Text { Text(.keysPeople) }
    /// Previous page
    public static var keysPreviousPage: Text { Text(.keysPreviousPage) }
    /// Restore from a file
    public static var keysRestore: Text { Text(.keysRestore) }
    /// Recovery code
    public static var keysRestoreCode: Text { Text(.keysRestoreCode) }
    /// Restore
    public static var keysRestoreDo: Text { Text(.keysRestoreDo) }
    /// Enter the recovery code you got when you saved the file.
    public static var keysRestoreLead: Text { Text(.keysRestoreLead) }
    /// The file is from an older app
    public static var keysRestoreOlder: Text { Text(.keysRestoreOlder) }
    /// Password
    public static var keysRestorePassword: Text { Text(.keysRestorePassword) }
    /// Save keys to a file
    public static var keysSave: Text { Text(.keysSave) }
    /// Save file
    public static var keysSaveFile: Text { Text(.keysSaveFile) }
    /// Write down this recovery code. It’s shown only now, and the file can’t be opened without it.
    public static var keysSaveLead: Text { Text(.keysSaveLead) }
    /// Creating the file…
    public static var keysSaveMaking: Text { Text(.keysSaveMaking) }
    /// File saved. Keep the recovery code in a different place.
    public static var keysSaveSaved: Text { Text(.keysSaveSaved) }
    /// With the file and its recovery code, another device can replace this one after you sign out here.
    public static var keysSaveText: Text { Text(.keysSaveText) }
    /// Keyboard shortcuts
    public static var keysShortcuts: Text { Text(.keysShortcuts) }
    /// Space
    public static var keysSpace: Text { Text(.keysSpace) }
    /// The private key never leaves this browser and can’t be read from it.
    public static var keysStay: Text { Text(.keysStay) }
    /// Hold to talk while muted
    public static var keysTalk: Text { Text(.keysTalk) }
    /// Keys
    public static var keysTitle: Text { Text(.keysTitle) }
    /// Zoom the shared screen
    public static var keysZoom: Text { Text(.keysZoom) }
    /// Couldn’t load this language. Check your network and try again.
    public static var languageFailed: Text { Text(.languageFailed) }
    /// The language ECall uses
    public static var languageNote: Text { Text(.languageNote) }
    /// No languages found
    public static var languageNothing: Text { Text(.languageNothing) }
    /// Search languages
    public static var languageSearch: Text { Text(.languageSearch) }
    /// Same as the system
    public static var languageSystem: Text { Text(.languageSystem) }
    /// Language
    public static var languageTitle: Text { Text(.languageTitle) }
    /// New link
    public static var linkAnother: Text { Text(.linkAnother) }
    /// QR code of your link
    public static var linkCode: Text { Text(.linkCode) }
    /// Copied
    public static var linkCopied: Text { Text(.linkCopied) }
    /// Copy link
    public static var linkCopy: Text { Text(.linkCopy) }
    /// This link has expired.
    public static var linkExpired: Text { Text(.linkExpired) }
    /// Link copied.
    public static var linkIsCopied: Text { Text(.linkIsCopied) }
    /// Anyone with this link can ask to be your contact, and you decide. It works once, for 24 hours.
    public static var linkLead: Text { Text(.linkLead) }
    /// Create link
    public static var linkMake: Text { Text(.linkMake) }
    /// Creating your link…
    public static var linkMaking: Text { Text(.linkMaking) }
    /// Link options
    public static var linkMore: Text { Text(.linkMore) }
    /// The link couldn’t be copied. Select it and copy it yourself.
    public static var linkNotCopied: Text { Text(.linkNotCopied) }
    /// Share…
    public static var linkShare: Text { Text(.linkShare) }
    /// Add me on ECall
    public static var linkShareTitle: Text { Text(.linkShareTitle) }
    /// Your link:
    public static var linkSpoken: Text { Text(.linkSpoken) }
    /// My code
    public static var linkTitle: Text { Text(.linkTitle) }
    /// This link has been used. Create a new one for the next person.
    public static var linkUsed: Text { Text(.linkUsed) }
    /// Valid for {time}
    public static func linkValidFor(time: some TextArgument) -> Text { Text(.linkValidFor, [.words(time.text)]) }
    /// Delete
    public static var linkWithdraw: Text { Text(.linkWithdraw) }
    /// Add
    public static var mainAdd: Text { Text(.mainAdd) }
    /// Another of your devices marked this one as lost, so your contacts’ devices no longer accept it. Sign out here to remove its keys, then sign in again.
    public static var mainLost: Text { Text(.mainLost) }
    /// View devices
    public static var mainLostDevices: Text { Text(.mainLostDevices) }
    /// Sign out and start over
    public static var mainLostDo: Text { Text(.mainLostDo) }
    /// A device that signed in later marked this one as lost. If that wasn’t you, someone else has signed in to your account: mark that device as lost.
    public static var mainLostLater: Text { Text(.mainLostLater) }
    /// {label}, {count} missed
    public static func mainMissed(label: some TextArgument, count: Int) -> Text { Text(.mainMissed, [.words(label.text), .number(count)]) }
    /// {count}+
    public static func mainMoreThan(count: Int) -> Text { Text(.mainMoreThan, [.number(count)]) }
    /// A new version of ECall is ready.
    public static var mainNewRelease: Text { Text(.mainNewRelease) }
    /// Reload
    public static var mainNewReleaseLoad: Text { Text(.mainNewReleaseLoad) }
    /// No connection to the server. You can’t make or receive calls here. Reconnecting…
    public static var mainOffline: Text { Text(.mainOffline) }
    /// Add someone to make your first call
    public static var mainRestingBegin: Text { Text(.mainRestingBegin) }
    /// Who do you want to call?
    public static var mainRestingChoose: Text { Text(.mainRestingChoose) }
    /// Return
    public static var mainReturn: Text { Text(.mainReturn) }
    /// Sections
    public static var mainSections: Text { Text(.mainSections) }
    /// Skip to content
    public static var mainSkip: Text { Text(.mainSkip) }
    /// You won’t receive calls until the suspension ends.
    public static var mainSuspended: Text { Text(.mainSuspended) }
    /// {label}, {count} waiting
    public static func mainWaiting(label: some TextArgument, count: Int) -> Text { Text(.mainWaiting, [.words(label.text), .number(count)]) }
    /// The address of a TURN or STUN server is invalid.
    public static var mediaBadServer: Text { Text(.mediaBadServer) }
    /// The media connection was closed.
    public static var mediaClosed: Text { Text(.mediaClosed) }
    /// This is a device, not a media file. Choose cameras and microphones with {options}: {path}
    public static func mediaFileDevice(options: some TextArgument, path: some TextArgument) -> Text { Text(.mediaFileDevice, [.words(options.text), .words(path.text)]) }
    /// This is a directory, not a media file. Choose a file in it: {path}
    public static func mediaFileDirectory(path: some TextArgument) -> Text { Text(.mediaFileDirectory, [.words(path.text)]) }
    /// The file is empty. Choose another: {path}
    public static func mediaFileEmpty(path: some TextArgument) -> Text { Text(.mediaFileEmpty, [.words(path.text)]) }
    /// You aren’t allowed to read this file. Change its permissions, or choose another: {path}
    public static func mediaFileForbidden(path: some TextArgument) -> Text { Text(.mediaFileForbidden, [.words(path.text)]) }
    /// The file has no video. Choose another, or make an audio call.
    public static var mediaFileNoPictures: Text { Text(.mediaFileNoPictures) }
    /// The file has no audio. Choose another, or make a video call.
    public static var mediaFileNoSound: Text { Text(.mediaFileNoSound) }
    /// Only a regular file can be sent: {path}
    public static func mediaFileNotRegular(path: some TextArgument) -> Text { Text(.mediaFileNotRegular, [.words(path.text)]) }
    /// The file has no audio, so only its video is sent.
    public static var mediaFilePicturesOnly: Text { Text(.mediaFilePicturesOnly) }
    /// A named pipe can’t be sent, because files are played in a loop. Save its content to a file, or connect it to the sound server as a microphone ({module}): {path}
    public static func mediaFilePipe(module: some TextArgument, path: some TextArgument) -> Text { Text(.mediaFilePipe, [.words(module.text), .words(path.text)]) }
    /// The file has no video, so only its audio is sent.
    public static var mediaFileSoundOnly: Text { Text(.mediaFileSoundOnly) }
    /// The file can’t be sent, because it can’t be read or has nothing that can be played: {path}
    public static func mediaFileUnplayable(path: some TextArgument) -> Text { Text(.mediaFileUnplayable, [.words(path.text)]) }
    /// The camera was disconnected, so others can’t see you. The call continues.
    public static var mediaGoneCamera: Text { Text(.mediaGoneCamera) }
    /// Your input has ended, so others can’t see or hear you. The call continues.
    public static var mediaGoneInput: Text { Text(.mediaGoneInput) }
    /// The loudspeaker was disconnected, so you can’t hear others. The call continues.
    public static var mediaGoneLoudspeaker: Text { Text(.mediaGoneLoudspeaker) }
    /// The microphone was disconnected, so others can’t hear you. The call continues.
    public static var mediaGoneMicrophone: Text { Text(.mediaGoneMicrophone) }
    /// The microphone was disconnected, so the default one is used. The call continues.
    public static var mediaGoneMicrophoneMoved: Text { Text(.mediaGoneMicrophoneMoved) }
    /// Video can’t be shown any more. The call continues.
    public static var mediaGonePictures: Text { Text(.mediaGonePictures) }
    /// The screen is gone, so it isn’t shared any more.
    public static var mediaGoneScreen: Text { Text(.mediaGoneScreen) }
    /// The window is closed or hidden, so it isn’t shared any more.
    public static var mediaGoneSharedWindow: Text { Text(.mediaGoneSharedWindow) }
    /// The display is gone, so video isn’t shown any more. The call continues.
    public static var mediaGoneWindow: Text { Text(.mediaGoneWindow) }
    /// The window was closed, so video isn’t shown any more. The call continues.
    public static var mediaGoneWindowClosed: Text { Text(.mediaGoneWindowClosed) }
    /// No window can be opened, so video is drawn in the terminal.
    public static var mediaInTerminal: Text { Text(.mediaInTerminal) }
    /// Install it: {command}
    public static func mediaInstall(command: some TextArgument) -> Text { Text(.mediaInstall, [.words(command.text)]) }
    /// The local address {address} can’t be used.
    public static func mediaLocalAddress(address: some TextArgument) -> Text { Text(.mediaLocalAddress, [.words(address.text)]) }
    /// No camera or microphone found. You can only see and hear others.
    public static var mediaMissingBoth: Text { Text(.mediaMissingBoth) }
    /// No camera found. Others can hear you, but not see you.
    public static var mediaMissingCamera: Text { Text(.mediaMissingCamera) }
    /// No loudspeaker found. You can’t hear others.
    public static var mediaMissingLoudspeaker: Text { Text(.mediaMissingLoudspeaker) }
    /// No microphone found. Others can’t hear you.
    public static var mediaMissingMicrophone: Text { Text(.mediaMissingMicrophone) }
    /// {name} is missing.
    public static func mediaMissingPart(name: some TextArgument) -> Text { Text(.mediaMissingPart, [.words(name.text)]) }
    /// Video isn’t shown, because there is neither a display ({variables}) nor a terminal to draw it in.
    public static func mediaNoDisplay(variables: some TextArgument) -> Text { Text(.mediaNoDisplay, [.words(variables.text)]) }
    /// Only camera and microphone can be sent from this device.
    public static var mediaNoFiles: Text { Text(.mediaNoFiles) }
    /// No loudspeaker found.
    public static var mediaNoLoudspeaker: Text { Text(.mediaNoLoudspeaker) }
    /// The call began without a camera. Your choice applies from the next call.
    public static var mediaNoPlaceCamera: Text { Text(.mediaNoPlaceCamera) }
    /// The call began without a microphone. Your choice applies from the next call.
    public static var mediaNoPlaceMicrophone: Text { Text(.mediaNoPlaceMicrophone) }
    /// Calls can’t be recorded on this device.
    public static var mediaNoRecordings: Text { Text(.mediaNoRecordings) }
    /// This program has no test picture and tone.
    public static var mediaNoTestContent: Text { Text(.mediaNoTestContent) }
    /// Video isn’t shown, because no window can be opened and there’s no terminal to draw it in.
    public static var mediaNoWindow: Text { Text(.mediaNoWindow) }
    /// {name} isn’t connected, so the default is used.
    public static func mediaNotConnected(name: some TextArgument) -> Text { Text(.mediaNotConnected, [.words(name.text)]) }
    /// Your input isn’t a device, so no other device can be chosen.
    public static var mediaNotFromDevice: Text { Text(.mediaNotFromDevice) }
    /// The device or file couldn’t be opened.
    public static var mediaNotOpened: Text { Text(.mediaNotOpened) }
    /// Audio can’t be played. The call continues.
    public static var mediaNotPlayed: Text { Text(.mediaNotPlayed) }
    /// Video can’t be shown. The call continues.
    public static var mediaNotShown: Text { Text(.mediaNotShown) }
    /// {name} can’t be opened, so the default is used.
    public static func mediaNotUsable(name: some TextArgument) -> Text { Text(.mediaNotUsable, [.words(name.text)]) }
    /// Recordings can’t be written to this directory. Choose another: {directory}
    public static func mediaRecordingDirectory(directory: some TextArgument) -> Text { Text(.mediaRecordingDirectory, [.words(directory.text)]) }
    /// The end of a recording is missing.
    public static var mediaRecordingEndMissing: Text { Text(.mediaRecordingEndMissing) }
    /// The disk is full, so recording has stopped. The call continues.
    public static var mediaRecordingFull: Text { Text(.mediaRecordingFull) }
    /// The disk is full, so the end of a recording is missing.
    public static var mediaRecordingFullAtEnd: Text { Text(.mediaRecordingFullAtEnd) }
    /// Recordings need a directory, and this isn’t one: {directory}
    public static func mediaRecordingNotDirectory(directory: some TextArgument) -> Text { Text(.mediaRecordingNotDirectory, [.words(directory.text)]) }
    /// There’s too little space for recordings: {free} MB, and at least {least} MB are needed. Make room, or choose another directory: {directory}
    public static func mediaRecordingSpace(free: Int, least: Int, directory: some TextArgument) -> Text { Text(.mediaRecordingSpace, [.number(free), .number(least), .words(directory.text)]) }
    /// Recording has stopped. The call continues.
    public static var mediaRecordingStopped: Text { Text(.mediaRecordingStopped) }
    /// The media connection was refused.
    public static var mediaRefused: Text { Text(.mediaRefused) }
    /// The window is closed or hidden. To list windows: {command}
    public static func mediaScreenHidden(command: some TextArgument) -> Text { Text(.mediaScreenHidden, [.words(command.text)]) }
    /// A window can’t be shared alone here, because whatever covers it would be seen too. Install {package}, or share the whole screen.
    public static func mediaScreenNoAlone(package: some TextArgument) -> Text { Text(.mediaScreenNoAlone, [.words(package.text)]) }
    /// The display {name} can’t be reached. Check that it’s there and that this user is allowed to open it.
    public static func mediaScreenNoDisplay(name: some TextArgument) -> Text { Text(.mediaScreenNoDisplay, [.words(name.text)]) }
    /// The loudspeaker is chosen in the system’s controls.
    public static var mediaSystemLoudspeaker: Text { Text(.mediaSystemLoudspeaker) }
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
    /// Actions for {address}
    public static func methodsGroup(address: some TextArgument) -> Text { Text(.methodsGroup, [.words(address.text)]) }
    /// You can now sign in with {issuer}.
    public static func methodsIssuerAdded(issuer: some TextArgument) -> Text { Text(.methodsIssuerAdded, [.words(issuer.text)]) }
    /// This is your only way to sign in. Add another before you remove it.
    public static var methodsLast: Text { Text(.methodsLast) }
    /// You can sign in with any of these. Your profile shows the first e-mail address and the first phone number.
    public static var methodsLead: Text { Text(.methodsLead) }
    /// Loading ways to sign in…
    public static var methodsLoading: Text { Text(.methodsLoading) }
    /// You’ll no longer be able to sign in with it, and people won’t find you by it. Devices that are signed in stay signed in.
    public static var methodsLost: Text { Text(.methodsLost) }
    /// Make primary
    public static var methodsMakePrimary: Text { Text(.methodsMakePrimary) }
    /// Add, remove, choose the primary one
    public static var methodsNote: Text { Text(.methodsNote) }
    /// Phone number
    public static var methodsPhone: Text { Text(.methodsPhone) }
    /// {kind} · primary
    public static func methodsPrimary(kind: some TextArgument) -> Text { Text(.methodsPrimary, [.words(kind.text)]) }
    /// Remove {address}?
    public static func methodsQuestion(address: some TextArgument) -> Text { Text(.methodsQuestion, [.words(address.text)]) }
    /// Remove
    public static var methodsRemove: Text { Text(.methodsRemove) }
    /// Ways to sign in
    public static var methodsTitle: Text { Text(.methodsTitle) }
    /// Rename to {said}
    public static func nameAccept(said: some TextArgument) -> Text { Text(.nameAccept, [.words(said.text)]) }
    /// Others now see you as {name}.
    public static func nameChanged(name: some TextArgument) -> Text { Text(.nameChanged, [.words(name.text)]) }
    /// Shown to people you call.
    public static var nameHint: Text { Text(.nameHint) }
    /// Your name
    public static var nameLabel: Text { Text(.nameLabel) }
    /// Shown to people you call or add.
    public static var nameLead: Text { Text(.nameLead) }
    /// This isn’t the {name} you met. It’s a different account.
    public static func nameNamesake(name: some TextArgument) -> Text { Text(.nameNamesake, [.words(name.text)]) }
    /// This isn’t the {name} you verified. It’s a different account.
    public static func nameNamesakeVerified(name: some TextArgument) -> Text { Text(.nameNamesakeVerified, [.words(name.text)]) }
    /// The server now lists {kept} as “{said}”. You met them as {kept}.
    public static func nameRenamed(kept: some TextArgument, said: some TextArgument) -> Text { Text(.nameRenamed, [.words(kept.text), .words(said.text)]) }
    /// Now listed as “{said}” by the server
    public static func nameRenamedRow(said: some TextArgument) -> Text { Text(.nameRenamedRow, [.words(said.text)]) }
    /// Saving…
    public static var nameSaving: Text { Text(.nameSaving) }
    /// Not now
    public static var nameSkip: Text { Text(.nameSkip) }
    /// What should people call you?
    public static var nameTitle: Text { Text(.nameTitle) }
    /// Check again
    public static var networkCheckAgain: Text { Text(.networkCheckAgain) }
    /// Your download speed is too low for video, but high enough for audio.
    public static var networkCheckDownAudio: Text { Text(.networkCheckDownAudio) }
    /// Your download speed is too low for calls. Stop other downloads, or use another network.
    public static var networkCheckDownNone: Text { Text(.networkCheckDownNone) }
    /// Your download speed is low, so the video you receive won’t be sharp.
    public static var networkCheckDownSlow: Text { Text(.networkCheckDownSlow) }
    /// Doesn’t work
    public static var networkCheckFails: Text { Text(.networkCheckFails) }
    /// This network is good enough for video calls.
    public static var networkCheckGood: Text { Text(.networkCheckGood) }
    /// Tests whether calls work on this network. Takes up to 30 seconds and uses less than 3 MB of data.
    public static var networkCheckLead: Text { Text(.networkCheckLead) }
    /// The round trip to the relay takes {milliseconds} ms, so people may talk over each other. A cable instead of Wi-Fi or mobile data may help.
    public static func networkCheckLongRoundTrip(milliseconds: some TextArgument) -> Text { Text(.networkCheckLongRoundTrip, [.words(milliseconds.text)]) }
    /// {percent} % of packets are lost, so speech and video may break up. A cable instead of Wi-Fi may help.
    public static func networkCheckLoss(percent: some TextArgument) -> Text { Text(.networkCheckLoss, [.words(percent.text)]) }
    /// No relay can be reached, so calls may have no sound on this network. Ask its administrator to open {ports}.
    public static func networkCheckNoRelay(ports: some TextArgument) -> Text { Text(.networkCheckNoRelay, [.words(ports.text)]) }
    /// The server has no relay, so calls work only if no firewall is in the way.
    public static var networkCheckNoRelayOffered: Text { Text(.networkCheckNoRelayOffered) }
    /// The server isn’t responding. Check its address and your network.
    public static var networkCheckNoServer: Text { Text(.networkCheckNoServer) }
    /// UDP doesn’t get through, so calls use {transport} and may stutter. Ask the network’s administrator to open UDP port {port}.
    public static func networkCheckNoUdp(transport: some TextArgument, port: some TextArgument) -> Text { Text(.networkCheckNoUdp, [.words(transport.text), .words(port.text)]) }
    /// Calls can’t ring here because the server’s WebSocket can’t be reached. A proxy may be blocking it.
    public static var networkCheckNoWebSocket: Text { Text(.networkCheckNoWebSocket) }
    /// Not offered by the server
    public static var networkCheckNotOffered: Text { Text(.networkCheckNotOffered) }
    /// Test whether calls work here
    public static var networkCheckNote: Text { Text(.networkCheckNote) }
    /// Calls get through this network.
    public static var networkCheckPasses: Text { Text(.networkCheckPasses) }
    /// the relay’s ports
    public static var networkCheckPortsAny: Text { Text(.networkCheckPortsAny) }
    /// UDP port {udp} and TCP port {tcp}
    public static func networkCheckPortsBoth(udp: some TextArgument, tcp: some TextArgument) -> Text { Text(.networkCheckPortsBoth, [.words(udp.text), .words(tcp.text)]) }
    /// TCP port {port}
    public static func networkCheckPortsTcp(port: some TextArgument) -> Text { Text(.networkCheckPortsTcp, [.words(port.text)]) }
    /// UDP port {port}
    public static func networkCheckPortsUdp(port: some TextArgument) -> Text { Text(.networkCheckPortsUdp, [.words(port.text)]) }
    /// Relay over {transport}
    public static func networkCheckRelay(transport: some TextArgument) -> Text { Text(.networkCheckRelay, [.words(transport.text)]) }
    /// Checking…
    public static var networkCheckRunning: Text { Text(.networkCheckRunning) }
    /// Check the network
    public static var networkCheckStart: Text { Text(.networkCheckStart) }
    /// Measuring download speed…
    public static var networkCheckStepDown: Text { Text(.networkCheckStepDown) }
    /// Measuring packet loss…
    public static var networkCheckStepLoss: Text { Text(.networkCheckStepLoss) }
    /// Checking TURN over {transport}…
    public static func networkCheckStepRelay(transport: some TextArgument) -> Text { Text(.networkCheckStepRelay, [.words(transport.text)]) }
    /// Checking the server…
    public static var networkCheckStepServer: Text { Text(.networkCheckStepServer) }
    /// Measuring upload speed…
    public static var networkCheckStepUp: Text { Text(.networkCheckStepUp) }
    /// Checking the WebSocket…
    public static var networkCheckStepWebSocket: Text { Text(.networkCheckStepWebSocket) }
    /// Network check
    public static var networkCheckTitle: Text { Text(.networkCheckTitle) }
    /// Your upload speed is too low for video, but high enough for audio.
    public static var networkCheckUpAudio: Text { Text(.networkCheckUpAudio) }
    /// Your upload speed is too low for calls. Stop other uploads, or use another network.
    public static var networkCheckUpNone: Text { Text(.networkCheckUpNone) }
    /// Your upload speed is low, so the video you send won’t be sharp.
    public static var networkCheckUpSlow: Text { Text(.networkCheckUpSlow) }
    /// Works · {milliseconds} ms
    public static func networkCheckWorks(milliseconds: some TextArgument) -> Text { Text(.networkCheckWorks, [.words(milliseconds.text)]) }
    /// Your video is black. Is the lens covered?
    public static var noticeCameraBlack: Text { Text(.noticeCameraBlack) }
    /// Your video hasn’t changed for 10 seconds. Is the camera working?
    public static var noticeCameraFrozen: Text { Text(.noticeCameraFrozen) }
    /// The notice about your camera no longer applies.
    public static var noticeCameraOver: Text { Text(.noticeCameraOver) }
    /// Others can’t hear you because the system or your headset has muted the microphone. Unmute it there.
    public static var noticeMicrophoneMutedBySystem: Text { Text(.noticeMicrophoneMutedBySystem) }
    /// The notice about your microphone no longer applies.
    public static var noticeMicrophoneOver: Text { Text(.noticeMicrophoneOver) }
    /// Your microphone has been silent for 10 seconds. Is it muted on the headset, or is the wrong one selected?
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
    /// A new device signed in to your account.
    public static var noticesNewDevice: Text { Text(.noticesNewDevice) }
    /// Was this you?
    public static var noticesNewDeviceLook: Text { Text(.noticesNewDeviceLook) }
    /// Your contact request was accepted
    public static var notificationAccepted: Text { Text(.notificationAccepted) }
    /// Call
    public static var notificationCall: Text { Text(.notificationCall) }
    /// Answered or declined on another device
    public static var notificationElsewhere: Text { Text(.notificationElsewhere) }
    /// You answered or declined this call.
    public static var notificationHere: Text { Text(.notificationHere) }
    /// Missed call
    public static var notificationMissed: Text { Text(.notificationMissed) }
    /// New activity
    public static var notificationNews: Text { Text(.notificationNews) }
    /// New contact request
    public static var notificationRequest: Text { Text(.notificationRequest) }
    /// Unverified caller
    public static var notificationUnverified: Text { Text(.notificationUnverified) }
    /// Notifications tell you what happens while ECall is closed.
    public static var notificationsAppLead: Text { Text(.notificationsAppLead) }
    /// Calls
    public static var notificationsCalls: Text { Text(.notificationsCalls) }
    /// Shows who’s calling, with buttons to answer and decline.
    public static var notificationsCallsDevice: Text { Text(.notificationsCallsDevice) }
    /// Shows who’s calling, with buttons to answer and decline if your browser supports them.
    public static var notificationsCallsText: Text { Text(.notificationsCallsText) }
    /// Notifications are off for ECall. Allow them in Settings to see when someone calls.
    public static var notificationsDenied: Text { Text(.notificationsDenied) }
    /// Notifications tell you what happens while this page is closed or behind other windows.
    public static var notificationsLead: Text { Text(.notificationsLead) }
    /// Loading settings…
    public static var notificationsLoading: Text { Text(.notificationsLoading) }
    /// Missed calls
    public static var notificationsMissed: Text { Text(.notificationsMissed) }
    /// Shows who called, and calls answered on your other devices. No sound.
    public static var notificationsMissedText: Text { Text(.notificationsMissedText) }
    /// You won’t be notified of calls while ECall is closed.
    public static var notificationsNone: Text { Text(.notificationsNone) }
    /// Your choice wasn’t saved. Try again.
    public static var notificationsNotSaved: Text { Text(.notificationsNotSaved) }
    /// Calls, missed calls, requests, quiet hours
    public static var notificationsNote: Text { Text(.notificationsNote) }
    /// If you turn off only some of these, your browser still shows a silent notification without a name for them. If you turn off all three, it shows nothing.
    public static var notificationsOff: Text { Text(.notificationsOff) }
    /// Quiet hours
    public static var notificationsQuiet: Text { Text(.notificationsQuiet) }
    /// From
    public static var notificationsQuietFrom: Text { Text(.notificationsQuietFrom) }
    /// Notifications are silent during these hours, including calls.
    public static var notificationsQuietText: Text { Text(.notificationsQuietText) }
    /// To
    public static var notificationsQuietTo: Text { Text(.notificationsQuietTo) }
    /// Turn on every day
    public static var notificationsQuietUse: Text { Text(.notificationsQuietUse) }
    /// This browser can’t receive notifications while this page is closed, for example because the window is private. Keep the page open so calls can ring.
    public static var notificationsReachNoService: Text { Text(.notificationsReachNoService) }
    /// This server doesn’t send notifications to closed pages. Keep the page open so calls can ring.
    public static var notificationsReachOff: Text { Text(.notificationsReachOff) }
    /// Contact requests
    public static var notificationsRequests: Text { Text(.notificationsRequests) }
    /// Shows new contact requests, and when someone accepts yours. No sound.
    public static var notificationsRequestsText: Text { Text(.notificationsRequestsText) }
    /// Notifications have no sound. Allow sounds and banners in Settings to hear when someone calls.
    public static var notificationsSilent: Text { Text(.notificationsSilent) }
    /// Add this page to your Home Screen, so it can ring while it’s closed: tap Share, then Add to Home Screen.
    public static var offerHomeScreen: Text { Text(.offerHomeScreen) }
    /// Install this page, and it opens in its own window like an app.
    public static var offerInstall: Text { Text(.offerInstall) }
    /// Install
    public static var offerInstallDo: Text { Text(.offerInstallDo) }
    /// Turn on notifications, so you don’t miss calls while this page is closed.
    public static var offerNotifications: Text { Text(.offerNotifications) }
    /// Suggestion
    public static var offerTitle: Text { Text(.offerTitle) }
    /// On hold: {names}
    public static func onHoldHere(names: some TextArgument) -> Text { Text(.onHoldHere, [.words(names.text)]) }
    /// Your call on hold with {names} has ended.
    public static func onHoldOver(names: some TextArgument) -> Text { Text(.onHoldOver, [.words(names.text)]) }
    /// Swap
    public static var onHoldSwap: Text { Text(.onHoldSwap) }
    /// Checking who this link is from…
    public static var openedLinkLooking: Text { Text(.openedLinkLooking) }
    /// {name} can’t be used. Reconnect it, or choose another loudspeaker.
    public static func outputFailed(name: some TextArgument) -> Text { Text(.outputFailed, [.words(name.text)]) }
    /// This browser plays calls on the system’s loudspeaker. Choose a different one in the system settings.
    public static var outputFixed: Text { Text(.outputFixed) }
    /// {name} was disconnected, so the call uses the system default. Reconnect it, or choose another loudspeaker.
    public static func outputGone(name: some TextArgument) -> Text { Text(.outputGone, [.words(name.text)]) }
    /// Another loudspeaker
    public static var outputOther: Text { Text(.outputOther) }
    /// System default
    public static var outputSystem: Text { Text(.outputSystem) }
    /// Loudspeaker
    public static var outputTitle: Text { Text(.outputTitle) }
    /// Loudspeaker
    public static var outputUnnamed: Text { Text(.outputUnnamed) }
    /// They match
    public static var ownDeviceAreSame: Text { Text(.ownDeviceAreSame) }
    /// Back to the device
    public static var ownDeviceBack: Text { Text(.ownDeviceBack) }
    /// Another of your devices marked this one as lost, so this one can’t confirm others. Compare on that device.
    public static var ownDeviceCannotVouch: Text { Text(.ownDeviceCannotVouch) }
    /// It has changed since you compared it. If you didn’t set it up again, sign it out.
    public static var ownDeviceChangedKeyText: Text { Text(.ownDeviceChangedKeyText) }
    /// QR code of this device
    public static var ownDeviceCode: Text { Text(.ownDeviceCode) }
    /// **Don’t confirm it.** Either you looked at a device other than {name}, or someone has put another device in its place. Compare again with the device in your hands. If you don’t have such a device, someone else signed in.
    public static func ownDeviceDifferSaid(name: some TextArgument) -> Text { Text(.ownDeviceDifferSaid, [.words(name.text)]) }
    /// **This device has already confirmed it**, so your contacts accept it. Compare again with {name} in your hands. If it isn’t yours, say that it wasn’t you, to withdraw the confirmation permanently.
    public static func ownDeviceDifferVouched(name: some TextArgument) -> Text { Text(.ownDeviceDifferVouched, [.words(name.text)]) }
    /// The code you scanned doesn’t match. Make sure {name} is showing it. If so, someone may have put another device in its place: sign it out.
    public static func ownDeviceDiffers(name: some TextArgument) -> Text { Text(.ownDeviceDiffers, [.words(name.text)]) }
    /// Device digits
    public static var ownDeviceDigits: Text { Text(.ownDeviceDigits) }
    /// This is the code of the device you’re using. Scan it with another of your devices.
    public static var ownDeviceItself: Text { Text(.ownDeviceItself) }
    /// On {name}, open Settings › Devices › “This device”. If the digits there match these, confirm that device here. People who know the device you’re using then won’t be asked about it.
    public static func ownDeviceLead(name: some TextArgument) -> Text { Text(.ownDeviceLead, [.words(name.text)]) }
    /// Calculating the digits…
    public static var ownDeviceLoading: Text { Text(.ownDeviceLoading) }
    /// Marked as lost
    public static var ownDeviceLost: Text { Text(.ownDeviceLost) }
    /// Your contacts’ devices are told that it’s lost. To use it again, sign out there, then sign in again.
    public static var ownDeviceLostText: Text { Text(.ownDeviceLostText) }
    /// This device has nothing to compare yet. Open ECall on it, then try again.
    public static var ownDeviceNone: Text { Text(.ownDeviceNone) }
    /// This code belongs to someone else’s device. To compare with a contact, open their device in your contacts, then scan the code on it.
    public static var ownDeviceNotYours: Text { Text(.ownDeviceNotYours) }
    /// It has nothing that can be compared. Open ECall on it, or update the app there.
    public static var ownDeviceOlderText: Text { Text(.ownDeviceOlderText) }
    /// This code belongs to {name}. If that device is yours, confirm it.
    public static func ownDeviceSame(name: some TextArgument) -> Text { Text(.ownDeviceSame, [.words(name.text)]) }
    /// Scan its code
    public static var ownDeviceScan: Text { Text(.ownDeviceScan) }
    /// Another of your devices marked this one as lost, so your contacts’ devices don’t accept it. If you have it in your hands, sign out here, then sign in again.
    public static var ownDeviceSelfLostText: Text { Text(.ownDeviceSelfLostText) }
    /// Another of your devices confirmed this one. Your contacts won’t be asked about it, and it can confirm devices that sign in later.
    public static var ownDeviceSelfVouchedText: Text { Text(.ownDeviceSelfVouchedText) }
    /// Compare with another of your devices
    public static var ownDeviceShows: Text { Text(.ownDeviceShows) }
    /// On a device you already use, open Settings › Devices, select this one in the list and choose Compare. Check that it shows the same digits, or use it to scan this code.
    public static var ownDeviceShowsText: Text { Text(.ownDeviceShowsText) }
    /// Compare device
    public static var ownDeviceTitle: Text { Text(.ownDeviceTitle) }
    /// Not confirmed
    public static var ownDeviceUnknown: Text { Text(.ownDeviceUnknown) }
    /// People who know this device will be asked to confirm that one.
    public static var ownDeviceUnknownText: Text { Text(.ownDeviceUnknownText) }
    /// You compared it, and this device confirms that it’s yours.
    public static var ownDeviceVerifiedText: Text { Text(.ownDeviceVerifiedText) }
    /// Confirm device
    public static var ownDeviceVouch: Text { Text(.ownDeviceVouch) }
    /// Another of your devices confirmed that it’s yours.
    public static var ownDeviceVouchedText: Text { Text(.ownDeviceVouchedText) }
    /// End-to-end encrypted audio and video calls.
    public static var pageDescription: Text { Text(.pageDescription) }
    /// ECall needs JavaScript. Turn it on in your browser, then reload this page.
    public static var pageNoScript: Text { Text(.pageNoScript) }
    /// ECall couldn’t be loaded. Check your network, then reload this page.
    public static var pageUnreachable: Text { Text(.pageUnreachable) }
    /// ECall couldn’t be loaded. Reload this page. If its address has a path after the server’s name, as in example.org/calls, ECall doesn’t work there: ask for an address without a path.
    public static var pageUnstyled: Text { Text(.pageUnstyled) }
    /// Add people
    public static var peopleAdd: Text { Text(.peopleAdd) }
    /// Ask to mute
    public static var peopleAskToMute: Text { Text(.peopleAskToMute) }
    /// You asked {name} to mute.
    public static func peopleAsked(name: some TextArgument) -> Text { Text(.peopleAsked, [.words(name.text)]) }
    /// People, {count} in the call
    public static func peopleButton(count: Int) -> Text { Text(.peopleButton, [.number(count)]) }
    /// Call {name}
    public static func peopleCall(name: some TextArgument) -> Text { Text(.peopleCall, [.words(name.text)]) }
    /// Close people
    public static var peopleClose: Text { Text(.peopleClose) }
    /// not confirmed
    public static var peopleFactHeld: Text { Text(.peopleFactHeld) }
    /// started the call
    public static var peopleFactHost: Text { Text(.peopleFactHost) }
    /// can’t hear you yet
    public static var peopleFactKeepsOut: Text { Text(.peopleFactKeepsOut) }
    /// muted
    public static var peopleFactMuted: Text { Text(.peopleFactMuted) }
    /// recording
    public static var peopleFactRecords: Text { Text(.peopleFactRecords) }
    /// sharing their screen
    public static var peopleFactShares: Text { Text(.peopleFactShares) }
    /// speaking
    public static var peopleFactSpeaks: Text { Text(.peopleFactSpeaks) }
    /// muted for you
    public static var peopleFactUnheard: Text { Text(.peopleFactUnheard) }
    /// verified
    public static var peopleFactVerified: Text { Text(.peopleFactVerified) }
    /// volume {percent}
    public static func peopleFactVolume(percent: some TextArgument) -> Text { Text(.peopleFactVolume, [.words(percent.text)]) }
    /// Not in the call
    public static var peopleGone: Text { Text(.peopleGone) }
    /// Unmute for me
    public static var peopleHearAgain: Text { Text(.peopleHearAgain) }
    /// In the call
    public static var peopleIn: Text { Text(.peopleIn) }
    /// More options for {name}
    public static func peopleMore(name: some TextArgument) -> Text { Text(.peopleMore, [.words(name.text)]) }
    /// Mute for me
    public static var peopleMuteForMe: Text { Text(.peopleMuteForMe) }
    /// Pin
    public static var peoplePin: Text { Text(.peoplePin) }
    /// Remove from call
    public static var peopleRemove: Text { Text(.peopleRemove) }
    /// Being called
    public static var peopleRinging: Text { Text(.peopleRinging) }
    /// in another call
    public static var peopleStatusBusy: Text { Text(.peopleStatusBusy) }
    /// will call back in {minutes} minutes
    public static func peopleStatusCallsBack(minutes: Int) -> Text { Text(.peopleStatusCallsBack, [.number(minutes)]) }
    /// can’t talk now
    public static var peopleStatusCannotTalk: Text { Text(.peopleStatusCannotTalk) }
    /// declined
    public static var peopleStatusDeclined: Text { Text(.peopleStatusDeclined) }
    /// left
    public static var peopleStatusLeft: Text { Text(.peopleStatusLeft) }
    /// didn’t answer
    public static var peopleStatusNoAnswer: Text { Text(.peopleStatusNoAnswer) }
    /// put the call on hold
    public static var peopleStatusOnHold: Text { Text(.peopleStatusOnHold) }
    /// reconnecting
    public static var peopleStatusReconnecting: Text { Text(.peopleStatusReconnecting) }
    /// removed
    public static var peopleStatusRemoved: Text { Text(.peopleStatusRemoved) }
    /// being called
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
    /// ECall can’t use the camera, so others can’t see you. Allow it in Settings.
    public static var permissionsAppCameraDenied: Text { Text(.permissionsAppCameraDenied) }
    /// The camera isn’t allowed on this device, so others can’t see you.
    public static var permissionsAppCameraRestricted: Text { Text(.permissionsAppCameraRestricted) }
    /// iOS asks for each of these once. ECall uses the microphone and camera only in calls, in tests you start and to scan codes.
    public static var permissionsAppLead: Text { Text(.permissionsAppLead) }
    /// ECall can’t use the microphone, so no one will hear you. Allow it in Settings, or continue without.
    public static var permissionsAppMicrophoneDenied: Text { Text(.permissionsAppMicrophoneDenied) }
    /// The microphone isn’t allowed on this device, so no one will hear you. Ask the person who manages the device, or continue without.
    public static var permissionsAppMicrophoneRestricted: Text { Text(.permissionsAppMicrophoneRestricted) }
    /// What ECall can use on this device
    public static var permissionsAppNote: Text { Text(.permissionsAppNote) }
    /// So you can see who’s calling while the app is closed.
    public static var permissionsAppNotificationsWhy: Text { Text(.permissionsAppNotificationsWhy) }
    /// Not allowed on this device
    public static var permissionsAppRestricted: Text { Text(.permissionsAppRestricted) }
    /// Open Settings
    public static var permissionsAppSettings: Text { Text(.permissionsAppSettings) }
    /// Open Settings: {permission}
    public static func permissionsAppSettingsFor(permission: some TextArgument) -> Text { Text(.permissionsAppSettingsFor, [.words(permission.text)]) }
    /// Camera
    public static var permissionsCamera: Text { Text(.permissionsCamera) }
    /// So people can see you when your camera is on.
    public static var permissionsCameraWhy: Text { Text(.permissionsCameraWhy) }
    /// Close
    public static var permissionsClose: Text { Text(.permissionsClose) }
    /// Continue
    public static var permissionsContinue: Text { Text(.permissionsContinue) }
    /// Blocked
    public static var permissionsDenied: Text { Text(.permissionsDenied) }
    /// Your browser will ask for the microphone and camera
    public static var permissionsExplainBoth: Text { Text(.permissionsExplainBoth) }
    /// Allow both so others can hear and see you. You can turn each one off at any time.
    public static var permissionsExplainBothText: Text { Text(.permissionsExplainBothText) }
    /// Your browser will ask for the camera
    public static var permissionsExplainCamera: Text { Text(.permissionsExplainCamera) }
    /// Allow it so others can see you. You can turn the camera off at any time.
    public static var permissionsExplainCameraText: Text { Text(.permissionsExplainCameraText) }
    /// Your browser will ask for the microphone
    public static var permissionsExplainMicrophone: Text { Text(.permissionsExplainMicrophone) }
    /// Allow it so others can hear you. You can mute yourself at any time.
    public static var permissionsExplainMicrophoneText: Text { Text(.permissionsExplainMicrophoneText) }
    /// Continue without
    public static var permissionsGoOn: Text { Text(.permissionsGoOn) }
    /// Allowed
    public static var permissionsGranted: Text { Text(.permissionsGranted) }
    /// Your browser asks for each of these once. ECall uses the microphone and camera only in calls, in tests you start and to scan codes.
    public static var permissionsLead: Text { Text(.permissionsLead) }
    /// Microphone
    public static var permissionsMicrophone: Text { Text(.permissionsMicrophone) }
    /// So people can hear you.
    public static var permissionsMicrophoneWhy: Text { Text(.permissionsMicrophoneWhy) }
    /// What your browser allows
    public static var permissionsNote: Text { Text(.permissionsNote) }
    /// Notifications
    public static var permissionsNotifications: Text { Text(.permissionsNotifications) }
    /// So you don’t miss calls while you’re in another window.
    public static var permissionsNotificationsWhy: Text { Text(.permissionsNotificationsWhy) }
    /// Microphone and camera are blocked
    public static var permissionsRefusedBoth: Text { Text(.permissionsRefusedBoth) }
    /// Your browser is blocking them for this site. Others can’t hear or see you.
    public static var permissionsRefusedBothText: Text { Text(.permissionsRefusedBothText) }
    /// The camera is blocked
    public static var permissionsRefusedCamera: Text { Text(.permissionsRefusedCamera) }
    /// Your browser is blocking it for this site. Others can’t see you.
    public static var permissionsRefusedCameraText: Text { Text(.permissionsRefusedCameraText) }
    /// The microphone is blocked
    public static var permissionsRefusedMicrophone: Text { Text(.permissionsRefusedMicrophone) }
    /// Your browser is blocking it for this site. Others can’t hear you.
    public static var permissionsRefusedMicrophoneText: Text { Text(.permissionsRefusedMicrophoneText) }
    /// Microphone, camera, notifications
    public static var permissionsTitle: Text { Text(.permissionsTitle) }
    /// To allow access, select the icon to the left of the address, turn on what’s blocked, then reload the page.
    public static var permissionsUndoChromium: Text { Text(.permissionsUndoChromium) }
    /// To allow access, select the crossed-out icon to the left of the address, remove the block, then try again.
    public static var permissionsUndoFirefox: Text { Text(.permissionsUndoFirefox) }
    /// To allow access, open your browser’s settings for this site, turn on what’s blocked, then reload the page.
    public static var permissionsUndoOther: Text { Text(.permissionsUndoOther) }
    /// To allow access, open the website settings in the address bar, choose Allow, then reload the page. On a phone, also check the system settings for this browser.
    public static var permissionsUndoSafari: Text { Text(.permissionsUndoSafari) }
    /// Uses: {used} of {count}
    public static func personalLinkAsked(used: some TextArgument, count: Int) -> Text { Text(.personalLinkAsked, [.words(used.text), .number(count)]) }
    /// Back to my code
    public static var personalLinkBack: Text { Text(.personalLinkBack) }
    /// You can change this later, and turn it off at any time.
    public static var personalLinkCanChange: Text { Text(.personalLinkCanChange) }
    /// Change limits
    public static var personalLinkChange: Text { Text(.personalLinkChange) }
    /// The link stays the same. The count and the time start over.
    public static var personalLinkChangeNote: Text { Text(.personalLinkChangeNote) }
    /// QR code of your personal link
    public static var personalLinkCode: Text { Text(.personalLinkCode) }
    /// A day
    public static var personalLinkDay: Text { Text(.personalLinkDay) }
    /// Limit reached: used by {used} of {count} people.
    public static func personalLinkEndedFull(used: some TextArgument, count: Int) -> Text { Text(.personalLinkEndedFull, [.words(used.text), .number(count)]) }
    /// Extend it, and the same link works again, including where it’s printed. The count starts over.
    public static var personalLinkEndedNote: Text { Text(.personalLinkEndedNote) }
    /// Expired on {date}.
    public static func personalLinkEndedOver(date: some TextArgument) -> Text { Text(.personalLinkEndedOver, [.words(date.text)]) }
    /// Expires on {date}
    public static func personalLinkEndsOn(date: some TextArgument) -> Text { Text(.personalLinkEndsOn, [.words(date.text)]) }
    /// Extend
    public static var personalLinkExtend: Text { Text(.personalLinkExtend) }
    /// It no longer works. Extend it or turn it off.
    public static var personalLinkHasEnded: Text { Text(.personalLinkHasEnded) }
    /// Your personal link has new limits. The link itself stays the same.
    public static var personalLinkIsChanged: Text { Text(.personalLinkIsChanged) }
    /// You have a new personal link. The old one no longer works.
    public static var personalLinkIsNew: Text { Text(.personalLinkIsNew) }
    /// Your personal link is off. It no longer works, including where it’s printed.
    public static var personalLinkIsOff: Text { Text(.personalLinkIsOff) }
    /// Your personal link is on.
    public static var personalLinkIsOn: Text { Text(.personalLinkIsOn) }
    /// A link to print or put in a profile. Several people can use it to send you a contact request until it expires. You decide whom to accept.
    public static var personalLinkLead: Text { Text(.personalLinkLead) }
    /// Valid for
    public static var personalLinkLifetime: Text { Text(.personalLinkLifetime) }
    /// Loading your personal link…
    public static var personalLinkLoading: Text { Text(.personalLinkLoading) }
    /// A month
    public static var personalLinkMonth: Text { Text(.personalLinkMonth) }
    /// Number of people
    public static var personalLinkPeople: Text { Text(.personalLinkPeople) }
    /// The server doesn’t allow this number or duration. Choose another.
    public static var personalLinkProblemBadRequest: Text { Text(.personalLinkProblemBadRequest) }
    /// Can’t reach the server. Check your connection, then try again.
    public static var personalLinkProblemOffline: Text { Text(.personalLinkProblemOffline) }
    /// That didn’t work. Try again later.
    public static var personalLinkProblemOther: Text { Text(.personalLinkProblemOther) }
    /// This page doesn’t understand the server’s answer. Reload it.
    public static var personalLinkProblemUndecodable: Text { Text(.personalLinkProblemUndecodable) }
    /// Create new link
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
    /// People who know your e-mail address or phone number can find your name and send you a contact request.
    public static var privacyFound: Text { Text(.privacyFound) }
    /// No one can find you by search. Only people who have a link from you, or were in a call with you, can send you a contact request.
    public static var privacyHidden: Text { Text(.privacyHidden) }
    /// Who can find you, blocked people
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
    /// Call back at {time}
    public static func promiseAt(time: some TextArgument) -> Text { Text(.promiseAt, [.words(time.text)]) }
    /// You promised to call {name} back now.
    public static func promiseDue(name: some TextArgument) -> Text { Text(.promiseDue, [.words(name.text)]) }
    /// Remove reminder
    public static var promiseForget: Text { Text(.promiseForget) }
    /// You promised to call back
    public static var promiseTitle: Text { Text(.promiseTitle) }
    /// No one else is in this call.
    public static var protectionAlone: Text { Text(.protectionAlone) }
    /// Confirm who this is
    public static var protectionChipHeld: Text { Text(.protectionChipHeld) }
    /// No one can hear you yet
    public static var protectionChipKeptOut: Text { Text(.protectionChipKeptOut) }
    /// End-to-end encrypted
    public static var protectionChipProtected: Text { Text(.protectionChipProtected) }
    /// Encrypting…
    public static var protectionChipWaiting: Text { Text(.protectionChipWaiting) }
    /// Who can hear you
    public static var protectionHear: Text { Text(.protectionHear) }
    /// Not confirmed: they can’t hear you
    public static var protectionHeld: Text { Text(.protectionHeld) }
    /// {name} can’t hear you yet. They may need to confirm this device: ask them, for example in a message, to check their screen.
    public static func protectionKeepsOut(name: some TextArgument) -> Text { Text(.protectionKeepsOut, [.words(name.text)]) }
    /// They can’t hear you yet
    public static var protectionKeptOut: Text { Text(.protectionKeptOut) }
    /// No one yet.
    public static var protectionNobody: Text { Text(.protectionNobody) }
    /// How this call is protected
    public static var protectionPanel: Text { Text(.protectionPanel) }
    /// Calls in this browser are encrypted, but not protected against future quantum computers. A newer browser may protect them.
    public static var protectionQuantumBrowser: Text { Text(.protectionQuantumBrowser) }
    /// The app or browser of {names} doesn’t support this yet. Firefox, for example, doesn’t.
    public static func protectionQuantumOthers(names: some TextArgument) -> Text { Text(.protectionQuantumOthers, [.words(names.text)]) }
    /// Your browser doesn’t support this yet. Chrome, Edge and other Chromium-based browsers do. Firefox doesn’t.
    public static var protectionQuantumOwn: Text { Text(.protectionQuantumOwn) }
    /// Protected against future quantum computers
    public static var protectionQuantumSafe: Text { Text(.protectionQuantumSafe) }
    /// Someone who intercepts this call can’t decrypt it later, not even with a quantum computer.
    public static var protectionQuantumSafeText: Text { Text(.protectionQuantumSafeText) }
    /// Not protected against future quantum computers
    public static var protectionQuantumUnsafe: Text { Text(.protectionQuantumUnsafe) }
    /// Someone who intercepts this call may be able to decrypt it once large quantum computers exist.
    public static var protectionQuantumUnsafeText: Text { Text(.protectionQuantumUnsafeText) }
    /// Their app reports this. A modified app, or a camera pointed at the screen, can record without anyone knowing.
    public static var protectionRecording: Text { Text(.protectionRecording) }
    /// What this server can still do
    public static var protectionServer: Text { Text(.protectionServer) }
    /// You haven’t compared numbers with {names}. If the server has been intercepting your calls with them since the first one, you wouldn’t notice.
    public static func protectionServerBetween(names: some TextArgument) -> Text { Text(.protectionServerBetween, [.words(names.text)]) }
    /// This page also comes from the server. A malicious server could send a tampered page. The app doesn’t have this risk.
    public static var protectionServerPage: Text { Text(.protectionServerPage) }
    /// It can’t listen. It can see who calls whom, when, for how long and how much data is sent, and it can end the call.
    public static var protectionServerSees: Text { Text(.protectionServerSees) }
    /// No one is confirmed yet. Nothing is sent or shown.
    public static var protectionSpokenHeld: Text { Text(.protectionSpokenHeld) }
    /// No one can hear you yet. Their devices haven’t accepted this one.
    public static var protectionSpokenKeptOut: Text { Text(.protectionSpokenKeptOut) }
    /// End-to-end encrypted. The server can’t listen.
    public static var protectionSpokenProtected: Text { Text(.protectionSpokenProtected) }
    /// Setting up encryption. Others might not be able to hear you yet.
    public static var protectionSpokenWaiting: Text { Text(.protectionSpokenWaiting) }
    /// Setting up encryption: they can’t hear you yet
    public static var protectionUnheard: Text { Text(.protectionUnheard) }
    /// **Others might not be able to hear you yet.** Nothing leaves this device unencrypted. You’ll see and hear others once their encryption keys arrive.
    public static var protectionWait: Text { Text(.protectionWait) }
    /// No audio or video from {name} right now.
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
    /// Your connection is weak. Others may be hard to hear.
    public static var qualityReceivingAudio: Text { Text(.qualityReceivingAudio) }
    /// Your connection is weak. Others may be hard to see and hear.
    public static var qualityReceivingVideo: Text { Text(.qualityReceivingVideo) }
    /// Your connection is weak. You may be hard to hear.
    public static var qualitySendingAudio: Text { Text(.qualitySendingAudio) }
    /// Your connection is weak. Your video may freeze for others.
    public static var qualitySendingVideo: Text { Text(.qualitySendingVideo) }
    /// {count} people have weak connections.
    public static func qualityWeakMany(count: Int) -> Text { Text(.qualityWeakMany, [.number(count)]) }
    /// {names} have weak connections.
    public static func qualityWeakNames(names: some TextArgument) -> Text { Text(.qualityWeakNames, [.words(names.text)]) }
    /// {name}’s connection is weak.
    public static func qualityWeakOne(name: some TextArgument) -> Text { Text(.qualityWeakOne, [.words(name.text)]) }
    /// You won’t get their calls or requests. They aren’t notified.
    public static var questionsBlockText: Text { Text(.questionsBlockText) }
    /// Block {name}?
    public static func questionsBlockTitle(name: some TextArgument) -> Text { Text(.questionsBlockTitle, [.words(name.text)]) }
    /// Block
    public static var questionsBlockYes: Text { Text(.questionsBlockYes) }
    /// It’ll be removed from your history on all of your devices. Others keep theirs.
    public static var questionsDeleteCallText: Text { Text(.questionsDeleteCallText) }
    /// Delete this call?
    public static var questionsDeleteCallTitle: Text { Text(.questionsDeleteCallTitle) }
    /// Delete
    public static var questionsDeleteCallYes: Text { Text(.questionsDeleteCallYes) }
    /// Your whole history will be removed from all of your devices. Others keep theirs.
    public static var questionsDeleteCallsText: Text { Text(.questionsDeleteCallsText) }
    /// Delete all calls?
    public static var questionsDeleteCallsTitle: Text { Text(.questionsDeleteCallsTitle) }
    /// Delete all
    public static var questionsDeleteCallsYes: Text { Text(.questionsDeleteCallsYes) }
    /// This device’s keys, and everything it knows about other people’s keys, will be erased.
    public static var questionsForgetText: Text { Text(.questionsForgetText) }
    /// Remove saved keys?
    public static var questionsForgetTitle: Text { Text(.questionsForgetTitle) }
    /// Remove
    public static var questionsForgetYes: Text { Text(.questionsForgetYes) }
    /// {name} signed this device out, so it may be lost or stolen. Anyone who has it would hear this call.
    public static func questionsLetInAnywayLost(name: some TextArgument) -> Text { Text(.questionsLetInAnywayLost, [.words(name.text)]) }
    /// You verified another of their devices, and that device hasn’t confirmed this one. If you confirm this one yourself, {name} will no longer be verified.
    public static func questionsLetInAnywayText(name: some TextArgument) -> Text { Text(.questionsLetInAnywayText, [.words(name.text)]) }
    /// Confirm {name}’s device anyway?
    public static func questionsLetInAnywayTitle(name: some TextArgument) -> Text { Text(.questionsLetInAnywayTitle, [.words(name.text)]) }
    /// Confirm anyway
    public static var questionsLetInAnywayYes: Text { Text(.questionsLetInAnywayYes) }
    /// Nothing will be sent to this device or heard from it, in this call and later ones, until you compare numbers with it.
    public static var questionsNotThemText: Text { Text(.questionsNotThemText) }
    /// Are you sure this isn’t {name}?
    public static func questionsNotThemTitle(name: some TextArgument) -> Text { Text(.questionsNotThemTitle, [.words(name.text)]) }
    /// Not {name}
    public static func questionsNotThemYes(name: some TextArgument) -> Text { Text(.questionsNotThemYes, [.words(name.text)]) }
    /// You’ll be removed from each other’s contacts and won’t be able to call each other.
    public static var questionsRemoveText: Text { Text(.questionsRemoveText) }
    /// Remove {name}?
    public static func questionsRemoveTitle(name: some TextArgument) -> Text { Text(.questionsRemoveTitle, [.words(name.text)]) }
    /// Remove
    public static var questionsRemoveYes: Text { Text(.questionsRemoveYes) }
    /// They’ll be told that you removed them. They can come back only if someone in the call adds them.
    public static var questionsRemoveFromCallText: Text { Text(.questionsRemoveFromCallText) }
    /// Remove {name} from the call?
    public static func questionsRemoveFromCallTitle(name: some TextArgument) -> Text { Text(.questionsRemoveFromCallTitle, [.words(name.text)]) }
    /// Remove
    public static var questionsRemoveFromCallYes: Text { Text(.questionsRemoveFromCallYes) }
    /// It stops working immediately, including where it’s printed. Requests already sent aren’t affected.
    public static var questionsRemovePersonalLinkText: Text { Text(.questionsRemovePersonalLinkText) }
    /// Turn off your personal link?
    public static var questionsRemovePersonalLinkTitle: Text { Text(.questionsRemovePersonalLinkTitle) }
    /// Turn off
    public static var questionsRemovePersonalLinkYes: Text { Text(.questionsRemovePersonalLinkYes) }
    /// The current link stops working immediately, including where it’s printed. The new one works for the same number of people and expires at the same time. Requests already sent aren’t affected.
    public static var questionsRenewPersonalLinkText: Text { Text(.questionsRenewPersonalLinkText) }
    /// Create a new personal link?
    public static var questionsRenewPersonalLinkTitle: Text { Text(.questionsRenewPersonalLinkTitle) }
    /// Create new link
    public static var questionsRenewPersonalLinkYes: Text { Text(.questionsRenewPersonalLinkYes) }
    /// Sign out?
    public static var questionsSignOutTitle: Text { Text(.questionsSignOutTitle) }
    /// Sign out
    public static var questionsSignOutYes: Text { Text(.questionsSignOutYes) }
    /// Your address was restored. Sign in with it.
    public static var questionsTakeBackDone: Text { Text(.questionsTakeBackDone) }
    /// You’ll be able to sign in with it again. Addresses added since then will be removed, and all devices of the account will be signed out.
    public static var questionsTakeBackText: Text { Text(.questionsTakeBackText) }
    /// Restore your address?
    public static var questionsTakeBackTitle: Text { Text(.questionsTakeBackTitle) }
    /// Restore
    public static var questionsTakeBackYes: Text { Text(.questionsTakeBackYes) }
    /// No one will be able to use it. Requests already sent aren’t affected.
    public static var questionsWithdrawText: Text { Text(.questionsWithdrawText) }
    /// Delete this link?
    public static var questionsWithdrawTitle: Text { Text(.questionsWithdrawTitle) }
    /// Delete
    public static var questionsWithdrawYes: Text { Text(.questionsWithdrawYes) }
    /// No one will be able to join with it. People already in the call stay.
    public static var questionsWithdrawCallLinkText: Text { Text(.questionsWithdrawCallLinkText) }
    /// Delete the link to this call?
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
    /// {names} reacted.
    public static func reactionSeveral(names: some TextArgument) -> Text { Text(.reactionSeveral, [.words(names.text)]) }
    /// Surprise
    public static var reactionSurprise: Text { Text(.reactionSurprise) }
    /// Thumbs up
    public static var reactionThumbsUp: Text { Text(.reactionThumbsUp) }
    /// Reactions
    public static var reactionTitle: Text { Text(.reactionTitle) }
    /// I’ll call back in {minutes} minutes
    public static func replyMinutes(minutes: Int) -> Text { Text(.replyMinutes, [.number(minutes)]) }
    /// Only say I can’t talk now
    public static var replyNone: Text { Text(.replyNone) }
    /// What should {name} know?
    public static func replyTitle(name: some TextArgument) -> Text { Text(.replyTitle, [.words(name.text)]) }
    /// Your own words (optional)
    public static var replyWords: Text { Text(.replyWords) }
    /// Nothing said or shown in your calls is sent. The server doesn’t have it.
    public static var reportNever: Text { Text(.reportNever) }
    /// What happened
    public static var reportNote: Text { Text(.reportNote) }
    /// Optional, up to 500 characters.
    public static var reportNoteHint: Text { Text(.reportNoteHint) }
    /// Use at most {most} characters.
    public static func reportNoteTooLong(most: Int) -> Text { Text(.reportNoteTooLong, [.number(most)]) }
    /// Reason
    public static var reportReason: Text { Text(.reportReason) }
    /// Harassment
    public static var reportReasonHarassment: Text { Text(.reportReasonHarassment) }
    /// Pretending to be someone else
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
    /// The operator of this server will get your name, their name, the reason, your note and the time. {name} won’t be notified.
    public static func reportWhat(name: some TextArgument) -> Text { Text(.reportWhat, [.words(name.text)]) }
    /// Accept
    public static var requestsAccept: Text { Text(.requestsAccept) }
    /// Received {moment}
    public static func requestsAsked(moment: some TextArgument) -> Text { Text(.requestsAsked, [.words(moment.text)]) }
    /// Block
    public static var requestsBlock: Text { Text(.requestsBlock) }
    /// Cancel
    public static var requestsCancel: Text { Text(.requestsCancel) }
    /// Decline
    public static var requestsDecline: Text { Text(.requestsDecline) }
    /// My code
    public static var requestsEmptyLink: Text { Text(.requestsEmptyLink) }
    /// People who want to connect with you appear here.
    public static var requestsEmptyText: Text { Text(.requestsEmptyText) }
    /// No requests
    public static var requestsEmptyTitle: Text { Text(.requestsEmptyTitle) }
    /// Loading requests…
    public static var requestsLoading: Text { Text(.requestsLoading) }
    /// More options for {name}
    public static func requestsMore(name: some TextArgument) -> Text { Text(.requestsMore, [.words(name.text)]) }
    /// Request from {name}
    public static func requestsOf(name: some TextArgument) -> Text { Text(.requestsOf, [.words(name.text)]) }
    /// Your requests will appear here when the connection is back.
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
    /// You’re in a call with {names} on another device.
    public static func runningElsewhere(names: some TextArgument) -> Text { Text(.runningElsewhere, [.words(names.text)]) }
    /// You’re in a call. Return to it or leave it first.
    public static var runningFirst: Text { Text(.runningFirst) }
    /// Your other device is in this call. You can move the call here once that device is off or offline.
    public static var runningHeld: Text { Text(.runningHeld) }
    /// Return to your call with {names}?
    public static func runningHere(names: some TextArgument) -> Text { Text(.runningHere, [.words(names.text)]) }
    /// Leave
    public static var runningLeave: Text { Text(.runningLeave) }
    /// You have {time} to return.
    public static func runningLeft(time: some TextArgument) -> Text { Text(.runningLeft, [.words(time.text)]) }
    /// Your other device lost its call with {names}.
    public static func runningLostElsewhere(names: some TextArgument) -> Text { Text(.runningLostElsewhere, [.words(names.text)]) }
    /// Your call with {names} is on hold.
    public static func runningOnHold(names: some TextArgument) -> Text { Text(.runningOnHold, [.words(names.text)]) }
    /// The call with {names} has ended.
    public static func runningOver(names: some TextArgument) -> Text { Text(.runningOver, [.words(names.text)]) }
    /// Return here
    public static var runningReturnHere: Text { Text(.runningReturnHere) }
    /// Your call
    public static var runningTitle: Text { Text(.runningTitle) }
    /// Scan again
    public static var scanAgain: Text { Text(.scanAgain) }
    /// Back to the comparison
    public static var scanBackToComparison: Text { Text(.scanBackToComparison) }
    /// Compare without scanning
    public static var scanByEye: Text { Text(.scanByEye) }
    /// Link to a call
    public static var scanChoiceCallLink: Text { Text(.scanChoiceCallLink) }
    /// Contact link ending in {end}
    public static func scanChoiceContactLink(end: some TextArgument) -> Text { Text(.scanChoiceContactLink, [.words(end.text)]) }
    /// {name}’s device
    public static func scanChoiceDevice(name: some TextArgument) -> Text { Text(.scanChoiceDevice, [.words(name.text)]) }
    /// Another of your devices
    public static var scanChoiceOwnDevice: Text { Text(.scanChoiceOwnDevice) }
    /// This code isn’t for this device
    public static var scanCodeForAnotherDeviceTitle: Text { Text(.scanCodeForAnotherDeviceTitle) }
    /// {name} is showing it for someone else, or for another of your devices. Ask them to open your name, select the device you’re using, and show you the code there.
    public static func scanCodeForAnotherText(name: some TextArgument) -> Text { Text(.scanCodeForAnotherText, [.words(name.text)]) }
    /// This code isn’t for this browser
    public static var scanCodeForAnotherTitle: Text { Text(.scanCodeForAnotherTitle) }
    /// This code belongs to {other}, not to your device
    public static func scanContactsCodeTitle(other: some TextArgument) -> Text { Text(.scanContactsCodeTitle, [.words(other.text)]) }
    /// It’s blurred, covered or cut off. Choose a sharper picture, or compare without scanning.
    public static var scanDamagedCompare: Text { Text(.scanDamagedCompare) }
    /// It’s blurred, covered or cut off. Choose a sharper picture, or ask for the link as text.
    public static var scanDamagedText: Text { Text(.scanDamagedText) }
    /// The code can’t be read
    public static var scanDamagedTitle: Text { Text(.scanDamagedTitle) }
    /// The call link in this code is incomplete. Ask for a new one.
    public static var scanDamagedCallLinkText: Text { Text(.scanDamagedCallLinkText) }
    /// Select the icon to the left of the address and allow the camera, then scan again. Or choose a picture of the code.
    public static var scanDeniedChromium: Text { Text(.scanDeniedChromium) }
    /// Select the crossed-out camera next to the address and remove the block, then scan again. Or choose a picture of the code.
    public static var scanDeniedFirefox: Text { Text(.scanDeniedFirefox) }
    /// Open the settings for this website from the address bar and allow the camera, then scan again. Or choose a picture of the code.
    public static var scanDeniedSafari: Text { Text(.scanDeniedSafari) }
    /// Allow camera access for ECall in Settings, then scan again. Or choose a picture of the code.
    public static var scanDeniedSettings: Text { Text(.scanDeniedSettings) }
    /// Allow the camera for this site in your browser’s settings, then scan again. Or choose a picture of the code.
    public static var scanDeniedText: Text { Text(.scanDeniedText) }
    /// The camera is blocked
    public static var scanDeniedTitle: Text { Text(.scanDeniedTitle) }
    /// Choose a picture
    public static var scanFile: Text { Text(.scanFile) }
    /// This is the code of the device you’re using. Scan it with another of your devices.
    public static var scanItselfText: Text { Text(.scanItselfText) }
    /// The camera looks for the QR code of a contact link. Pictures stay on this device.
    public static var scanLead: Text { Text(.scanLead) }
    /// Ask {name} to open your name in their contacts, select the device you’re using, and show you the code there. Pictures stay on this device.
    public static func scanLeadCompare(name: some TextArgument) -> Text { Text(.scanLeadCompare, [.words(name.text)]) }
    /// On {name}, open Settings › Devices › “This device”, and scan the code there. Pictures stay on this device.
    public static func scanLeadOwn(name: some TextArgument) -> Text { Text(.scanLeadOwn, [.words(name.text)]) }
    /// Another app may be using it. Scan again, or choose a picture of the code.
    public static var scanLostText: Text { Text(.scanLostText) }
    /// The camera stopped
    public static var scanLostTitle: Text { Text(.scanLostTitle) }
    /// The contact link in this code is incomplete. Ask for a new one.
    public static var scanMalformedTokenText: Text { Text(.scanMalformedTokenText) }
    /// Incomplete link
    public static var scanMalformedTokenTitle: Text { Text(.scanMalformedTokenTitle) }
    /// Choose a picture of the code, or paste the link.
    public static var scanNoCameraText: Text { Text(.scanNoCameraText) }
    /// Choose a picture where the whole code is sharp and has a white border.
    public static var scanNoCodeText: Text { Text(.scanNoCodeText) }
    /// No code in the picture
    public static var scanNoCodeTitle: Text { Text(.scanNoCodeTitle) }
    /// Not in your contacts
    public static var scanNoContactsCodeTitle: Text { Text(.scanNoContactsCodeTitle) }
    /// The code reader didn’t load. Check your network and scan again, or compare without scanning.
    public static var scanNoReaderCompare: Text { Text(.scanNoReaderCompare) }
    /// The code reader didn’t load. Check your network and scan again, or paste the link.
    public static var scanNoReaderText: Text { Text(.scanNoReaderText) }
    /// Codes can’t be read right now
    public static var scanNoReaderTitle: Text { Text(.scanNoReaderTitle) }
    /// This code isn’t a contact link, so it wasn’t opened. Scan the code under “My code” on the other person’s device.
    public static var scanNotAContactLinkText: Text { Text(.scanNotAContactLinkText) }
    /// Not a contact link
    public static var scanNotAContactLinkTitle: Text { Text(.scanNotAContactLinkTitle) }
    /// This code isn’t from one of your devices. On your other device, open Settings › Devices › “This device”, and scan the code there.
    public static var scanNotADevicesCodeText: Text { Text(.scanNotADevicesCodeText) }
    /// Not a device code
    public static var scanNotADevicesCodeTitle: Text { Text(.scanNotADevicesCodeTitle) }
    /// This code can’t be compared, so it wasn’t opened. Ask {name} to open your name in their contacts, select the device you’re using, and show you the code there.
    public static func scanNotAPairCodeText(name: some TextArgument) -> Text { Text(.scanNotAPairCodeText, [.words(name.text)]) }
    /// Not a code to compare
    public static var scanNotAPairCodeTitle: Text { Text(.scanNotAPairCodeTitle) }
    /// This browser can’t open the file as a picture. Choose a PNG or JPEG.
    public static var scanNotAPictureText: Text { Text(.scanNotAPictureText) }
    /// Not a picture
    public static var scanNotAPictureTitle: Text { Text(.scanNotAPictureTitle) }
    /// Connect a camera, then scan again. Or choose a picture of the code.
    public static var scanNotFoundText: Text { Text(.scanNotFoundText) }
    /// No camera
    public static var scanNotFoundTitle: Text { Text(.scanNotFoundTitle) }
    /// Close other apps that use it, then scan again. Or choose a picture of the code.
    public static var scanNotReadableText: Text { Text(.scanNotReadableText) }
    /// The camera didn’t start
    public static var scanNotReadableTitle: Text { Text(.scanNotReadableTitle) }
    /// Not one of your devices
    public static var scanNotYourDevicesTitle: Text { Text(.scanNotYourDevicesTitle) }
    /// The camera is off.
    public static var scanOff: Text { Text(.scanOff) }
    /// Hold the code in the frame.
    public static var scanOn: Text { Text(.scanOn) }
    /// Nothing was saved. Scan the code on the device you’re comparing, or choose the other device on {name}’s page.
    public static func scanOtherDevicesCodeText(name: some TextArgument) -> Text { Text(.scanOtherDevicesCodeText, [.words(name.text)]) }
    /// This code is for another of {name}’s devices
    public static func scanOtherDevicesCodeTitle(name: some TextArgument) -> Text { Text(.scanOtherDevicesCodeTitle, [.words(name.text)]) }
    /// Nothing was saved. Scan the code on the device you’re comparing, or choose the other device in Settings › Devices.
    public static var scanOtherOwnDevicesText: Text { Text(.scanOtherOwnDevicesText) }
    /// This code is for another of your devices
    public static var scanOtherOwnDevicesTitle: Text { Text(.scanOtherOwnDevicesTitle) }
    /// This code is from another server. You both need an account on the same server.
    public static var scanOtherServerText: Text { Text(.scanOtherServerText) }
    /// Another server
    public static var scanOtherServerTitle: Text { Text(.scanOtherServerTitle) }
    /// It says nothing about {name}, and nothing was saved. Scan the code that {name}’s device shows for you.
    public static func scanOthersCodeText(name: some TextArgument) -> Text { Text(.scanOthersCodeText, [.words(name.text)]) }
    /// This code belongs to {other}, not {name}
    public static func scanOthersCodeTitle(other: some TextArgument, name: some TextArgument) -> Text { Text(.scanOthersCodeTitle, [.words(other.text), .words(name.text)]) }
    /// Your own code is for the other person to scan. Scan the code on their device.
    public static var scanOwnCodeText: Text { Text(.scanOwnCodeText) }
    /// This is your own code
    public static var scanOwnCodeTitle: Text { Text(.scanOwnCodeTitle) }
    /// You can also paste a picture or a link here.
    public static var scanPaste: Text { Text(.scanPaste) }
    /// Type it instead
    public static var scanPasteLink: Text { Text(.scanPasteLink) }
    /// You can also paste a picture of it here.
    public static var scanPastePicture: Text { Text(.scanPastePicture) }
    /// Camera preview
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
    /// Use camera
    public static var scanStart: Text { Text(.scanStart) }
    /// Waiting for the camera. Allow it if the browser asks.
    public static var scanStarting: Text { Text(.scanStarting) }
    /// Starting…
    public static var scanStartingButton: Text { Text(.scanStartingButton) }
    /// Stop camera
    public static var scanStop: Text { Text(.scanStop) }
    /// This code belongs to someone else, not {name}
    public static func scanStrangersCodeTitle(name: some TextArgument) -> Text { Text(.scanStrangersCodeTitle, [.words(name.text)]) }
    /// Switch camera
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
    /// Contact links don’t use this kind of code. Scan the code under “My code” on the other person’s device.
    public static var scanUnsupportedText: Text { Text(.scanUnsupportedText) }
    /// Not a contact link
    public static var scanUnsupportedTitle: Text { Text(.scanUnsupportedTitle) }
    /// Waiting for the camera.
    public static var scanWaiting: Text { Text(.scanWaiting) }
    /// Share something else
    public static var screenAnother: Text { Text(.screenAnother) }
    /// {name} is sharing their screen.
    public static func screenBegan(name: some TextArgument) -> Text { Text(.screenBegan, [.words(name.text)]) }
    /// {name} stopped sharing.
    public static func screenEnded(name: some TextArgument) -> Text { Text(.screenEnded, [.words(name.text)]) }
    /// Your screen can’t be shared right now.
    public static var screenFailed: Text { Text(.screenFailed) }
    /// You’re still sharing what you chose before.
    public static var screenGoesOn: Text { Text(.screenGoesOn) }
    /// Your screen isn’t shared.
    public static var screenNotShared: Text { Text(.screenNotShared) }
    /// {name}’s screen
    public static func screenOf(name: some TextArgument) -> Text { Text(.screenOf, [.words(name.text)]) }
    /// Share screen
    public static var screenShare: Text { Text(.screenShare) }
    /// Share
    public static var screenShareShort: Text { Text(.screenShareShort) }
    /// You’re sharing your screen.
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
    /// Unnamed certificate
    public static var serverCertificateUnnamed: Text { Text(.serverCertificateUnnamed) }
    /// Change server
    public static var serverChange: Text { Text(.serverChange) }
    /// Checking…
    public static var serverChecking: Text { Text(.serverChecking) }
    /// Saving…
    public static var serverKeeping: Text { Text(.serverKeeping) }
    /// Server address
    public static var serverLabel: Text { Text(.serverLabel) }
    /// Enter the address of the server you want to use. If you don’t know it, ask the server’s operator.
    public static var serverLead: Text { Text(.serverLead) }
    /// The server ECall uses
    public static var serverNote: Text { Text(.serverNote) }
    /// Your server
    public static var serverTitle: Text { Text(.serverTitle) }
    /// Trust this certificate for {host}? Compare the fingerprint with the one you got from the server’s operator.
    public static func serverTrust(host: some TextArgument) -> Text { Text(.serverTrust, [.words(host.text)]) }
    /// Trust
    public static var serverTrustDo: Text { Text(.serverTrustDo) }
    /// Appearance
    public static var settingsAppearance: Text { Text(.settingsAppearance) }
    /// Back to settings
    public static var settingsBack: Text { Text(.settingsBack) }
    /// Actions for {name}
    public static func settingsBlockedGroup(name: some TextArgument) -> Text { Text(.settingsBlockedGroup, [.words(name.text)]) }
    /// Unblock
    public static var settingsBlockedUnblock: Text { Text(.settingsBlockedUnblock) }
    /// Cancel
    public static var settingsCancel: Text { Text(.settingsCancel) }
    /// More
    public static var settingsMore: Text { Text(.settingsMore) }
    /// Settings pages
    public static var settingsPages: Text { Text(.settingsPages) }
    /// A malicious server could still give out false keys or change this page. You’re told when a contact has a new device or the identity of their device changes.
    public static var settingsProtectionLimit: Text { Text(.settingsProtectionLimit) }
    /// Audio and video are encrypted on your device and decrypted only on the devices in the call. The server passes on data it can’t read.
    public static var settingsProtectionText: Text { Text(.settingsProtectionText) }
    /// How calls are protected
    public static var settingsProtectionTitle: Text { Text(.settingsProtectionTitle) }
    /// Try again
    public static var settingsRetry: Text { Text(.settingsRetry) }
    /// Save
    public static var settingsSave: Text { Text(.settingsSave) }
    /// Anyone who knows it
    public static var settingsSearchEverybody: Text { Text(.settingsSearchEverybody) }
    /// No one
    public static var settingsSearchNobody: Text { Text(.settingsSearchNobody) }
    /// Who can find you by e-mail or phone number
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
    /// Not selected
    public static var signInCountryNone: Text { Text(.signInCountryNone) }
    /// E-mail address
    public static var signInEmail: Text { Text(.signInEmail) }
    /// Sign in to join the call whose link you opened. Only contacts of the person who created the link can join.
    public static var signInExplainCallLink: Text { Text(.signInExplainCallLink) }
    /// Sign in to join a call. According to the link, it’s {name}’s call. Only {name}’s contacts can join.
    public static func signInExplainCallLinkOf(name: some TextArgument) -> Text { Text(.signInExplainCallLinkOf, [.words(name.text)]) }
    /// Sign in to add the person whose link you opened.
    public static var signInExplainLink: Text { Text(.signInExplainLink) }
    /// Sign in to add {name}. The name comes from the link.
    public static func signInExplainLinkOf(name: some TextArgument) -> Text { Text(.signInExplainLinkOf, [.words(name.text)]) }
    /// Too many sign-in attempts from this network. Try again later.
    public static var signInFailedBusy: Text { Text(.signInFailedBusy) }
    /// Sign-in cancelled.
    public static var signInFailedCancelled: Text { Text(.signInFailedCancelled) }
    /// The sign-in took too long, or was started in another tab. Start again.
    public static var signInFailedExpired: Text { Text(.signInFailedExpired) }
    /// Sign-in failed. Start again.
    public static var signInFailedOther: Text { Text(.signInFailedOther) }
    /// The sign-in couldn’t be verified. Start again.
    public static var signInFailedRefused: Text { Text(.signInFailedRefused) }
    /// The sign-in service can’t be reached. Try again later, or sign in with a code.
    public static var signInFailedUnavailable: Text { Text(.signInFailedUnavailable) }
    /// Remove keys
    public static var signInForget: Text { Text(.signInForget) }
    /// All keys and contacts were removed from this device.
    public static var signInForgotten: Text { Text(.signInForgotten) }
    /// We’ll send you a code.
    public static var signInHint: Text { Text(.signInHint) }
    /// E-mail or phone number
    public static var signInIdentifier: Text { Text(.signInIdentifier) }
    /// Continue with {issuer}
    public static func signInIssuer(issuer: some TextArgument) -> Text { Text(.signInIssuer, [.words(issuer.text)]) }
    /// This device still has the keys of **{account}**.
    public static func signInKept(account: some TextArgument) -> Text { Text(.signInKept, [.words(account.text)]) }
    /// or
    public static var signInOr: Text { Text(.signInOr) }
    /// Phone number
    public static var signInPhone: Text { Text(.signInPhone) }
    /// Send code
    public static var signInSend: Text { Text(.signInSend) }
    /// Sending code…
    public static var signInSending: Text { Text(.signInSending) }
    /// You’re signed out. All keys and contacts were removed from this device.
    public static var signInSignedOut: Text { Text(.signInSignedOut) }
    /// This device was signed out by another of your devices or by the server. Sign in again.
    public static var signInSignedOutByServer: Text { Text(.signInSignedOutByServer) }
    /// Sign in
    public static var signInTitle: Text { Text(.signInTitle) }
    /// Microphone, camera, loudspeaker, ringing
    public static var soundNote: Text { Text(.soundNote) }
    /// Sound and camera
    public static var soundTitle: Text { Text(.soundTitle) }
    /// Sounds in calls
    public static var soundsInCalls: Text { Text(.soundsInCalls) }
    /// Plays a short sound while you wait for an answer, when someone joins or leaves, and when a call ends. Only you hear it.
    public static var soundsInCallsText: Text { Text(.soundsInCallsText) }
    /// Ring
    public static var soundsRings: Text { Text(.soundsRings) }
    /// Rings when someone calls you. Phones also vibrate.
    public static var soundsRingsText: Text { Text(.soundsRingsText) }
    /// ECall uses the camera so others can see you in video calls, and to scan QR codes.
    public static var systemCamera: Text { Text(.systemCamera) }
    /// ECall uses Face ID to unlock the app.
    public static var systemFaceID: Text { Text(.systemFaceID) }
    /// ECall connects to a server on your local network, if yours is there.
    public static var systemLocalNetwork: Text { Text(.systemLocalNetwork) }
    /// ECall uses the microphone so others can hear you in calls.
    public static var systemMicrophone: Text { Text(.systemMicrophone) }
    /// ECall reads QR codes in photos you choose.
    public static var systemPhotos: Text { Text(.systemPhotos) }
    /// {name}: {sentence}
    public static func terminalAbout(name: some TextArgument, sentence: some TextArgument) -> Text { Text(.terminalAbout, [.words(name.text), .words(sentence.text)]) }
    /// user {user}, device {device}, at {server}
    public static func terminalAccount(user: some TextArgument, device: some TextArgument, server: some TextArgument) -> Text { Text(.terminalAccount, [.words(user.text), .words(device.text), .words(server.text)]) }
    /// The answer is longer than the agent can send.
    public static var terminalAgentAnswerTooLong: Text { Text(.terminalAgentAnswerTooLong) }
    /// A file of the agent can’t be created or protected. Check free space and permissions: {path}
    public static func terminalAgentFile(path: some TextArgument) -> Text { Text(.terminalAgentFile, [.words(path.text)]) }
    /// The path of the profile’s directory is too long for a socket. Choose a shorter one with {option}.
    public static func terminalAgentLongPath(option: some TextArgument) -> Text { Text(.terminalAgentLongPath, [.words(option.text)]) }
    /// The end of the call wasn’t reported.
    public static var terminalAgentNoEnd: Text { Text(.terminalAgentNoEnd) }
    /// The agent and this command didn’t understand each other.
    public static var terminalAgentNotUnderstood: Text { Text(.terminalAgentNotUnderstood) }
    /// The request is longer than the agent accepts.
    public static var terminalAgentRequestTooLong: Text { Text(.terminalAgentRequestTooLong) }
    /// An agent of this profile is already running.
    public static var terminalAgentRuns: Text { Text(.terminalAgentRuns) }
    /// Too many requests at once on one connection to the agent.
    public static var terminalAgentTooManyRequests: Text { Text(.terminalAgentTooManyRequests) }
    /// The agent has ended.
    public static var terminalAgentDone: Text { Text(.terminalAgentDone) }
    /// The agent of this profile ended. Try again.
    public static var terminalAgentEnded: Text { Text(.terminalAgentEnded) }
    /// The agent was killed.
    public static var terminalAgentKilled: Text { Text(.terminalAgentKilled) }
    /// The agent could not be started.
    public static var terminalAgentNotStarted: Text { Text(.terminalAgentNotStarted) }
    /// The agent of this profile was stopped, so no calls come in any more.
    public static var terminalAgentStopped: Text { Text(.terminalAgentStopped) }
    /// Answer: {answer} - decline: {decline}
    public static func terminalAnswerOrDecline(answer: some TextArgument, decline: some TextArgument) -> Text { Text(.terminalAnswerOrDecline, [.words(answer.text), .words(decline.text)]) }
    /// {name} answered.
    public static func terminalAnswered(name: some TextArgument) -> Text { Text(.terminalAnswered, [.words(name.text)]) }
    /// Link to the call:
    public static var terminalAskCallLink: Text { Text(.terminalAskCallLink) }
    /// Code (empty: send another):
    public static var terminalAskCode: Text { Text(.terminalAskCode) }
    /// Text of the QR code:
    public static var terminalAskCodeText: Text { Text(.terminalAskCodeText) }
    /// Digits:
    public static var terminalAskDigits: Text { Text(.terminalAskDigits) }
    /// Link or token:
    public static var terminalAskLink: Text { Text(.terminalAskLink) }
    /// Passphrase to seal the keys of this device (empty for none):
    public static var terminalAskNewPassphrase: Text { Text(.terminalAskNewPassphrase) }
    /// Passphrase of profile {profile}:
    public static func terminalAskPassphrase(profile: some TextArgument) -> Text { Text(.terminalAskPassphrase, [.words(profile.text)]) }
    /// Code:
    public static var terminalAskPlainCode: Text { Text(.terminalAskPlainCode) }
    /// Repeat it:
    public static var terminalAskRepeat: Text { Text(.terminalAskRepeat) }
    /// Your name, as others see it (empty for {name}):
    public static func terminalAskName(name: some TextArgument) -> Text { Text(.terminalAskName, [.words(name.text)]) }
    /// Asked to be let in. Waiting …
    public static var terminalAskedToJoin: Text { Text(.terminalAskedToJoin) }
    /// Answers everyone’s calls automatically.
    public static var terminalAutoAnyone: Text { Text(.terminalAutoAnyone) }
    /// Answers contacts automatically, on devices that you met in a call or verified, or that such a device confirms.
    public static var terminalAutoContacts: Text { Text(.terminalAutoContacts) }
    /// The server hasn’t sent your contacts.
    public static var terminalAutoContactsUnknown: Text { Text(.terminalAutoContactsUnknown) }
    /// Hangs up after {time} at the latest.
    public static func terminalAutoHangsUp(time: some TextArgument) -> Text { Text(.terminalAutoHangsUp, [.words(time.text)]) }
    /// Hangs up when the caller leaves, and after {time} at the latest.
    public static func terminalAutoHangsUpWithCaller(time: some TextArgument) -> Text { Text(.terminalAutoHangsUpWithCaller, [.words(time.text)]) }
    /// Answers these contacts automatically, on devices that you met in a call or verified, or that such a device confirms: {names}.
    public static func terminalAutoNamed(names: some TextArgument) -> Text { Text(.terminalAutoNamed, [.words(names.text)]) }
    /// They aren’t named with {option}.
    public static func terminalAutoNotListed(option: some TextArgument) -> Text { Text(.terminalAutoNotListed, [.words(option.text)]) }
    /// You haven’t met them on any device. Answer this call yourself, or compare numbers first: {command}
    public static func terminalAutoNotMet(command: some TextArgument) -> Text { Text(.terminalAutoNotMet, [.words(command.text)]) }
    /// The invitation isn’t signed by a known device of theirs.
    public static var terminalAutoNotSigned: Text { Text(.terminalAutoNotSigned) }
    /// {name}’s call rings and isn’t answered automatically.
    public static func terminalAutoRings(name: some TextArgument) -> Text { Text(.terminalAutoRings, [.words(name.text)]) }
    /// The server isn’t responding, so no calls come in. Trying again until it does …
    public static var terminalAway: Text { Text(.terminalAway) }
    /// Back in the previous call.
    public static var terminalBackInCall: Text { Text(.terminalBackInCall) }
    /// {name} is being called.
    public static func terminalBeingCalled(name: some TextArgument) -> Text { Text(.terminalBeingCalled, [.words(name.text)]) }
    /// {name} is blocked.
    public static func terminalBlocked(name: some TextArgument) -> Text { Text(.terminalBlocked, [.words(name.text)]) }
    /// The caller has left: hanging up.
    public static var terminalCallerLeft: Text { Text(.terminalCallerLeft) }
    /// Calling for {time} …
    public static func terminalCallingAlone(time: some TextArgument) -> Text { Text(.terminalCallingAlone, [.words(time.text)]) }
    /// Calling {names} for {time} …
    public static func terminalCallingFor(names: some TextArgument, time: some TextArgument) -> Text { Text(.terminalCallingFor, [.words(names.text), .words(time.text)]) }
    /// Connected to the server again. Calls come in.
    public static var terminalCallsComeIn: Text { Text(.terminalCallsComeIn) }
    /// The choice applies from the next call. It could not be applied in this one:
    public static var terminalChoiceNextCall: Text { Text(.terminalChoiceNextCall) }
    /// To choose that person, type the user ID.
    public static var terminalChooseByNumber: Text { Text(.terminalChooseByNumber) }
    /// To choose them, type the user ID: {number}
    public static func terminalChooseNumber(number: some TextArgument) -> Text { Text(.terminalChooseNumber, [.words(number.text)]) }
    /// A code is on its way to {address}.
    public static func terminalCodeSent(address: some TextArgument) -> Text { Text(.terminalCodeSent, [.words(address.text)]) }
    /// Is device {number} {name}’s?
    public static func terminalConfirmAsk(number: some TextArgument, name: some TextArgument) -> Text { Text(.terminalConfirmAsk, [.words(number.text), .words(name.text)]) }
    /// Device {number} of {name} now has another key, or another of their devices is in the call. Nothing was changed.
    public static func terminalConfirmChanged(number: some TextArgument, name: some TextArgument) -> Text { Text(.terminalConfirmChanged, [.words(number.text), .words(name.text)]) }
    /// {yes}: yes · {no}: no · Enter: later
    public static func terminalConfirmChoices(yes: some TextArgument, no: some TextArgument) -> Text { Text(.terminalConfirmChoices, [.words(yes.text), .words(no.text)]) }
    /// {no}: no · Enter: later
    public static func terminalConfirmChoicesNo(no: some TextArgument) -> Text { Text(.terminalConfirmChoicesNo, [.words(no.text)]) }
    /// Compare numbers to confirm this device, because another of {name}’s is in the call, they joined with a link, or you said that it isn’t theirs.
    public static func terminalConfirmCompareFirst(name: some TextArgument) -> Text { Text(.terminalConfirmCompareFirst, [.words(name.text)]) }
    /// Device {number} is confirmed as {name}’s.
    public static func terminalConfirmDone(number: some TextArgument, name: some TextArgument) -> Text { Text(.terminalConfirmDone, [.words(number.text), .words(name.text)]) }
    /// No answer. The device stays held.
    public static var terminalConfirmLater: Text { Text(.terminalConfirmLater) }
    /// Their devices haven’t been listed yet.
    public static var terminalConfirmNotListed: Text { Text(.terminalConfirmNotListed) }
    /// No such device of {name} was shown.
    public static func terminalConfirmNotShown(name: some TextArgument) -> Text { Text(.terminalConfirmNotShown, [.words(name.text)]) }
    /// Device {number} is rejected: nothing is sent to it or heard from it.
    public static func terminalConfirmRefused(number: some TextArgument) -> Text { Text(.terminalConfirmRefused, [.words(number.text)]) }
    /// {name} is verified, and none of the devices you compared confirms this one, or they signed it out. If you confirm it anyway, {name} will no longer be verified.
    public static func terminalConfirmUnverified(name: some TextArgument) -> Text { Text(.terminalConfirmUnverified, [.words(name.text)]) }
    /// If you already use ECall elsewhere, confirm this device there before you call anyone:
    public static var terminalConfirmElsewhere: Text { Text(.terminalConfirmElsewhere) }
    /// on the page in {settings} › {devices}, or with: {command}
    public static func terminalConfirmWhere(settings: some TextArgument, devices: some TextArgument, command: some TextArgument) -> Text { Text(.terminalConfirmWhere, [.words(settings.text), .words(devices.text), .words(command.text)]) }
    /// Connected again.
    public static var terminalConnectedAgain: Text { Text(.terminalConnectedAgain) }
    /// Connecting …
    public static var terminalConnecting: Text { Text(.terminalConnecting) }
    /// Connecting with {names} …
    public static func terminalConnectingWith(names: some TextArgument) -> Text { Text(.terminalConnectingWith, [.words(names.text)]) }
    /// Call declined.
    public static var terminalDeclinedCall: Text { Text(.terminalDeclinedCall) }
    /// device {number}
    public static func terminalDevice(number: some TextArgument) -> Text { Text(.terminalDevice, [.words(number.text)]) }
    /// This is the code of device {number} of user {user}.
    public static func terminalDevicesAnother(number: some TextArgument, user: some TextArgument) -> Text { Text(.terminalDevicesAnother, [.words(number.text), .words(user.text)]) }
    /// You confirmed {name}, device {number}. Your contacts accept it as yours.
    public static func terminalDevicesConfirmed(name: some TextArgument, number: some TextArgument) -> Text { Text(.terminalDevicesConfirmed, [.words(name.text), .words(number.text)]) }
    /// They don’t match. Don’t confirm it.
    public static var terminalDevicesDiffers: Text { Text(.terminalDevicesDiffers) }
    /// The number of a device has 30 digits, six groups of five. You entered {count}.
    public static func terminalDevicesDigits(count: Int) -> Text { Text(.terminalDevicesDigits, [.number(count)]) }
    /// You marked device {number} as lost, so it can’t be confirmed.
    public static func terminalDevicesMarkedLost(number: some TextArgument) -> Text { Text(.terminalDevicesMarkedLost, [.words(number.text)]) }
    /// You have no device {number}.
    public static func terminalDevicesNone(number: some TextArgument) -> Text { Text(.terminalDevicesNone, [.words(number.text)]) }
    /// This isn’t the code of a device. Such a code begins with {start}
    public static func terminalDevicesNotACode(start: some TextArgument) -> Text { Text(.terminalDevicesNotACode, [.words(start.text)]) }
    /// Device {number} was signed out, but couldn’t be marked as lost. Tell your contacts not to confirm any new device of yours.
    public static func terminalDevicesNotMarked(number: some TextArgument) -> Text { Text(.terminalDevicesNotMarked, [.words(number.text)]) }
    /// Device {number} signed in before this one, so your contacts accept only its confirmations. Compare there.
    public static func terminalDevicesOlder(number: some TextArgument) -> Text { Text(.terminalDevicesOlder, [.words(number.text)]) }
    /// Does that device show the same number?
    public static var terminalDevicesSameThere: Text { Text(.terminalDevicesSameThere) }
    /// Device {number} is still signed in.
    public static func terminalDevicesStillSignedIn(number: some TextArgument) -> Text { Text(.terminalDevicesStillSignedIn, [.words(number.text)]) }
    /// Diagnostics are off. Start the agent with {setting}.
    public static func terminalDiagnosticsOff(setting: some TextArgument) -> Text { Text(.terminalDiagnosticsOff, [.words(setting.text)]) }
    /// To accept the new name: {command}
    public static func terminalDoAcceptName(command: some TextArgument) -> Text { Text(.terminalDoAcceptName, [.words(command.text)]) }
    /// To add a contact: {command}
    public static func terminalDoAddContact(command: some TextArgument) -> Text { Text(.terminalDoAddContact, [.words(command.text)]) }
    /// To answer anyway: {command}
    public static func terminalDoAnswer(command: some TextArgument) -> Text { Text(.terminalDoAnswer, [.words(command.text)]) }
    /// Confirm anyway: {command}
    public static func terminalDoAnyway(command: some TextArgument) -> Text { Text(.terminalDoAnyway, [.words(command.text)]) }
    /// If the server has its own certificate authority, specify its certificate: {option}
    public static func terminalDoAuthority(option: some TextArgument) -> Text { Text(.terminalDoAuthority, [.words(option.text)]) }
    /// To be sure: {command}
    public static func terminalDoBeSure(command: some TextArgument) -> Text { Text(.terminalDoBeSure, [.words(command.text)]) }
    /// To block them: {command}
    public static func terminalDoBlock(command: some TextArgument) -> Text { Text(.terminalDoBlock, [.words(command.text)]) }
    /// To check again: {command}
    public static func terminalDoCheckAgain(command: some TextArgument) -> Text { Text(.terminalDoCheckAgain, [.words(command.text)]) }
    /// Compare: {command}
    public static func terminalDoCompare(command: some TextArgument) -> Text { Text(.terminalDoCompare, [.words(command.text)]) }
    /// Confirm this one there. To show its number: {command}
    public static func terminalDoConfirmThere(command: some TextArgument) -> Text { Text(.terminalDoConfirmThere, [.words(command.text)]) }
    /// To end it first: {command}
    public static func terminalDoEndFirst(command: some TextArgument) -> Text { Text(.terminalDoEndFirst, [.words(command.text)]) }
    /// To extend it: {command}
    public static func terminalDoExtend(command: some TextArgument) -> Text { Text(.terminalDoExtend, [.words(command.text)]) }
    /// From their QR code: {command}
    public static func terminalDoFromCode(command: some TextArgument) -> Text { Text(.terminalDoFromCode, [.words(command.text)]) }
    /// From the digits they read aloud: {command}
    public static func terminalDoFromDigits(command: some TextArgument) -> Text { Text(.terminalDoFromDigits, [.words(command.text)]) }
    /// To hear them: {command}
    public static func terminalDoHear(command: some TextArgument) -> Text { Text(.terminalDoHear, [.words(command.text)]) }
    /// Not yours, or lost: {command}
    public static func terminalDoLost(command: some TextArgument) -> Text { Text(.terminalDoLost, [.words(command.text)]) }
    /// They match: {command}
    public static func terminalDoMatch(command: some TextArgument) -> Text { Text(.terminalDoMatch, [.words(command.text)]) }
    /// No match, or not yours: {command}
    public static func terminalDoNoMatch(command: some TextArgument) -> Text { Text(.terminalDoNoMatch, [.words(command.text)]) }
    /// Not theirs: {command}
    public static func terminalDoNotTheirs(command: some TextArgument) -> Text { Text(.terminalDoNotTheirs, [.words(command.text)]) }
    /// Its number: {command}
    public static func terminalDoNumber(command: some TextArgument) -> Text { Text(.terminalDoNumber, [.words(command.text)]) }
    /// Sign it out: {command}
    public static func terminalDoSignOut(command: some TextArgument) -> Text { Text(.terminalDoSignOut, [.words(command.text)]) }
    /// To stop: {command}
    public static func terminalDoStop(command: some TextArgument) -> Text { Text(.terminalDoStop, [.words(command.text)]) }
    /// It is theirs: {command}
    public static func terminalDoTheirs(command: some TextArgument) -> Text { Text(.terminalDoTheirs, [.words(command.text)]) }
    /// To turn it on: {command}
    public static func terminalDoTurnOn(command: some TextArgument) -> Text { Text(.terminalDoTurnOn, [.words(command.text)]) }
    /// To share the whole screen: {command}
    public static func terminalDoWholeScreen(command: some TextArgument) -> Text { Text(.terminalDoWholeScreen, [.words(command.text)]) }
    /// The call was answered on another device.
    public static var terminalEndedAnsweredElsewhere: Text { Text(.terminalEndedAnsweredElsewhere) }
    /// They are in another call.
    public static var terminalEndedBusy: Text { Text(.terminalEndedBusy) }
    /// The call was cancelled.
    public static var terminalEndedCancelled: Text { Text(.terminalEndedCancelled) }
    /// The connection was lost.
    public static var terminalEndedConnectionLost: Text { Text(.terminalEndedConnectionLost) }
    /// They declined the call.
    public static var terminalEndedDeclined: Text { Text(.terminalEndedDeclined) }
    /// The call was declined on another device.
    public static var terminalEndedDeclinedElsewhere: Text { Text(.terminalEndedDeclinedElsewhere) }
    /// You declined the call.
    public static var terminalEndedDeclinedHere: Text { Text(.terminalEndedDeclinedHere) }
    /// The call failed.
    public static var terminalEndedFailed: Text { Text(.terminalEndedFailed) }
    /// Call ended.
    public static var terminalEndedHungUp: Text { Text(.terminalEndedHungUp) }
    /// Missed call: you did not answer.
    public static var terminalEndedMissed: Text { Text(.terminalEndedMissed) }
    /// Missed call: they hung up before you answered.
    public static var terminalEndedMissedCancelled: Text { Text(.terminalEndedMissedCancelled) }
    /// They did not answer.
    public static var terminalEndedNotAnswered: Text { Text(.terminalEndedNotAnswered) }
    /// Call ended: no one else is in it.
    public static var terminalEndedRemoteHungUp: Text { Text(.terminalEndedRemoteHungUp) }
    /// The connection of the other side was lost.
    public static var terminalEndedRemoteLost: Text { Text(.terminalEndedRemoteLost) }
    /// You were removed from the call.
    public static var terminalEndedRemoved: Text { Text(.terminalEndedRemoved) }
    /// Ending …
    public static var terminalEnding: Text { Text(.terminalEnding) }
    /// camera on
    public static var terminalFactCameraOn: Text { Text(.terminalFactCameraOn) }
    /// held, see {command}
    public static func terminalFactHeld(command: some TextArgument) -> Text { Text(.terminalFactHeld, [.words(command.text)]) }
    /// in the call
    public static var terminalFactInCall: Text { Text(.terminalFactInCall) }
    /// {name} is now a favourite.
    public static func terminalFavourite(name: some TextArgument) -> Text { Text(.terminalFavourite, [.words(name.text)]) }
    /// This file wasn’t written by ecall, so it’s left unchanged: {path}
    public static func terminalFileForeign(path: some TextArgument) -> Text { Text(.terminalFileForeign, [.words(path.text)]) }
    /// This file can’t be removed: {path}
    public static func terminalFileNotRemoved(path: some TextArgument) -> Text { Text(.terminalFileNotRemoved, [.words(path.text)]) }
    /// This file can’t be saved. Check free space and permissions: {path}
    public static func terminalFileNotSaved(path: some TextArgument) -> Text { Text(.terminalFileNotSaved, [.words(path.text)]) }
    /// The file is longer than {most} bytes: {path}
    public static func terminalFileTooLong(most: Int, path: some TextArgument) -> Text { Text(.terminalFileTooLong, [.number(most), .words(path.text)]) }
    /// The file cannot be read: {path}
    public static func terminalFileUnreadable(path: some TextArgument) -> Text { Text(.terminalFileUnreadable, [.words(path.text)]) }
    /// Your hand is lowered.
    public static var terminalHandLowered: Text { Text(.terminalHandLowered) }
    /// You can be heard.
    public static var terminalHeard: Text { Text(.terminalHeard) }
    /// {name} is heard again.
    public static func terminalHeardAgain(name: some TextArgument) -> Text { Text(.terminalHeardAgain, [.words(name.text)]) }
    /// You hear {name}.
    public static func terminalHears(name: some TextArgument) -> Text { Text(.terminalHears, [.words(name.text)]) }
    /// You hear {name} (after {time}).
    public static func terminalHearsAfter(name: some TextArgument, time: some TextArgument) -> Text { Text(.terminalHearsAfter, [.words(name.text), .words(time.text)]) }
    /// Held. {reason}
    public static func terminalHeldBecause(reason: some TextArgument) -> Text { Text(.terminalHeldBecause, [.words(reason.text)]) }
    /// In a call with {names} for {time}.
    public static func terminalInCall(names: some TextArgument, time: some TextArgument) -> Text { Text(.terminalInCall, [.words(names.text), .words(time.text)]) }
    /// In a call for {time}.
    public static func terminalInCallAlone(time: some TextArgument) -> Text { Text(.terminalInCallAlone, [.words(time.text)]) }
    /// {name} is in the call.
    public static func terminalInTheCall(name: some TextArgument) -> Text { Text(.terminalInTheCall, [.words(name.text)]) }
    /// {name}: incoming call.
    public static func terminalIncoming(name: some TextArgument) -> Text { Text(.terminalIncoming, [.words(name.text)]) }
    /// {name}: incoming call · new device (you have to confirm whose it is before you hear each other).
    public static func terminalIncomingNew(name: some TextArgument) -> Text { Text(.terminalIncomingNew, [.words(name.text)]) }
    /// {name}: incoming video call · new device (you have to confirm whose it is before you hear each other).
    public static func terminalIncomingNewVideo(name: some TextArgument) -> Text { Text(.terminalIncomingNewVideo, [.words(name.text)]) }
    /// {name}: incoming call (not verified: it may be anyone).
    public static func terminalIncomingUnverified(name: some TextArgument) -> Text { Text(.terminalIncomingUnverified, [.words(name.text)]) }
    /// {name}: incoming video call (not verified: it may be anyone).
    public static func terminalIncomingUnverifiedVideo(name: some TextArgument) -> Text { Text(.terminalIncomingUnverifiedVideo, [.words(name.text)]) }
    /// {name}: incoming video call.
    public static func terminalIncomingVideo(name: some TextArgument) -> Text { Text(.terminalIncomingVideo, [.words(name.text)]) }
    /// Interrupted.
    public static var terminalInterrupted: Text { Text(.terminalInterrupted) }
    /// {name} is calling.
    public static func terminalIsCalling(name: some TextArgument) -> Text { Text(.terminalIsCalling, [.words(name.text)]) }
    /// {name} is muted.
    public static func terminalIsMuted(name: some TextArgument) -> Text { Text(.terminalIsMuted, [.words(name.text)]) }
    /// A key file has at least 16 bytes: {path}
    public static func terminalKeyFileShort(path: some TextArgument) -> Text { Text(.terminalKeyFileShort, [.words(path.text)]) }
    /// Keys: m mute, v camera, h hand, 1 to 6 reactions, p participants, q hang up, ? this list.
    public static var terminalKeys: Text { Text(.terminalKeys) }
    /// The keys of this profile are kept. To remove them: {command}
    public static func terminalKeysKept(command: some TextArgument) -> Text { Text(.terminalKeysKept, [.words(command.text)]) }
    /// keys protected only by file permissions
    public static var terminalKeysPlain: Text { Text(.terminalKeysPlain) }
    /// keys sealed by a passphrase or key file
    public static var terminalKeysSealed: Text { Text(.terminalKeysSealed) }
    /// Warning: the keys of this profile are protected only by file permissions. Seal them with {options} at the next login.
    public static func terminalKeysUnsealed(options: some TextArgument) -> Text { Text(.terminalKeysUnsealed, [.words(options.text)]) }
    /// Texts are in {language}.
    public static func terminalLanguageChosen(language: some TextArgument) -> Text { Text(.terminalLanguageChosen, [.words(language.text)]) }
    /// The locale of this terminal isn’t UTF-8, so a kept choice applies to other terminals only.
    public static var terminalLanguageNoUtf8: Text { Text(.terminalLanguageNoUtf8) }
    /// Texts are in {language}, as the system is set.
    public static func terminalLanguageSystem(language: some TextArgument) -> Text { Text(.terminalLanguageSystem, [.words(language.text)]) }
    /// There is no language “{tag}”. Choose one of: {tags}
    public static func terminalLanguageUnknown(tag: some TextArgument, tags: some TextArgument) -> Text { Text(.terminalLanguageUnknown, [.words(tag.text), .words(tags.text)]) }
    /// To let them in: {command}
    public static func terminalLetIn(command: some TextArgument) -> Text { Text(.terminalLetIn, [.words(command.text)]) }
    /// That isn’t a call link. A call link looks like this: {example}
    public static func terminalLinkNotACallLink(example: some TextArgument) -> Text { Text(.terminalLinkNotACallLink, [.words(example.text)]) }
    /// Not here: {name}: it cannot hear you now.
    public static func terminalListAbsent(name: some TextArgument) -> Text { Text(.terminalListAbsent, [.words(name.text)]) }
    /// Can hear you: {name}: {sentence}
    public static func terminalListHears(name: some TextArgument, sentence: some TextArgument) -> Text { Text(.terminalListHears, [.words(name.text), .words(sentence.text)]) }
    /// Held: {name}. You cannot hear or see each other.
    public static func terminalListHeld(name: some TextArgument) -> Text { Text(.terminalListHeld, [.words(name.text)]) }
    /// It has not shown yet that it does.
    public static var terminalListUnproven: Text { Text(.terminalListUnproven) }
    /// Waiting for calls. End with Ctrl-C.
    public static var terminalListening: Text { Text(.terminalListening) }
    /// The keys of this profile are sealed. Specify the secret with one of: {options}
    public static func terminalLocked(options: some TextArgument) -> Text { Text(.terminalLocked, [.words(options.text)]) }
    /// {name}’s connection is lost. Waiting …
    public static func terminalLost(name: some TextArgument) -> Text { Text(.terminalLost, [.words(name.text)]) }
    /// not connected
    public static var terminalMediaAbsent: Text { Text(.terminalMediaAbsent) }
    /// not connected, so the default is used
    public static var terminalMediaAbsentDefault: Text { Text(.terminalMediaAbsentDefault) }
    /// Cameras
    public static var terminalMediaCameras: Text { Text(.terminalMediaCameras) }
    /// chosen
    public static var terminalMediaChosen: Text { Text(.terminalMediaChosen) }
    /// Connected: {names}
    public static func terminalMediaConnected(names: some TextArgument) -> Text { Text(.terminalMediaConnected, [.words(names.text)]) }
    /// default
    public static var terminalMediaDefault: Text { Text(.terminalMediaDefault) }
    /// Echo cancellation is off.
    public static var terminalMediaEchoOff: Text { Text(.terminalMediaEchoOff) }
    /// Echo cancellation is on.
    public static var terminalMediaEchoOn: Text { Text(.terminalMediaEchoOn) }
    /// Loudspeakers
    public static var terminalMediaLoudspeakers: Text { Text(.terminalMediaLoudspeakers) }
    /// Microphones
    public static var terminalMediaMicrophones: Text { Text(.terminalMediaMicrophones) }
    /// No camera matches “{typed}”.
    public static func terminalMediaNoCamera(typed: some TextArgument) -> Text { Text(.terminalMediaNoCamera, [.words(typed.text)]) }
    /// No loudspeaker matches “{typed}”.
    public static func terminalMediaNoLoudspeaker(typed: some TextArgument) -> Text { Text(.terminalMediaNoLoudspeaker, [.words(typed.text)]) }
    /// No microphone matches “{typed}”.
    public static func terminalMediaNoMicrophone(typed: some TextArgument) -> Text { Text(.terminalMediaNoMicrophone, [.words(typed.text)]) }
    /// Ringing can’t be played. Calls work without it.
    public static var terminalMediaNoRinging: Text { Text(.terminalMediaNoRinging) }
    /// No sound server is running. Start PulseAudio or PipeWire as the user who calls, then type: {command}
    public static func terminalMediaNoSoundServer(command: some TextArgument) -> Text { Text(.terminalMediaNoSoundServer, [.words(command.text)]) }
    /// None. Connect one.
    public static var terminalMediaNone: Text { Text(.terminalMediaNone) }
    /// Devices can’t be listed.
    public static var terminalMediaNotListed: Text { Text(.terminalMediaNotListed) }
    /// “{typed}” matches several devices: {names}. Type more of the name, or the ID.
    public static func terminalMediaSeveral(typed: some TextArgument, names: some TextArgument) -> Text { Text(.terminalMediaSeveral, [.words(typed.text), .words(names.text)]) }
    /// Audio and video can’t get through your network. To find out what it blocks, run: {command}
    public static func terminalMediaBlocked(command: some TextArgument) -> Text { Text(.terminalMediaBlocked, [.words(command.text)]) }
    /// {minutes} min
    public static func terminalMinutes(minutes: some TextArgument) -> Text { Text(.terminalMinutes, [.words(minutes.text)]) }
    /// You missed a call from {name}: it arrived too late to ring.
    public static func terminalMissed(name: some TextArgument) -> Text { Text(.terminalMissed, [.words(name.text)]) }
    /// {name} is muted for you.
    public static func terminalMutedForYou(name: some TextArgument) -> Text { Text(.terminalMutedForYou, [.words(name.text)]) }
    /// {name} is now their name here.
    public static func terminalNameAccepted(name: some TextArgument) -> Text { Text(.terminalNameAccepted, [.words(name.text)]) }
    /// User {user} isn’t the {name} you met, who is {other}.
    public static func terminalNamesake(user: some TextArgument, name: some TextArgument, other: some TextArgument) -> Text { Text(.terminalNamesake, [.words(user.text), .words(name.text), .words(other.text)]) }
    /// User {user} isn’t the {name} you verified, who is {other}.
    public static func terminalNamesakeVerified(user: some TextArgument, name: some TextArgument, other: some TextArgument) -> Text { Text(.terminalNamesakeVerified, [.words(user.text), .words(name.text), .words(other.text)]) }
    /// No agent is running.
    public static var terminalNoAgent: Text { Text(.terminalNoAgent) }
    /// No answer yet from {server}. Still trying; end with Ctrl-C.
    public static func terminalNoAnswerYet(server: some TextArgument) -> Text { Text(.terminalNoAnswerYet, [.words(server.text)]) }
    /// No answer yet from the server of your last sign-in, or from {server}. Still trying; end with Ctrl-C, or choose another server with {option}.
    public static func terminalNoAnswerYetKept(server: some TextArgument, option: some TextArgument) -> Text { Text(.terminalNoAnswerYetKept, [.words(server.text), .words(option.text)]) }
    /// There was no call whose key could be searched for.
    public static var terminalNoCallToSearch: Text { Text(.terminalNoCallToSearch) }
    /// No code was entered.
    public static var terminalNoCodeEntered: Text { Text(.terminalNoCodeEntered) }
    /// No code was read from standard input.
    public static var terminalNoCodeRead: Text { Text(.terminalNoCodeRead) }
    /// {name} is no longer a favourite.
    public static func terminalNoFavourite(name: some TextArgument) -> Text { Text(.terminalNoFavourite, [.words(name.text)]) }
    /// No one in the call is named “{name}”.
    public static func terminalNoOneNamed(name: some TextArgument) -> Text { Text(.terminalNoOneNamed, [.words(name.text)]) }
    /// There is no window to share.
    public static var terminalNoWindow: Text { Text(.terminalNoWindow) }
    /// No one is blocked.
    public static var terminalNobodyBlocked: Text { Text(.terminalNobodyBlocked) }
    /// Not measured yet.
    public static var terminalNotMeasured: Text { Text(.terminalNotMeasured) }
    /// You are not signed in.
    public static var terminalNotSignedIn: Text { Text(.terminalNotSignedIn) }
    /// Nothing was entered. Try again: {command}
    public static func terminalNothingEntered(command: some TextArgument) -> Text { Text(.terminalNothingEntered, [.words(command.text)]) }
    /// Nothing received yet.
    public static var terminalNothingYet: Text { Text(.terminalNothingYet) }
    /// The agent of this profile is version {agent}, this command is {version}.
    public static func terminalOtherVersion(agent: some TextArgument, version: some TextArgument) -> Text { Text(.terminalOtherVersion, [.words(agent.text), .words(version.text)]) }
    /// Others see you as {name}. To choose another name, sign in on a terminal, or specify {option} at the first login.
    public static func terminalOthersSeeYou(name: some TextArgument, option: some TextArgument) -> Text { Text(.terminalOthersSeeYou, [.words(name.text), .words(option.text)]) }
    /// The output couldn’t be written, so part of it is missing.
    public static var terminalOutputNotWritten: Text { Text(.terminalOutputNotWritten) }
    /// Your own connection is the cause.
    public static var terminalOwnCause: Text { Text(.terminalOwnCause) }
    /// This server’s page differs from that of {release}. Don’t sign in there with a browser until its operator has explained why. The command line doesn’t use the page.
    public static func terminalPageChanged(release: some TextArgument) -> Text { Text(.terminalPageChanged, [.words(release.text)]) }
    /// {file} differs ({coding})
    public static func terminalPageDiffers(file: some TextArgument, coding: some TextArgument) -> Text { Text(.terminalPageDiffers, [.words(file.text), .words(coding.text)]) }
    /// {file} is served with the header {header}, which makes browsers load something else
    public static func terminalPageHeader(file: some TextArgument, header: some TextArgument) -> Text { Text(.terminalPageHeader, [.words(file.text), .words(header.text)]) }
    /// {url} doesn’t serve a valid page. It is endless, or wrongly compressed.
    public static func terminalPageInvalid(url: some TextArgument) -> Text { Text(.terminalPageInvalid, [.words(url.text)]) }
    /// This doesn’t cover what it serves to others, to browsers, or at another time. A browser that opens it for the first time runs what it gets.
    public static var terminalPageLimits: Text { Text(.terminalPageLimits) }
    /// {file} is missing ({coding})
    public static func terminalPageMissing(file: some TextArgument, coding: some TextArgument) -> Text { Text(.terminalPageMissing, [.words(file.text), .words(coding.text)]) }
    /// and {count} more
    public static func terminalPageMore(count: Int) -> Text { Text(.terminalPageMore, [.number(count)]) }
    /// {file} is served without the header {header}
    public static func terminalPageNoHeader(file: some TextArgument, header: some TextArgument) -> Text { Text(.terminalPageNoHeader, [.words(file.text), .words(header.text)]) }
    /// There’s no page in {directory}. To build it from the sources: {command}
    public static func terminalPageNone(directory: some TextArgument, command: some TextArgument) -> Text { Text(.terminalPageNone, [.words(directory.text), .words(command.text)]) }
    /// Compared {done} of {all} files.
    public static func terminalPageProgress(done: Int, all: Int) -> Text { Text(.terminalPageProgress, [.number(done), .number(all)]) }
    /// {file} isn’t part of the page, and can run in a browser ({reason})
    public static func terminalPageRuns(file: some TextArgument, reason: some TextArgument) -> Text { Text(.terminalPageRuns, [.words(file.text), .words(reason.text)]) }
    /// This server serves the page of {release}. All {files} files match in every content coding, and the files it generates run no code.
    public static func terminalPageSame(release: some TextArgument, files: Int) -> Text { Text(.terminalPageSame, [.words(release.text), .number(files)]) }
    /// This server’s page matches none of these releases: {releases}. Ask its operator for the commit, build the page with {program}, and compare: {command}
    public static func terminalPageUnknown(releases: some TextArgument, program: some TextArgument, command: some TextArgument) -> Text { Text(.terminalPageUnknown, [.words(releases.text), .words(program.text), .words(command.text)]) }
    /// The passphrase file is empty: {path}
    public static func terminalPassphraseFileEmpty(path: some TextArgument) -> Text { Text(.terminalPassphraseFileEmpty, [.words(path.text)]) }
    /// The passphrases do not match.
    public static var terminalPassphrasesDiffer: Text { Text(.terminalPassphrasesDiffer) }
    /// Profiles are stored in {path}. To store them elsewhere, use {option} or set {variable}.
    public static func terminalProfilesIn(path: some TextArgument, option: some TextArgument, variable: some TextArgument) -> Text { Text(.terminalProfilesIn, [.words(path.text), .words(option.text), .words(variable.text)]) }
    /// Your connection is fair. Audio and video may break up at times.
    public static var terminalQualityFair: Text { Text(.terminalQualityFair) }
    /// Your connection is good.
    public static var terminalQualityGood: Text { Text(.terminalQualityGood) }
    /// Your connection is lost.
    public static var terminalQualityLost: Text { Text(.terminalQualityLost) }
    /// Your connection is weak.
    public static var terminalQualityPoor: Text { Text(.terminalQualityPoor) }
    /// {name}’s connection is fair. Audio and video may break up at times.
    public static func terminalQualityOfFair(name: some TextArgument) -> Text { Text(.terminalQualityOfFair, [.words(name.text)]) }
    /// {name}’s connection is good.
    public static func terminalQualityOfGood(name: some TextArgument) -> Text { Text(.terminalQualityOfGood, [.words(name.text)]) }
    /// Nothing is received from {name}.
    public static func terminalQualityOfLost(name: some TextArgument) -> Text { Text(.terminalQualityOfLost, [.words(name.text)]) }
    /// Everyone sees your reaction: {reaction}.
    public static func terminalReacted(reaction: some TextArgument) -> Text { Text(.terminalReacted, [.words(reaction.text)]) }
    /// Receiving audio from {name}, without playing it.
    public static func terminalReceives(name: some TextArgument) -> Text { Text(.terminalReceives, [.words(name.text)]) }
    /// Receiving audio from {name} (after {time}), without playing it.
    public static func terminalReceivesAfter(name: some TextArgument, time: some TextArgument) -> Text { Text(.terminalReceivesAfter, [.words(name.text), .words(time.text)]) }
    /// The connection is lost. Reconnecting …
    public static var terminalReconnecting: Text { Text(.terminalReconnecting) }
    /// Recording. The others are notified.
    public static var terminalRecording: Text { Text(.terminalRecording) }
    /// Recording has ended. The others are notified.
    public static var terminalRecordingEnded: Text { Text(.terminalRecordingEnded) }
    /// Your reply could not be sent.
    public static var terminalReplyNotSent: Text { Text(.terminalReplyNotSent) }
    /// {name} is declined.
    public static func terminalRequestDeclined(name: some TextArgument) -> Text { Text(.terminalRequestDeclined, [.words(name.text)]) }
    /// Your request was sent to {name}.
    public static func terminalRequestSent(name: some TextArgument) -> Text { Text(.terminalRequestSent, [.words(name.text)]) }
    /// Starting it again in {seconds} s …
    public static func terminalRestartIn(seconds: Int) -> Text { Text(.terminalRestartIn, [.number(seconds)]) }
    /// Starting it again at once …
    public static var terminalRestartNow: Text { Text(.terminalRestartNow) }
    /// The sign-in method is restored, and all devices are signed out. To sign in with it: {command}
    public static func terminalRestored(command: some TextArgument) -> Text { Text(.terminalRestored, [.words(command.text)]) }
    /// Trying again in {seconds} s.
    public static func terminalRetryIn(seconds: Int) -> Text { Text(.terminalRetryIn, [.number(seconds)]) }
    /// Trying again at once.
    public static var terminalRetryNow: Text { Text(.terminalRetryNow) }
    /// The agent could not return to the call.
    public static var terminalReturnFailed: Text { Text(.terminalReturnFailed) }
    /// Returning to the call …
    public static var terminalReturning: Text { Text(.terminalReturning) }
    /// Ringing …
    public static var terminalRinging: Text { Text(.terminalRinging) }
    /// No window matches. To list windows: {command}
    public static func terminalScreenNoWindowMatches(command: some TextArgument) -> Text { Text(.terminalScreenNoWindowMatches, [.words(command.text)]) }
    /// No screen was found, because none of these variables is set: {variables}. Specify one: {option}
    public static func terminalScreenNone(variables: some TextArgument, option: some TextArgument) -> Text { Text(.terminalScreenNone, [.words(variables.text), .words(option.text)]) }
    /// Several windows match. To see their numbers: {command}
    public static func terminalScreenSeveralWindows(command: some TextArgument) -> Text { Text(.terminalScreenSeveralWindows, [.words(command.text)]) }
    /// On Wayland, a screen can’t be shared from the command line. Share it from a browser.
    public static var terminalScreenWayland: Text { Text(.terminalScreenWayland) }
    /// On Wayland, the whole screen can’t be shared from the command line. Share it from a browser, or share a window of an X11 program: {command}
    public static func terminalScreenWaylandWhole(command: some TextArgument) -> Text { Text(.terminalScreenWaylandWhole, [.words(command.text)]) }
    /// {seconds} s
    public static func terminalSeconds(seconds: some TextArgument) -> Text { Text(.terminalSeconds, [.words(seconds.text)]) }
    /// You see {name}.
    public static func terminalSees(name: some TextArgument) -> Text { Text(.terminalSees, [.words(name.text)]) }
    /// You see {name} (after {time}).
    public static func terminalSeesAfter(name: some TextArgument, time: some TextArgument) -> Text { Text(.terminalSeesAfter, [.words(name.text), .words(time.text)]) }
    /// Everyone in the call sees your whole screen.
    public static var terminalSeesScreen: Text { Text(.terminalSeesScreen) }
    /// Everyone in the call sees the window {title}.
    public static func terminalSeesWindow(title: some TextArgument) -> Text { Text(.terminalSeesWindow, [.words(title.text)]) }
    /// The server lists {name} as “{said}”.
    public static func terminalServerLists(name: some TextArgument, said: some TextArgument) -> Text { Text(.terminalServerLists, [.words(name.text), .words(said.text)]) }
    /// There’s nothing to remove: {path}
    public static func terminalServiceNothing(path: some TextArgument) -> Text { Text(.terminalServiceNothing, [.words(path.text)]) }
    /// systemd can’t start a program whose path contains quotes or backslashes: {path}
    public static func terminalServiceProgramPath(path: some TextArgument) -> Text { Text(.terminalServiceProgramPath, [.words(path.text)]) }
    /// Removed: {path}
    public static func terminalServiceRemoved(path: some TextArgument) -> Text { Text(.terminalServiceRemoved, [.words(path.text)]) }
    /// It runs until you sign out of the desktop. To end it now, type:
    public static var terminalServiceRunsOn: Text { Text(.terminalServiceRunsOn) }
    /// The keys of this profile are sealed, and a service can’t ask for the passphrase. Specify a file that only you can read with one of: {options}
    public static func terminalServiceSealed(options: some TextArgument) -> Text { Text(.terminalServiceSealed, [.words(options.text)]) }
    /// To have calls ring on the desktop, now and each time you sign in to it, type:
    public static var terminalServiceStart: Text { Text(.terminalServiceStart) }
    /// Written: {path}
    public static func terminalServiceWritten(path: some TextArgument) -> Text { Text(.terminalServiceWritten, [.words(path.text)]) }
    /// Your previous share continues.
    public static var terminalShareContinues: Text { Text(.terminalShareContinues) }
    /// Your previous share has ended.
    public static var terminalShareEnded: Text { Text(.terminalShareEnded) }
    /// To show this device’s number, type here: {command}
    public static func terminalShowNumberHere(command: some TextArgument) -> Text { Text(.terminalShowNumberHere, [.words(command.text)]) }
    /// This device has been signed out.
    public static var terminalSignedOut: Text { Text(.terminalSignedOut) }
    /// This device was signed out by another of your devices or by the server.
    public static var terminalSignedOutByServer: Text { Text(.terminalSignedOutByServer) }
    /// This profile was signed out, so no calls come in any more.
    public static var terminalSignedOutHere: Text { Text(.terminalSignedOutHere) }
    /// To speak once someone mutes: {command}
    public static func terminalSpeakLater(command: some TextArgument) -> Text { Text(.terminalSpeakLater, [.words(command.text)]) }
    /// Specify it as an argument, or as a line of standard input: {command}
    public static func terminalSpecifyArgument(command: some TextArgument) -> Text { Text(.terminalSpecifyArgument, [.words(command.text)]) }
    /// Specify one of: {options}
    public static func terminalSpecifyOneOf(options: some TextArgument) -> Text { Text(.terminalSpecifyOneOf, [.words(options.text)]) }
    /// The system reports: {reason}
    public static func terminalSystemSays(reason: some TextArgument) -> Text { Text(.terminalSystemSays, [.words(reason.text)]) }
    /// That is longer than {most} bytes. Links and codes are shorter.
    public static func terminalTextTooLong(most: Int) -> Text { Text(.terminalTextTooLong, [.number(most)]) }
    /// The call has reached its time limit: hanging up.
    public static var terminalTimeLimit: Text { Text(.terminalTimeLimit) }
    /// They are told that you cannot talk now and will call back in {count} minutes.
    public static func terminalToldLater(count: Int) -> Text { Text(.terminalToldLater, [.number(count)]) }
    /// They are told that you cannot talk now.
    public static var terminalToldNotNow: Text { Text(.terminalToldNotNow) }
    /// {name}: held. {reason} You cannot hear or see each other. What to do: {command}
    public static func terminalTrustHeld(name: some TextArgument, reason: some TextArgument, command: some TextArgument) -> Text { Text(.terminalTrustHeld, [.words(name.text), .words(reason.text), .words(command.text)]) }
    /// {name}: you have met this device, or confirmed it. Numbers were not compared.
    public static func terminalTrustKnown(name: some TextArgument) -> Text { Text(.terminalTrustKnown, [.words(name.text)]) }
    /// {name}: first call with them on this device. Numbers were not compared.
    public static func terminalTrustNew(name: some TextArgument) -> Text { Text(.terminalTrustNew, [.words(name.text)]) }
    /// Numbers were not compared.
    public static var terminalTrustNotCompared: Text { Text(.terminalTrustNotCompared) }
    /// {name}: verified. You compared the numbers.
    public static func terminalTrustVerified(name: some TextArgument) -> Text { Text(.terminalTrustVerified, [.words(name.text)]) }
    /// {name}: confirmed by another of their devices.
    public static func terminalTrustVouched(name: some TextArgument) -> Text { Text(.terminalTrustVouched, [.words(name.text)]) }
    /// {word}. {sentence}
    public static func terminalTrustWord(word: some TextArgument, sentence: some TextArgument) -> Text { Text(.terminalTrustWord, [.words(word.text), .words(sentence.text)]) }
    /// Type: {command}
    public static func terminalType(command: some TextArgument) -> Text { Text(.terminalType, [.words(command.text)]) }
    /// {name} is no longer blocked.
    public static func terminalUnblocked(name: some TextArgument) -> Text { Text(.terminalUnblocked, [.words(name.text)]) }
    /// The server does not respond. Check the address ({option}) and the network, then try again.
    public static func terminalUnreachable(option: some TextArgument) -> Text { Text(.terminalUnreachable, [.words(option.text)]) }
    /// user {number}
    public static func terminalUser(number: some TextArgument) -> Text { Text(.terminalUser, [.words(number.text)]) }
    /// This doesn’t match device {number} of {name}.
    public static func terminalVerifyDiffers(number: some TextArgument, name: some TextArgument) -> Text { Text(.terminalVerifyDiffers, [.words(number.text), .words(name.text)]) }
    /// This doesn’t match any device of {name}.
    public static func terminalVerifyDiffersFromAll(name: some TextArgument) -> Text { Text(.terminalVerifyDiffersFromAll, [.words(name.text)]) }
    /// The number has 60 digits, twelve groups of five. You entered {count}.
    public static func terminalVerifyDigits(count: Int) -> Text { Text(.terminalVerifyDigits, [.number(count)]) }
    /// {name}, device {number}: verified. This applies to calls at once.
    public static func terminalVerifyDone(name: some TextArgument, number: some TextArgument) -> Text { Text(.terminalVerifyDone, [.words(name.text), .words(number.text)]) }
    /// Compare it with the number in {name}’s app, or have {name} read it aloud, if you know the voice.
    public static func terminalVerifyHow(name: some TextArgument) -> Text { Text(.terminalVerifyHow, [.words(name.text)]) }
    /// If they don’t match, someone may be intercepting your calls. Say nothing private, and compare again when you meet.
    public static var terminalVerifyIfNot: Text { Text(.terminalVerifyIfNot) }
    /// Someone may be intercepting your calls. Say nothing private, and compare again when you meet.
    public static var terminalVerifyIntercepted: Text { Text(.terminalVerifyIntercepted) }
    /// Do the numbers match?
    public static var terminalVerifyMatch: Text { Text(.terminalVerifyMatch) }
    /// {name} has no device {number}.
    public static func terminalVerifyNoDevice(name: some TextArgument, number: some TextArgument) -> Text { Text(.terminalVerifyNoDevice, [.words(name.text), .words(number.text)]) }
    /// {name} has no device that can be compared. None is signed in, or its app is too old.
    public static func terminalVerifyNoDevices(name: some TextArgument) -> Text { Text(.terminalVerifyNoDevices, [.words(name.text)]) }
    /// This isn’t a code to compare. Such a code names two devices and begins with {start}
    public static func terminalVerifyNotACode(start: some TextArgument) -> Text { Text(.terminalVerifyNotACode, [.words(start.text)]) }
    /// No numbers to compare were shown yet.
    public static var terminalVerifyNotShown: Text { Text(.terminalVerifyNotShown) }
    /// Nothing was changed.
    public static var terminalVerifyNothingChanged: Text { Text(.terminalVerifyNothingChanged) }
    /// Enter only the digits, in quotes: {example}
    public static func terminalVerifyOnlyDigits(example: some TextArgument) -> Text { Text(.terminalVerifyOnlyDigits, [.words(example.text)]) }
    /// This code belongs to a device of user {user}, not to one of {name}’s.
    public static func terminalVerifyOthersCode(user: some TextArgument, name: some TextArgument) -> Text { Text(.terminalVerifyOthersCode, [.words(user.text), .words(name.text)]) }
    /// This code is for its owner’s other devices. Ask {name} for the code that their app shows for you.
    public static func terminalVerifyOwnCode(name: some TextArgument) -> Text { Text(.terminalVerifyOwnCode, [.words(name.text)]) }
    /// {name} has several devices. Specify one of {numbers} with {option}.
    public static func terminalVerifySeveral(name: some TextArgument, numbers: some TextArgument, option: some TextArgument) -> Text { Text(.terminalVerifySeveral, [.words(name.text), .words(numbers.text), .words(option.text)]) }
    /// {name} signed device {number} out. Someone else may have it, so it isn’t verified.
    public static func terminalVerifySignedOut(name: some TextArgument, number: some TextArgument) -> Text { Text(.terminalVerifySignedOut, [.words(name.text), .words(number.text)]) }
    /// {name}, device {number}: no longer verified.
    public static func terminalVerifyUndone(name: some TextArgument, number: some TextArgument) -> Text { Text(.terminalVerifyUndone, [.words(name.text), .words(number.text)]) }
    /// {name} now has volume {percent} for you.
    public static func terminalVolume(name: some TextArgument, percent: some TextArgument) -> Text { Text(.terminalVolume, [.words(name.text), .words(percent.text)]) }
    /// This passphrase or key file does not open the profile’s keys.
    public static var terminalWrongSecret: Text { Text(.terminalWrongSecret) }
    /// You are recording. The others are notified.
    public static var terminalYouRecord: Text { Text(.terminalYouRecord) }
    /// Your camera is on.
    public static var terminalYourCamera: Text { Text(.terminalYourCamera) }
    /// On hold
    public static var tileHeld: Text { Text(.tileHeld) }
    /// Can’t hear you yet
    public static var tileKeepsOut: Text { Text(.tileKeepsOut) }
    /// Not confirmed
    public static var tileNotLetIn: Text { Text(.tileNotLetIn) }
    /// {name} put the call on hold. You won’t hear each other until they return.
    public static func tileOnHold(name: some TextArgument) -> Text { Text(.tileOnHold, [.words(name.text)]) }
    /// Pin {name}
    public static func tilePin(name: some TextArgument) -> Text { Text(.tilePin, [.words(name.text)]) }
    /// camera and microphone on
    public static var tileStateBoth: Text { Text(.tileStateBoth) }
    /// camera off
    public static var tileStateCameraOff: Text { Text(.tileStateCameraOff) }
    /// muted
    public static var tileStateMuted: Text { Text(.tileStateMuted) }
    /// first call
    public static var tileStateNew: Text { Text(.tileStateNew) }
    /// on hold
    public static var tileStateOnHold: Text { Text(.tileStateOnHold) }
    /// reconnecting
    public static var tileStateReconnecting: Text { Text(.tileStateReconnecting) }
    /// recording
    public static var tileStateRecording: Text { Text(.tileStateRecording) }
    /// Swap the videos
    public static var tileSwap: Text { Text(.tileSwap) }
    /// Use the arrow keys to move the small video to another corner.
    public static var tileSwapHow: Text { Text(.tileSwapHow) }
    /// Unpin {name}
    public static func tileUnpin(name: some TextArgument) -> Text { Text(.tileUnpin, [.words(name.text)]) }
    /// You
    public static var tileYou: Text { Text(.tileYou) }
    /// just now
    public static var timeJustNow: Text { Text(.timeJustNow) }
    /// today, {time}
    public static func timeToday(time: some TextArgument) -> Text { Text(.timeToday, [.words(time.text)]) }
    /// ☎ {names} are calling — ECall
    public static func titleAreCalling(names: some TextArgument) -> Text { Text(.titleAreCalling, [.words(names.text)]) }
    /// Can’t start
    public static var titleBroken: Text { Text(.titleBroken) }
    /// ☎ {name} is calling — ECall
    public static func titleCalling(name: some TextArgument) -> Text { Text(.titleCalling, [.words(name.text)]) }
    /// Open in another tab
    public static var titleOtherWindow: Text { Text(.titleOtherWindow) }
    /// {screen} — ECall
    public static func titleScreen(screen: some TextArgument) -> Text { Text(.titleScreen, [.words(screen.text)]) }
    /// ({count}) {screen} — ECall
    public static func titleWaiting(count: Int, screen: some TextArgument) -> Text { Text(.titleWaiting, [.number(count), .words(screen.text)]) }
    /// The identity of {name}’s device has changed.
    public static func trustChangedKey(name: some TextArgument) -> Text { Text(.trustChangedKey, [.words(name.text)]) }
    /// This is your first call with {name} in this browser.
    public static func trustNew(name: some TextArgument) -> Text { Text(.trustNew, [.words(name.text)]) }
    /// {name} is on a new device.
    public static func trustNewDevice(name: some TextArgument) -> Text { Text(.trustNewDevice, [.words(name.text)]) }
    /// This is your first call with {name} on this device.
    public static func trustNewHere(name: some TextArgument) -> Text { Text(.trustNewHere, [.words(name.text)]) }
    /// {name}’s device is using an older identity than before.
    public static func trustOlderIdentity(name: some TextArgument) -> Text { Text(.trustOlderIdentity, [.words(name.text)]) }
    /// You said this device isn’t {name}’s.
    public static func trustRefused(name: some TextArgument) -> Text { Text(.trustRefused, [.words(name.text)]) }
    /// {name} signed this device out.
    public static func trustRevoked(name: some TextArgument) -> Text { Text(.trustRevoked, [.words(name.text)]) }
    /// No one in this call invited {name}.
    public static func trustUninvited(name: some TextArgument) -> Text { Text(.trustUninvited, [.words(name.text)]) }
    /// {name} is on a device you haven’t verified. Their verified device hasn’t confirmed it.
    public static func trustUnverified(name: some TextArgument) -> Text { Text(.trustUnverified, [.words(name.text)]) }
    /// {name} is verified. You compared the numbers.
    public static func trustVerified(name: some TextArgument) -> Text { Text(.trustVerified, [.words(name.text)]) }
    /// {name}’s device was confirmed by another of their devices.
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
    /// Not seen in a call yet
    public static var trustWordListed: Text { Text(.trustWordListed) }
    /// Confirmed by another device · since {date}
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
    /// On that device, open Settings › Devices, select this one in the list and choose Compare. Scan this code, or check that the digits match. Do this even if you see no other device in your list: the list comes from the server.
    public static var welcomeConfirmHow: Text { Text(.welcomeConfirmHow) }
    /// Later, or this is my first device
    public static var welcomeConfirmLater: Text { Text(.welcomeConfirmLater) }
    /// Continue
    public static var welcomeConfirmNext: Text { Text(.welcomeConfirmNext) }
    /// If you already use ECall on another device, confirm this one there. Your contacts then won’t be asked about it.
    public static var welcomeConfirmText: Text { Text(.welcomeConfirmText) }
    /// Before your first call
    public static var welcomePermissions: Text { Text(.welcomePermissions) }
    /// Share my link
    public static var welcomeShare: Text { Text(.welcomeShare) }
    /// You’re all set
    public static var welcomeTitle: Text { Text(.welcomeTitle) }
    /// Continue there. You can close this tab.
    public static var windowsHandedOverText: Text { Text(.windowsHandedOverText) }
    /// The link is open in your other tab
    public static var windowsHandedOverTitle: Text { Text(.windowsHandedOverTitle) }
    /// If you use this tab, a call in the other one ends. If you close the other one, this tab takes over.
    public static var windowsNote: Text { Text(.windowsNote) }
    /// Calls ring there. Only one tab in this browser can use ECall at a time.
    public static var windowsOtherText: Text { Text(.windowsOtherText) }
    /// ECall is open in another tab
    public static var windowsOtherTitle: Text { Text(.windowsOtherTitle) }
    /// The other tab took over. Calls ring there.
    public static var windowsTakenOver: Text { Text(.windowsTakenOver) }
    /// Switching…
    public static var windowsTaking: Text { Text(.windowsTaking) }
    /// Use this tab
    public static var windowsUse: Text { Text(.windowsUse) }
}
