import Hummingbird
import ServerFoundation

/// The only style sheet of landing pages; the policy can forbid inline styles.
enum LandingStyle {
    static let path = "/share/landing.css"
    /// Its address on a page: with its version, so that an updated server's pages never use an earlier one from a cache.
    static let address = "\(path)?\(versionName)=\(version)"
    private static let versionName = "v"
    private static let version = String(HexDigest.sha256(text).prefix(16))

    /// A request for another version, as between two servers during an update, is answered with this one, which is not kept.
    static func caching(_ request: Request) -> String {
        request.uri.queryParameters.get(versionName) == version ? "max-age=31536000, immutable" : "no-cache"
    }

    /// The page's colours that are used here, light and dark: those of Web/design/tokens.css, which a test compares.
    static let tokens: [(name: String, light: String, dark: String)] = [
        ("ground", "#f3f4f8", "#0e1015"), ("surface", "#ffffff", "#171a21"), ("line", "#dcdfe8", "#2e3440"),
        ("ink", "#161a24", "#eef0f5"), ("ink-soft", "#545c6e", "#a6aebd"), ("accent", "#3b4fd1", "#adb8ff"),
        ("on-accent", "#ffffff", "#12163a"), ("accent-soft", "#e7eafc", "#262c50"),
    ]

    private static func colours(_ value: ((name: String, light: String, dark: String)) -> String) -> String {
        tokens.map { "--\($0.name): \(value($0));" }.joined(separator: " ")
    }

    static let text = """
        :root { color-scheme: light dark; \(colours(\.light)) }
        @media (prefers-color-scheme: dark) { :root { \(colours(\.dark)) } }
        * { box-sizing: border-box; }
        body { display: grid; grid-template: auto auto 1fr / minmax(0, 1fr); justify-items: center; gap: 1.5rem; margin: 0;
            min-height: 100vh; min-height: 100dvh; padding: max(1.5rem, 9vh) 1rem 1rem; background: var(--ground);
            color: var(--ink); overflow-wrap: anywhere;
            font: 400 100%/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        h1, p { margin: 0; }
        .brand { display: flex; align-items: center; gap: .5rem; font-size: 1.125rem; font-weight: 700; }
        .brand rect { fill: #3b4fd1; }
        .brand path { fill: #fff; }
        main { display: grid; justify-items: center; gap: 1rem; width: 100%; max-width: 26rem; padding: 2rem 1.5rem;
            border: 1px solid var(--line); border-radius: 1.25rem; background: var(--surface); text-align: center; }
        .avatar { display: grid; place-items: center; width: 6.5rem; height: 6.5rem; border-radius: 50%;
            background: var(--accent-soft); color: var(--accent); font-size: 2.25rem; font-weight: 650; line-height: 1; }
        h1 { font-size: 1.375rem; font-weight: 650; line-height: 1.2; text-wrap: balance; }
        .lead { color: var(--ink-soft); text-wrap: pretty; }
        /* Marks above and below the line. */
        :is(:lang(ar), :lang(hi), :lang(km), :lang(th), :lang(vi)) :is(h1, .button) { line-height: 1.45; }
        .button { display: grid; place-items: center; width: 100%; min-height: 2.75rem; padding: .5rem 1rem;
            border-radius: .75rem; color: var(--accent); font-weight: 600; line-height: 1.2; text-decoration: none; }
        .button.main { background: var(--accent); color: var(--on-accent); }
        .button.quiet:hover { background: var(--accent-soft); }
        .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .code { display: grid; justify-items: center; gap: .75rem; margin-top: .5rem; }
        .code svg { background: #fff; border-radius: .75rem; fill: #000; shape-rendering: crispEdges; }
        .small, .foot { color: var(--ink-soft); font-size: .8125rem; }
        footer { display: grid; justify-items: center; align-self: end; gap: .75rem; width: 100%; max-width: 26rem; }
        .foot { text-align: center; }
        .languages { width: 100%; text-align: center; }
        .languages summary { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; padding: 0 .75rem;
            border-radius: .75rem; color: var(--ink-soft); cursor: pointer; list-style: none; }
        .languages summary::-webkit-details-marker { display: none; }
        .languages svg { fill: none; stroke: currentcolor; stroke-width: 1.5; }
        .languages ul { display: flex; flex-wrap: wrap; justify-content: center; margin: 0; padding: 0; list-style: none; }
        .languages a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; padding: 0 .75rem;
            border-radius: .75rem; color: var(--accent); text-decoration: none; overflow-wrap: normal; }
        .languages a[aria-current] { background: var(--accent-soft); font-weight: 650; }
        .languages :is(a, summary):hover { background: var(--accent-soft); }
        .languages :is(a, summary):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        @media (pointer: coarse) { .code { display: none; } }
        @media not all and (pointer: coarse) { .button.touch { display: none; } }

        """
}
