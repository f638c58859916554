"""Keys and values that the readers of Apps/iOS know, each list with its source. A schema names members; ANY is any value, a list has
the schema of its elements, and "*" stands for names that the project chooses."""

ANY = object()

# XcodeGen, "Project Spec" of its documentation. It ignores keys that it does not know.
SETTINGS = {"base": {"*": ANY}, "configs": {"*": {"*": ANY}}, "groups": ANY}
SCRIPT = {"path": ANY, "script": ANY, "name": ANY, "inputFiles": ANY, "outputFiles": ANY, "inputFileLists": ANY, "outputFileLists": ANY,
          "shell": ANY, "showEnvVars": ANY, "runOnlyWhenInstalling": ANY, "basedOnDependencyAnalysis": ANY, "discoveredDependencyFile": ANY}
SOURCE = {"path": ANY, "name": ANY, "group": ANY, "compilerFlags": ANY, "excludes": ANY, "includes": ANY, "type": ANY, "optional": ANY,
          "buildPhase": ANY, "headerVisibility": ANY, "createIntermediateGroups": ANY, "attributes": ANY, "resourceTags": ANY,
          "destinationFilters": ANY, "inferDestinationFiltersByPath": ANY}
DEPENDENCY = {"target": ANY, "framework": ANY, "carthage": ANY, "sdk": ANY, "package": ANY, "bundle": ANY, "product": ANY, "products": ANY,
              "root": ANY, "embed": ANY, "link": ANY, "codeSign": ANY, "removeHeaders": ANY, "weak": ANY, "copy": ANY, "implicit": ANY,
              "platformFilter": ANY, "destinationFilters": ANY, "platforms": ANY}
TARGET = {
    "type": ANY, "platform": ANY, "supportedDestinations": ANY, "deploymentTarget": ANY, "sources": [SOURCE], "configFiles": {"*": ANY},
    "settings": SETTINGS, "dependencies": [DEPENDENCY], "info": {"path": ANY, "properties": ANY},
    "entitlements": {"path": ANY, "properties": ANY}, "templates": ANY, "templateAttributes": ANY, "transitivelyLinkDependencies": ANY,
    "directlyEmbedCarthageDependencies": ANY, "requiresObjCLinking": ANY, "onlyCopyFilesOnInstall": ANY, "buildToolPlugins": ANY,
    "preBuildScripts": [SCRIPT], "postCompileScripts": [SCRIPT], "postBuildScripts": [SCRIPT], "buildRules": ANY, "scheme": ANY,
    "legacy": ANY, "attributes": ANY, "productName": ANY, "platformSuffix": ANY, "platformPrefix": ANY, "putResourcesBeforeSourcesBuildPhase": ANY,
}
ACTION = {"config": ANY, "commandLineArguments": ANY, "environmentVariables": ANY, "preActions": ANY, "postActions": ANY}
TEST = {"target": ANY, "name": ANY, "package": ANY, "local": ANY, "parallelizable": ANY, "randomExecutionOrder": ANY, "location": ANY,
        "skipped": ANY, "skippedTests": ANY, "selectedTests": ANY}
