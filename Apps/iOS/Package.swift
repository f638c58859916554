// swift-tools-version: 6.2
// For xtool alone, which builds the library products of a package. Xcode builds ECall.xcodeproj, made of project.yml.
import PackageDescription

let package = Package(
    name: "ECall",
    platforms: [.iOS(.v26)],
    products: [.library(name: "ECall", targets: ["ECall"])],
    dependencies: [.package(name: "ecall", path: "../..")],
    targets: [
        .target(
            name: "ECall",
            dependencies: [
                .product(name: "ECallKit", package: "ecall"), .product(name: "ECallApp", package: "ecall"),
            ],
            path: "App")
    ]
)
