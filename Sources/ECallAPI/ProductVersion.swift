/// The version of all programs of the product: `ecall --version`, `ecall-server --version`. The newest one of CHANGELOG.md.
public enum ProductVersion {
    public static let current = "0.1.0"
}