SCHEME = {
    "build": {"targets": {"*": ANY}, "parallelizeBuild": ANY, "buildImplicitDependencies": ANY, "preActions": ANY, "postActions": ANY,
              "runPostActionsOnFailure": ANY},
    "run": {**ACTION, "executable": ANY, "language": ANY, "region": ANY, "debugEnabled": ANY, "disableMainThreadChecker": ANY,
            "stopOnEveryMainThreadCheckerIssue": ANY, "disableThreadPerformanceChecker": ANY, "simulateLocation": ANY,
            "askForAppToLaunch": ANY, "launchAutomaticallySubstyle": ANY, "storeKitConfiguration": ANY, "macroExpansion": ANY},
    "test": {**ACTION, "targets": [TEST], "gatherCoverageData": ANY, "coverageTargets": ANY, "disableMainThreadChecker": ANY,
             "language": ANY, "region": ANY, "debugEnabled": ANY, "customLLDBInit": ANY, "captureScreenshotsAutomatically": ANY,
             "deleteScreenshotsWhenEachTestSucceeds": ANY, "preferredScreenCaptureFormat": ANY, "testPlans": ANY, "macroExpansion": ANY},
    "profile": {**ACTION, "askForAppToLaunch": ANY}, "analyze": {"config": ANY},
    "archive": {"config": ANY, "customArchiveName": ANY, "revealArchiveInOrganizer": ANY, "preActions": ANY, "postActions": ANY},
    "management": ANY, "templates": ANY, "templateAttributes": ANY,
}
PROJECT = {
    "name": ANY, "include": ANY, "attributes": ANY, "configs": {"*": ANY}, "configFiles": {"*": ANY}, "settings": SETTINGS,
    "settingGroups": ANY, "targets": {"*": TARGET}, "aggregateTargets": ANY, "fileGroups": ANY, "schemes": {"*": SCHEME},
    "schemeTemplates": ANY, "targetTemplates": ANY, "projectReferences": ANY, "breakpoints": ANY, "localPackages": ANY,
    "packages": {"*": {"path": ANY, "group": ANY, "excludeFromProject": ANY, "url": ANY, "github": ANY, "from": ANY, "version": ANY,
                       "exactVersion": ANY, "majorVersion": ANY, "minorVersion": ANY, "minVersion": ANY, "maxVersion": ANY, "branch": ANY,
                       "revision": ANY}},
    "options": {
        "minimumXcodeGenVersion": ANY, "carthageBuildPath": ANY, "carthageExecutablePath": ANY, "createIntermediateGroups": ANY,
        "bundleIdPrefix": ANY, "settingPresets": ANY, "developmentLanguage": ANY, "usesTabs": ANY, "indentWidth": ANY, "tabWidth": ANY,
        "xcodeVersion": ANY, "deploymentTarget": {"iOS": ANY, "macOS": ANY, "tvOS": ANY, "watchOS": ANY, "visionOS": ANY},
        "disabledValidations": ANY, "defaultConfig": ANY, "groupSortPosition": ANY, "groupOrdering": ANY,
        "transitivelyLinkDependencies": ANY, "generateEmptyDirectories": ANY, "findCarthageFrameworks": ANY, "localPackagesGroup": ANY,
        "fileTypes": ANY, "preGenCommand": ANY, "postGenCommand": ANY, "useBaseInternationalization": ANY, "schemePathPrefix": ANY,
        "projectFormat": ANY, "defaultSourceDirectoryType": ANY},
}
PHASES = {"sources", "headers", "resources", "copyFiles", "none"}
PRODUCTS = {"application", "bundle.ui-testing", "bundle.unit-test", "app-extension", "framework"}

# xtool, Sources/PackLib/PackSchema.swift.
XTOOL = {"version": ANY, "orgID": ANY, "bundleID": ANY, "product": ANY, "infoPath": ANY, "entitlementsPath": ANY, "iconPath": ANY,
         "resources": ANY, "skipLSP": ANY,
         "extensions": [{"product": ANY, "bundleID": ANY, "infoPath": ANY, "resources": ANY, "entitlementsPath": ANY}]}

# Apple, "Build settings reference" of Xcode: those that the project needs.
BUILD_SETTINGS = {
    "ASSETCATALOG_COMPILER_APPICON_NAME", "ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME", "CODE_SIGN_ENTITLEMENTS", "CODE_SIGN_STYLE",
    "CURRENT_PROJECT_VERSION", "DEVELOPMENT_TEAM", "ENABLE_USER_SCRIPT_SANDBOXING", "GENERATE_INFOPLIST_FILE", "INFOPLIST_FILE",
    "MARKETING_VERSION", "PRODUCT_BUNDLE_IDENTIFIER", "SWIFT_VERSION", "TARGETED_DEVICE_FAMILY", "TEST_TARGET_NAME",
}

