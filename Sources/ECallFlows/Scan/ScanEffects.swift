import ECallAPI
public import ECallContacts

/// The system's camera, photo picker and settings, as scanning needs them. An app implements it.
public protocol ScanSystem: Sendable {
    /// The camera's findings while it is on, for one reader.
    var sights: AsyncStream<ScanSight> { get }
    /// Whether the camera can be used; doesn't ask the person.
    func permission() async -> ScanFlow.Permission
    /// Asks the person for the camera, if the system has not yet.
    func askPermission() async -> ScanFlow.Permission
    /// Starts the camera. The last call of `startCamera` and `stopCamera` counts.
    ///
    /// - Returns: whether there is a torch.
    func startCamera() async -> Result<Bool, ScanFlow.CameraFailure>
    func stopCamera() async
    /// Switches the torch. Returns whether it is on then.
    func setTorch(_ isOn: Bool) async -> Bool
    /// Opens the settings of the system for this app.
    func openSettings() async
    /// Lets the person choose a picture, and finds the codes in it.
    func pickPicture() async -> ScanFlow.Picture
}

public enum ScanSight: Sendable, Hashable {
    /// The texts of all codes in one picture; sent for pictures with codes alone.
    case codes([String])
    /// The camera is gone: another app has taken it, or it was unplugged.
    case lost
}

/// Performs the effects of `ScanFlow`.
public struct ScanEffects: FlowEffects {
    public typealias F = ScanFlow

    private let system: any ScanSystem
    private let contacts: ContactsService

    public init(system: any ScanSystem, contacts: ContactsService) { (self.system, self.contacts) = (system, contacts) }

    public func perform(_ effect: ScanFlow.Effect) async -> ScanFlow.Action? {
        switch effect {
        case .loadNames:
            do throws(ContactsError) {
                let people = try await contacts.contacts().map { ($0.contactId, $0.contactName) }
                return .namesLoaded(.success(Dictionary(people) { first, _ in first }))
            } catch {
                return .namesLoaded(.failure(error))
            }
        case .readPermission: return .permission(await system.permission())
        case .askPermission: return .permission(await system.askPermission())
        case .startCamera: return .cameraStarted(await system.startCamera())
        case .stopCamera:
            await system.stopCamera()
            return nil
        case .setTorch(let isOn): return .torchChanged(await system.setTorch(isOn))
        case .openSettings:
            await system.openSettings()
            return nil
        case .pickPicture: return .picture(await system.pickPicture())
        }
    }
}

extension ScanFlow.Action {
    /// Turns a sight into an action, for `FlowStore.follow`.
    public init(_ sight: ScanSight) {
        switch sight {
        case .codes(let texts): self = .saw(texts)
        case .lost: self = .cameraLost
        }
    }
}
