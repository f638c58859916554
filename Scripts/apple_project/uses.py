"""The APIs that the app's code uses, and the declarations that they require."""
import re

#: The folders of the app's code, besides what the library needs.
APP = ("Sources/AppViews", "Sources/AppSystem", "Sources/ECallWebRTC", "Apps/iOS/App")
#: Without these the app has no code yet; then only uses are compared, not declarations.
NEEDED = ("Sources/AppViews", "Sources/AppSystem")
LIBRARY = ("ECallAPI", "ECallAccount", "ECallAuthentication", "ECallCalls", "ECallContacts", "ECallCore", "ECallFlows", "ECallKit",
           "ECallLanguage", "ECallMedia", "ECallSecurity", "FrameCrypto", "KeyDistribution", "NetworkCheck")

#: Where and how it is declared, and the code that indicates its use.
DECLARED = (
    ("UIBackgroundModes", "audio", r"\bAVAudioSession\b"),
    ("UIBackgroundModes", "voip", r"\bPKPushRegistry\b"),
    ("UIBackgroundModes", "remote-notification", r"\bregisterForRemoteNotifications\b"),
    ("UIBackgroundModes", "fetch", r"\bBGAppRefreshTask\b|setMinimumBackgroundFetchInterval"),
    ("UIBackgroundModes", "location", r"\ballowsBackgroundLocationUpdates\b"),
    ("UIBackgroundModes", "processing", r"\bBGProcessingTask\b"),
    ("Info.plist", "NSCameraUsageDescription", r"\bAVCaptureDevice\b|\bRTCCameraVideoCapturer\b"),
    ("Info.plist", "NSMicrophoneUsageDescription", r"\bAVAudioSession\b|\bAVAudioApplication\b|\bfor: \.audio\b"),
    ("Info.plist", "NSPhotoLibraryUsageDescription", r"\bPhotosPicker\b|\bPHPicker\w+|\bPHPhotoLibrary\b"),
    ("Info.plist", "NSPhotoLibraryAddUsageDescription", r"\bUIImageWriteToSavedPhotosAlbum\b"),
    ("Info.plist", "NSFaceIDUsageDescription", r"\bLAContext\b"),
    ("Info.plist", "NSLocalNetworkUsageDescription", r"\bRTCPeerConnection\b|\bimport WebRTC\b|\bimport ECallWebRTC\b"),
    ("Info.plist", "NSContactsUsageDescription", r"\bCNContactStore\b"),
    ("Info.plist", "NSBluetoothAlwaysUsageDescription", r"\bCBCentralManager\b"),
    ("Info.plist", "NSLocationWhenInUseUsageDescription", r"\bCLLocationManager\b"),
    ("ECall.entitlements", "aps-environment", r"\bPKPushRegistry\b|\bregisterForRemoteNotifications\b"),
    ("ECall.entitlements", "com.apple.developer.applesignin", r"\bASAuthorizationAppleIDProvider\b|\bSignInWithAppleButton\b"),
    ("ECall.entitlements", "com.apple.developer.associated-domains",
     r"\bonOpenURL\b|\bonContinueUserActivity\b|\bNSUserActivityTypeBrowsingWeb\b"),
    ("ECall.entitlements", "keychain-access-groups", r"\bkSecAttrAccessGroup\b"),
)
#: Categories of required-reason API (Apple, "NSPrivacyAccessedAPIType"), with the APIs of each.
CATEGORIES = {
    "FileTimestamp": r"(?<![.\w])f?l?stat(?:at)?\(|\bgetattrlist\w*\(|\bcontentModificationDate\w*\b|\bcreationDateKey\b|\bmodificationDate\b",
    "SystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "DiskSpace": r"\bvolumeAvailableCapacity\w*\b|\bvolumeTotalCapacity\w*\b|\bsystemFreeSize\b|(?<![.\w])f?stat(?:v)?fs\(",
    "ActiveKeyboards": r"\bactiveInputModes\b",
    "UserDefaults": r"\bUserDefaults\b|@AppStorage\b",
}
#: The needs of linked packages that have no manifest of their own.
LINKED = {"SystemBootTime": "SwiftNIO's deadlines are uptimes"}


def code(root, folders):
    """All code of the folders, without comments."""
    texts = []
    for folder in folders:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".swift", ".m", ".mm", ".h", ".cpp") and file.is_file():
                texts.append(re.sub(r"//[^\n]*|/\*.*?\*/", "", file.read_text(), flags=re.S))
    return "\n".join(texts)