# Apple, "Information Property List" (developer.apple.com/documentation/bundleresources), with the types of values.
ORIENTATIONS = {f"UIInterfaceOrientation{way}" for way in ("Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight")}
INFORMATION = {
    "CFBundleDevelopmentRegion": str, "CFBundleDisplayName": str, "CFBundleURLTypes": list, "ITSAppUsesNonExemptEncryption": bool,
    "LSRequiresIPhoneOS": bool, "UIApplicationSceneManifest": dict, "UIBackgroundModes": list, "UILaunchScreen": dict,
    "UISupportedInterfaceOrientations": list, "UISupportedInterfaceOrientations~ipad": list, "NSCameraUsageDescription": str,
    "NSFaceIDUsageDescription": str, "NSLocalNetworkUsageDescription": str, "NSMicrophoneUsageDescription": str,
    "NSPhotoLibraryUsageDescription": str, "NSPhotoLibraryAddUsageDescription": str, "NSContactsUsageDescription": str,
    "NSBluetoothAlwaysUsageDescription": str, "NSLocationWhenInUseUsageDescription": str,
    # The app's own.
    "ECallGoogleClient": str, "ECallServer": str,
}
#: GENERATE_INFOPLIST_FILE has Xcode add them; xtool adds its own, and would take unexpanded ones of the file.
GENERATED = {"CFBundleExecutable", "CFBundleIdentifier", "CFBundleInfoDictionaryVersion", "CFBundleName", "CFBundlePackageType",
             "CFBundleShortVersionString", "CFBundleVersion", "MinimumOSVersion", "UIDeviceFamily"}
URL_TYPE = {"CFBundleTypeRole": ANY, "CFBundleURLName": ANY, "CFBundleURLSchemes": ANY, "CFBundleURLIconFile": ANY}
BACKGROUND_MODES = {"audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location", "nearby-interaction",
                    "newsstand-content", "processing", "push-to-talk", "remote-notification", "voip"}

# Apple, "Entitlements".
ENTITLEMENTS = {"aps-environment": str, "com.apple.developer.applesignin": list, "com.apple.developer.associated-domains": list,
                "keychain-access-groups": list, "com.apple.security.application-groups": list}

# Apple, "App privacy configuration": data types, purposes, and which reasons belong to which category of API.
TRACKING, DOMAINS, COLLECTED, ACCESSED = (
    f"NSPrivacy{name}" for name in ("Tracking", "TrackingDomains", "CollectedDataTypes", "AccessedAPITypes"))
DATA = "NSPrivacyCollectedDataType"
DATA_TYPES = {
    "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "OtherUserContactInfo", "Health", "Fitness", "PaymentInfo", "CreditInfo",
    "OtherFinancialInfo", "PreciseLocation", "CoarseLocation", "SensitiveInfo", "Contacts", "EmailsOrTextMessages", "PhotosorVideos",
    "AudioData", "GameplayContent", "CustomerSupport", "OtherUserContent", "BrowsingHistory", "SearchHistory", "UserID", "DeviceID",
    "PurchaseHistory", "ProductInteraction", "AdvertisingData", "OtherUsageData", "CrashData", "PerformanceData", "OtherDiagnosticData",
    "EnvironmentScanning", "Hands", "Head", "OtherDataTypes",
}
PURPOSES = {"ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization", "AppFunctionality", "Other"}
CATEGORY = "NSPrivacyAccessedAPICategory"
REASONS = {
    "FileTimestamp": {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"}, "SystemBootTime": {"35F9.1", "8FFB.1", "3D61.1"},
    "DiskSpace": {"85F4.1", "E174.1", "7D9E.1", "B728.1"}, "ActiveKeyboards": {"3EC4.1", "54BD.1"},
    "UserDefaults": {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"},
}

# Xcode, as it writes catalogues of texts and of assets ("Asset Catalog Format Reference").
TEXTS = {"sourceLanguage": ANY, "version": ANY, "strings": {"*": {
    "comment": ANY, "extractionState": ANY, "localizations": {"*": {"stringUnit": {"state": ANY, "value": ANY}}}}}}
IMAGE = {"filename": ANY, "idiom": ANY, "platform": ANY, "size": ANY, "scale": ANY, "appearances": ANY}
COLOUR = {"idiom": ANY, "appearances": ANY, "color": {"color-space": ANY, "components": {"alpha": ANY, "red": ANY, "green": ANY, "blue": ANY}}}
ASSETS = {"info": {"author": ANY, "version": ANY}, "images": [IMAGE], "colors": [COLOUR], "properties": ANY}
