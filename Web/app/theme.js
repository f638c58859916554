/**
 * Colours as the system has them, or as this page was told; kept in the page only.
 * @param {'system' | 'light' | 'dark'} theme
 */
export function applyTheme(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}
