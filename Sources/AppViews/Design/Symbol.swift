import SwiftUI

/// The drawings of the app, by their names in SF Symbols. Those that point turn round where text runs from right to left.
enum Symbol: String, CaseIterable {
    case accept = "checkmark"
    case add = "person.badge.plus"
    case call = "phone.fill"
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
    case notFavourite = "star"
    case offline = "wifi.slash"
    case outgoing = "phone.arrow.up.right"
    case phone = "phone"
    case problem = "exclamationmark.triangle.fill"
    case remove = "trash"
    case save = "square.and.arrow.down"
    case share = "square.and.arrow.up"
    case requests = "tray"
    case block = "hand.raised"
    case success = "checkmark.circle.fill"
    case verified = "checkmark.seal.fill"
    case video = "video.fill"

    // Of the settings
    case about = "info.circle"
    case camera = "video"
    case file = "doc"
    case key
    case language = "globe"
    case lock = "lock.fill"
    case microphone = "mic"
    case network = "wifi"
    case notifications = "bell"
    case permissions = "checkmark.shield"
    case person = "person.crop.circle"
    case server = "server.rack"
    case settings = "gearshape"
    case signOut = "rectangle.portrait.and.arrow.right"
    case waysToSignIn = "person.badge.key"
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
