// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Shelf",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "BookZone", path: "../..")],
    targets: [
        .executableTarget(
            name: "Shelf",
            dependencies: [
                .product(name: "Books", package: "BookZone"), .product(name: "Reading", package: "BookZone"),
                .product(name: "Catalogue", package: "BookZone"),
                .product(name: "Lookup", package: "BookZone"),
            ])
    ]
)
