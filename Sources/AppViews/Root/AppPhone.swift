public import ECallAuthentication
public import ECallCore
public import ECallFlows
public import SwiftUI

/// The app's requirements on the phone that it runs on.
@MainActor
public protocol AppPhone: AnyObject, Sendable {
    /// The preferences that remain after sign-out: server, language, lock.
    var preferences: any KeyStorage { get }
    var permissions: any PermissionSystem { get }
    var owner: any OwnerAuthentication { get }
    var languages: any SystemLanguages { get }
    var notifications: any NotificationSystem { get }
    /// The camera, for codes.
    var scanner: any ScanSystem { get }
    /// The picture of `scanner`'s camera, which is shown while that is on.
    var scannerPreview: AnyView { get }
    /// The clipboard, and QR codes.
    var linkWays: LinkSharing { get }

    /// Shows the sheet of Google or Apple, and returns its result.
    func ask(_ issuer: IdentityIssuer) async -> IssuerSignIn.Answer
    func chooseFile() async -> ChosenFile
    func saveFile(_ file: Data) async -> SavedFile
    /// The number on the app's icon; 0 for none.
    func setBadge(_ count: Int)
    /// Announces words by VoiceOver at once.
    func announce(_ words: String)
    /// Draws decrypted video of the running call, fitted into its place: of a person, of their screen, or of the own camera.
    func picture(_ video: VideoID) -> AnyView
    /// Shows a view above all others, including sheets and alerts, in a window of its own; nil removes it.
    func showAbove(_ view: AnyView?)
}
