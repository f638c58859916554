"""The texts that the system shows for the iPhone app: the reasons for permissions, and the alerts that the server sends by name."""
import json
import re

from .places import APP, CATALOGUE, PUSHES, ROOT
from .reading import LANGUAGES, Bad, written_as_xcode

#: Keys of Info.plist that people read (Apple, "Information Property List").
INFORMATION = {
    "CFBundleDisplayName": "common.brand",
    "NSCameraUsageDescription": "system.camera",
    "NSFaceIDUsageDescription": "system.faceID",
    "NSLocalNetworkUsageDescription": "system.localNetwork",
    "NSMicrophoneUsageDescription": "system.microphone",
    "NSPhotoLibraryUsageDescription": "system.photos",
}
#: `title-loc-key` and `loc-key` of pushes, by which Apple's system finds a text in Localizable.strings (wire-protocol 7.2).
ALERTS = {
    "new_friend_request_title": "alert.request.title",
    "new_friend_request_content": "alert.request.content",
    "friend_request_accepted_title": "alert.accepted.title",
    "friend_request_accepted_content": "alert.accepted.content",
    "warning_login_title": "alert.newDevice.title",
    "warning_login_content": "alert.newDevice.content",
    "notification_title": "alert.account.title",
    "account_info_updated_message": "alert.account.content",
}


def used():
    """Keys of the catalogue that only the system reads."""
    return {*INFORMATION.values(), *ALERTS.values()}


def made(names, catalogue):
    """A catalogue of the app with the texts by the system's names, in every language that clients offer."""
    strings = {}
    for name, key in names.items():
        if key not in catalogue["strings"]:
            raise Bad(f"{key}: is missing, and the app needs it as {name}")
        entry = catalogue["strings"][key]
        offered = {language: one for language, one in entry["localizations"].items() if language in LANGUAGES}
        if any("stringUnit" not in one or "substitutions" in one or "**" in one["stringUnit"]["value"]
               for one in offered.values()):
            raise Bad(f"{key}: the system shows plain texts alone: neither plurals nor **strong** ones")
        strings[name] = {"comment": f"{key}, by Scripts/texts.py", "extractionState": "manual", "localizations": offered}
    return written_as_xcode({"sourceLanguage": catalogue["sourceLanguage"], "strings": strings, "version": catalogue["version"]})


def files():
    catalogue = json.loads(CATALOGUE.read_text())
    return {APP / "InfoPlist.xcstrings": made(INFORMATION, catalogue), APP / "Localizable.xcstrings": made(ALERTS, catalogue)}


def pushed(source):
    """The names that the server's pushes have: title and content of each, and how many arguments come with the content."""
    found = {}
    for name, title, content in re.findall(r'\(\s*"\w+",\s*(name|nil),\s*"(\w+)",\s*"(\w+)"\s*\)', source):
        found[title], found[content] = 0, 1 if name == "name" else 0
    return found


def alerts(found):
    """The app's alerts are those that the server sends, with no more places than there are arguments."""
    sent, texts, where = pushed(PUSHES.read_text()), {text.key: text for text in found}, PUSHES.relative_to(ROOT)
    bad = [f"{where}: sends {name}, which Scripts/catalogue/apple.py lacks" for name in sorted(sent.keys() - ALERTS.keys())]
    bad += [f"Scripts/catalogue/apple.py: {name}: no push sends it" for name in sorted(ALERTS.keys() - sent.keys())]
    return bad + [f"{key}: has {len(texts[key].arguments)} places, its push has {sent[name]} texts for them"
                  for name, key in ALERTS.items() if key in texts and name in sent and len(texts[key].arguments) > sent[name]]
