import SwiftUI

/// The app's icons, by their names in SF Symbols. Icons that point in a direction are mirrored for right-to-left text.
enum Symbol: String, CaseIterable {
    case accept = "checkmark"
    case add = "person.badge.plus"
    case call = "phone.fill"
    case camera = "camera"
    case chosen = "checkmark.circle"
    case code = "qrcode.viewfinder"
    case contacts = "person.2"
    case copy = "doc.on.doc"
    case decline = "xmark"
    case device = "iphone"
    case email = "envelope"
    case favourite = "star.fill"
    case history = "clock"
    case incoming = "phone.arrow.down.left"
    case link = "link"
    case missed = "phone.down.fill"
    case more = "ellipsis.circle"
    case newCall = "phone.badge.plus"
    case notFavourite = "star"
    case offline = "wifi.slash"
    case outgoing = "phone.arrow.up.right"
    case phone = "phone"
    case picture = "photo"
    case problem = "exclamationmark.triangle.fill"
    case remove = "trash"
    case renew = "arrow.clockwise"
    case report = "flag"
    case save = "square.and.arrow.down"
    case share = "square.and.arrow.up"
    case requests = "tray"
    case block = "hand.raised"
    case settings = "gearshape"
    case success = "checkmark.circle.fill"
    case torch = "flashlight.on.fill"
    case unchosen = "circle"
    case verified = "checkmark.seal.fill"
    case video = "video.fill"

    // Settings
    case about = "info.circle"
    case file = "doc"
    case key
    case language = "globe"
    case lock = "lock.fill"
    case microphone = "mic.fill"
    case network = "wifi"
    case notifications = "bell"
    case permissions = "checkmark.shield"
    case person = "person.crop.circle"
    case server = "server.rack"
    case signOut = "rectangle.portrait.and.arrow.right"
    case waysToSignIn = "person.badge.key"

    // In a call
    case muted = "mic.slash.fill"
    case cameraOff = "video.slash.fill"
    case flip = "arrow.triangle.2.circlepath.camera.fill"
    case loudspeaker = "speaker.wave.2.fill"
    case unheard = "speaker.slash.fill"
    case people = "person.2.fill"
    case hand = "hand.raised.fill"
    case notProtected = "lock.open.fill"
    case recording = "record.circle"
    case speaking = "waveform"
    case onHold = "pause.fill"
    case weakLine = "wifi.exclamationmark"
    case compare = "equal.circle"
    case pin = "pin.fill"
    case unpin = "pin.slash"
    case grid = "square.grid.2x2"
    case large = "rectangle.inset.filled"
    case before = "chevron.backward"
    case after = "chevron.forward"
    case thumbsUp = "hand.thumbsup.fill"
    case heart = "heart.fill"
    case laugh = "face.smiling.inverse"
    case surprise = "exclamationmark.bubble.fill"
    case applause = "hands.clap.fill"
    case celebration = "party.popper.fill"

    static let protected = lock
    static let reconnecting = renew
    static let fairLine = network
    /// A receiver that is put down.
    static let endCall = missed
}

/// A drawing beside words that say the same: VoiceOver reads the words.
struct Drawing: View {
    private let symbol: Symbol

    init(_ symbol: Symbol) { self.symbol = symbol }

    var body: some View { Image(systemName: symbol.rawValue).accessibilityHidden(true) }
}

/// Words with a drawing before them.
struct Labelled: View {
    let words: Words
    let symbol: Symbol

    init(_ words: Words, _ symbol: Symbol) { (self.words, self.symbol) = (words, symbol) }

    var body: some View {
        Label {
            Phrase(words)
        } icon: {
            Image(systemName: symbol.rawValue)
        }
    }
}
