/// A part of the app's interface.
@MainActor
open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    @_spi(Phone)
    public var state = ActivationState.foregroundActive
    public var activationState: ActivationState { state }
}

@MainActor
public final class UIWindowScene: UIScene {
    public fileprivate(set) var windows: [UIWindow] = []

    /// A scene with one window that shows something.
    @_spi(Phone)
    public static func launched() -> UIWindowScene {
        let scene = UIWindowScene()
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return scene
    }
}

@MainActor
open class UIView: UIResponder {
    public let layer = CALayer()
    public var isHidden = false
    public var bounds = CGRect(x: 0, y: 0, width: 320, height: 240)

    open func layoutSubviews() {}
    public func setNeedsLayout() { layoutSubviews() }
}

open class CALayer: NSObject {
    public var frame = CGRect.zero
    @_spi(Phone)
    public private(set) var sublayers: [CALayer]?

    public func addSublayer(_ layer: CALayer) { sublayers = (sublayers ?? []) + [layer] }
}

@MainActor
public final class UIWindow: UIView {
    public struct Level: Equatable, Sendable {
        public let rawValue: Double

        public init(rawValue: Double) { self.rawValue = rawValue }

        public static let alert = Level(rawValue: 2000)
    }

    public var windowLevel = Level(rawValue: 0)
    public var rootViewController: UIViewController?
    public private(set) weak var windowScene: UIWindowScene?
    public private(set) var isKeyWindow = false

    public init(windowScene: UIWindowScene) {
        super.init()
        isHidden = true
        self.windowScene = windowScene
        windowScene.windows.append(self)
    }

    public func makeKeyAndVisible() {
        isHidden = false
        for window in windowScene?.windows ?? [] { window.isKeyWindow = window === self }
    }

    public func makeKey() { makeKeyAndVisible() }
}

@MainActor
open class UIViewController: UIResponder {
    public private(set) var presentedViewController: UIViewController?
    public var isModalInPresentation = false
    private weak var presenter: UIViewController?

    public func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        // Apple's logs that, and presents nothing.
        guard presentedViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presenter = self
        completion?()
    }

    public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        // Dismisses the presented controller, or else itself.
        if presentedViewController == nil {
            presenter?.presentedViewController = nil
        } else {
            presentedViewController = nil
        }
        completion?()
    }
}
