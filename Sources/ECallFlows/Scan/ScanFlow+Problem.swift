public import ECallLanguage

extension ScanFlow {
    /// A problem with the camera, the picture or the content of a code.
    public enum Problem: ExplainedError, Sendable, Hashable {
        /// The person has denied camera access; it can be changed in the system's settings.
        case denied
        /// The system restricts the camera, as parental controls do.
        case restricted
        case noCamera
        case notStarted
        /// The camera went away while it was on.
        case lost
        case noCode
        /// The file cannot be opened as a picture.
        case unreadable

        /// A code of another kind.
        case notAContactLink
        case malformedToken
        case otherServer
        case damagedCallLink

        case ownCode
        case othersCode(name: String, other: String)
        case strangersCode(name: String)
        case otherDevicesCode(name: String)
        case noContactsCode
        case codeForAnother(name: String)
        case notAPairCode(name: String)
        case notYourDevices
        case itself
        case otherOwnDevices
        case notADevicesCode
        case contactsCode(other: String)

        public var title: Text {
            switch self {
            case .denied: .scanDeniedTitle
            case .restricted: .scanRestrictedTitle
            case .noCamera: .scanNotFoundTitle
            case .notStarted: .scanNotReadableTitle
            case .lost: .scanLostTitle
            case .noCode: .scanNoCodeTitle
            case .unreadable: .scanNotAPictureTitle
            case .notAContactLink: .scanNotAContactLinkTitle
            case .malformedToken, .damagedCallLink: .scanMalformedTokenTitle
            case .otherServer: .scanOtherServerTitle
            default: deviceTitle
            }
        }

        /// Instructs the person.
        public var text: Text {
            switch self {
            case .denied: .scanDeniedSettings
            case .restricted: .scanRestrictedText
            case .noCamera: .scanNoCameraText
            case .notStarted: .scanNotReadableText
            case .lost: .scanLostText
            case .noCode: .scanNoCodeText
            case .unreadable: .scanUnreadableText
            case .notAContactLink: .scanNotAContactLinkText
            case .malformedToken: .scanMalformedTokenText
            case .damagedCallLink: .scanDamagedCallLinkText
            case .otherServer: .scanOtherServerText
            default: deviceText
            }
        }

        private var deviceTitle: Text {
            switch self {
            case .othersCode(let name, let other): .scanOthersCodeTitle(other: other, name: name)
            case .strangersCode(let name): .scanStrangersCodeTitle(name: name)
            case .otherDevicesCode(let name): .scanOtherDevicesCodeTitle(name: name)
            case .noContactsCode: .scanNoContactsCodeTitle
            case .codeForAnother: .scanCodeForAnotherDeviceTitle
            case .notAPairCode: .scanNotAPairCodeTitle
            case .notYourDevices: .scanNotYourDevicesTitle
            case .otherOwnDevices: .scanOtherOwnDevicesTitle
            case .notADevicesCode: .scanNotADevicesCodeTitle
            case .contactsCode(let other): .scanContactsCodeTitle(other: other)
            default: .scanOwnCodeTitle
            }
        }

        private var deviceText: Text {
            switch self {
            case .othersCode(let name, _), .strangersCode(let name): .scanOthersCodeText(name: name)
            case .otherDevicesCode(let name): .scanOtherDevicesCodeText(name: name)
            case .noContactsCode: .compareNoContact
            case .codeForAnother(let name): .scanCodeForAnotherText(name: name)
            case .notAPairCode(let name): .scanNotAPairCodeText(name: name)
            case .notYourDevices: .ownDeviceNotYours
            case .itself: .scanItselfText
            case .otherOwnDevices: .scanOtherOwnDevicesText
            case .notADevicesCode, .contactsCode: .scanNotADevicesCodeText
            default: .scanOwnCodeText
            }
        }
    }
}
