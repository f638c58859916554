/// The only style sheet of landing pages; the policy can forbid inline styles.
enum LandingStyle {
    static let path = "/share/landing.css"

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
        .button { display: grid; place-items: center; width: 100%; min-height: 2.75rem; padding: .5rem 1rem;
            border-radius: .75rem; color: var(--accent); font-weight: 600; line-height: 1.2; text-decoration: none; }
        .button.main { background: var(--accent); color: var(--on-accent); }
        .button.quiet:hover { background: var(--accent-soft); }
        .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .code { display: grid; justify-items: center; gap: .75rem; margin-top: .5rem; }
        .code svg { background: #fff; border-radius: .75rem; fill: #000; shape-rendering: crispEdges; }
        .small, .foot { color: var(--ink-soft); font-size: .8125rem; }
        .foot { align-self: end; max-width: 26rem; text-align: center; }
        @media (pointer: coarse) { .code { display: none; } }
        @media not all and (pointer: coarse) { .button.touch { display: none; } }

        """
}
