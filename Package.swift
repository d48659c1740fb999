// swift-tools-version: 6.2
import PackageDescription

/// `BOOKZONE_STRICT` turns every warning of our own targets into an error; `scripts/check` sets it.
let settings: [SwiftSetting] =
    Context.environment["BOOKZONE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Tests are compiled once and run once: to optimise them costs more than it saves.
let testSettings: [SwiftSetting] = settings + [.unsafeFlags(["-Onone"])]

/// `BOOKZONE_TESTS`, which `scripts/test` sets, leaves all but the reading of photos unoptimised: most of a build is
/// optimisation, and only reading would be much slower without.
let plainSettings = Context.environment["BOOKZONE_TESTS"] == nil ? settings : testSettings

func clibrary(_ name: String, _ pkgConfig: String, _ debian: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian]), .brew([brew])])
}

let server: TargetDependencyCondition? = .when(traits: ["Server"])

let package = Package(
    name: "BookZone",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "bookzone", targets: ["bookzone"]),
        .executable(name: "bookzone-worker", targets: ["bookzone-worker"]),
        .executable(name: "bookzone-pdf", targets: ["bookzone-pdf"]),
        .executable(name: "bookzone-serve", targets: ["bookzone-serve"]),
        .library(name: "Books", targets: ["Books"]),
        .library(name: "Reading", targets: ["Reading"]),
        .library(name: "Batch", targets: ["Batch", "Reading", "Sandbox"]),
        .library(name: "Catalogue", targets: ["Catalogue"]),
        .library(name: "Lookup", targets: ["Lookup", "Providers", "References", "HTTP"]),
    ],
    traits: [
        .trait(name: "Server", description: "bookzone serve: the catalogue as pages for many readers.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        clibrary("CLeptonica", "lept", "libleptonica-dev", brew: "leptonica"),
        clibrary("CJPEG", "libjpeg", "libjpeg-dev", brew: "jpeg-turbo"),
        clibrary("CPNG", "libpng", "libpng-dev", brew: "libpng"),
        clibrary("CTesseract", "tesseract", "libtesseract-dev", brew: "tesseract"),
        clibrary("CZBar", "zbar", "libzbar-dev", brew: "zbar"),
        clibrary("CHeif", "libheif", "libheif-dev", brew: "libheif"),
        clibrary("CExif", "libexif", "libexif-dev", brew: "libexif"),
        clibrary("CCrypto", "libcrypto", "libssl-dev", brew: "openssl@3"),
        clibrary("CArchive", "libarchive", "libarchive-dev", brew: "libarchive"),
        clibrary("CXML", "libxml-2.0", "libxml2-dev", brew: "libxml2"),
        clibrary("CPoppler", "poppler-glib", "libpoppler-glib-dev", brew: "poppler"),
        clibrary("CArgon2", "libargon2", "libargon2-dev", brew: "argon2"),
        clibrary("CICU", "icu-i18n", "libicu-dev", brew: "icu4c"),
        clibrary("CCurl", "libcurl", "libcurl4-openssl-dev", brew: "curl"),
        clibrary("CZlib", "zlib", "zlib1g-dev", brew: "zlib"),
        // C, since only C can take a file as it is into a program: in Swift each would be an array literal.
        .target(name: "CResources", exclude: ["networks", "report", "site", "words"]),
        .target(name: "CPictures", dependencies: ["CJPEG", "CPNG"]),
        .target(name: "CConvolution"),
        .target(name: "Books", swiftSettings: settings),
        .target(name: "Output", dependencies: ["Books"], swiftSettings: plainSettings),
        .target(
            name: "Imaging", dependencies: ["CPictures", "CLeptonica", "CHeif", "CExif"],
            swiftSettings: settings),
        .target(
            name: "Recognition",
            dependencies: [
                "Books", "Imaging", "CConvolution", "CResources", "CTesseract", "CZBar", "CLeptonica",
            ],
            swiftSettings: settings),
        .target(
            name: "Documents", dependencies: ["Books", "CArchive", "CXML", "CZlib"], swiftSettings: settings),
        .target(
            name: "Reading", dependencies: ["Books", "Imaging", "Recognition", "Documents", "CCrypto"],
            swiftSettings: settings),
        // C, since Swift can't fork.
        .target(name: "CConfine"),
        .target(name: "CAllocation", dependencies: ["CConfine"]),
        .target(name: "CPages"),
        .target(
            name: "Sandbox", dependencies: ["Books", "Documents", "Output", "Reading", "CConfine", "CPages"],
            swiftSettings: settings),
        .target(
            name: "Batch", dependencies: ["Books", "Documents", "Imaging", "Output", "Reading", "Sandbox"],
            swiftSettings: plainSettings),
        .target(name: "HTTP", dependencies: ["Books", "CCurl"], swiftSettings: plainSettings),
        .target(name: "MARC", dependencies: ["Books"], swiftSettings: settings),
        .target(name: "Fetching", dependencies: ["Books", "Reading", "HTTP"], swiftSettings: plainSettings),
        .target(name: "Providers", dependencies: ["Books", "HTTP", "MARC"], swiftSettings: plainSettings),
        .target(name: "CCollation", dependencies: ["CICU"]),
        .target(name: "CConfusables", dependencies: ["CICU"]),
        .target(name: "CEncodings", dependencies: ["CICU"]),
        .target(name: "CSQLiteSetup"),
        .target(
            name: "Catalogue",
            dependencies: [
                "Books", "CCollation", "CCrypto", "CSQLiteSetup",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: plainSettings),
        .target(
            name: "Formats",
            dependencies: [
                "Books", "CArchive", "CEncodings", "Catalogue", "Documents", "MARC", "Output",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: plainSettings),
        .target(
            name: "Accounts",
            dependencies: [
                "Books", "CConfusables", "Catalogue", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: plainSettings),
        .target(
            name: "References",
            dependencies: [
                "Books", "MARC", "Documents", .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "Lookup", dependencies: ["Books", "Catalogue", "HTTP", "Providers", "References"],
            swiftSettings: plainSettings),
        .target(
            name: "Formatting",
            dependencies: ["Books", "Catalogue", "HTTP", "Lookup", "Output", "Providers", "Translation"],
            swiftSettings: plainSettings),
        .target(name: "CatalogueAPI", dependencies: ["Books", "Catalogue"], swiftSettings: plainSettings),
        .target(
            name: "CatalogueClient",
            dependencies: ["Books", "Catalogue", "CatalogueAPI", "Formatting", "HTTP", "Lookup"],
            swiftSettings: plainSettings),
        .target(name: "Translation", dependencies: ["CResources"], swiftSettings: plainSettings),
        .target(name: "CTypesetting", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "RunReport",
            dependencies: [
                "Books", "Batch", "Catalogue", "Output", "Reading", "Sandbox", "Formatting", "CResources",
                "CTypesetting", "Translation",
            ],
            swiftSettings: plainSettings),
        .executableTarget(
            name: "bookzone",
            dependencies: [
                "Books", "Batch", "Reading", "Fetching", "Sandbox", "Catalogue", "Documents", "Formats",
                "HTTP",
                "Providers",
                "References",
                "Lookup", "CatalogueClient", "Output", "Formatting", "RunReport", "Translation",
                "CAllocation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: plainSettings),
        // Empty without the trait, as is its program.
        .target(
            name: "Server",
            dependencies: [
                "Accounts", "Batch", "Books", "CCrypto", "CResources", "CZlib", "Catalogue", "CatalogueAPI",
                "Formats", "Formatting", "HTTP", "Lookup", "Output", "Providers", "Reading", "Sandbox",
                "Translation",
                .target(name: "CArgon2", condition: server),
                .product(
                    name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Mustache", package: "swift-mustache", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ], swiftSettings: plainSettings),
        .executableTarget(
            name: "bookzone-serve",
            dependencies: [
                "Accounts", "Server", "CAllocation", "Books", "Catalogue", "HTTP", "Lookup", "Providers",
                "References",
                "Output", "Formatting", "Reading",
                "Sandbox", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log", condition: server),
            ], swiftSettings: plainSettings),
        .executableTarget(
            name: "bookzone-worker", dependencies: ["Sandbox", "CAllocation"], swiftSettings: settings),
        // C, so that nothing but Poppler is linked with it, whose licence then is its own.
        .executableTarget(
            name: "bookzone-pdf", dependencies: ["CPages", "CConfine", "CAllocation", "CPoppler"]),
        .target(name: "Corpus", dependencies: ["Batch", "Books", "Reading"], swiftSettings: settings),
        .executableTarget(
            name: "bookzone-dev",
            dependencies: [
                "Accounts", "Batch", "Books", "Catalogue", "Corpus", "Formats", "Formatting",
                "Imaging", "Output",
                "Reading",
                "References",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
            ],
            swiftSettings: plainSettings),
        // The example of docs/swift.md, which sees the public interface only.
        .executableTarget(
            name: "Shelf", dependencies: ["Books", "Catalogue", "HTTP", "Lookup", "Providers", "Reading"],
            path: "docs/example/Sources/Shelf", packageAccess: false, swiftSettings: plainSettings),
        .testTarget(
            name: "CorpusTests", dependencies: ["Books", "Corpus", "Reading", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(name: "BooksTests", dependencies: ["Books", "TestSupport"], swiftSettings: testSettings),
        .testTarget(
            name: "ImagingTests", dependencies: ["Imaging", "TestSupport"], swiftSettings: testSettings),
        .testTarget(
            name: "RecognitionTests", dependencies: ["Books", "Imaging", "Recognition", "TestSupport"],
            exclude: ["Strips"], swiftSettings: testSettings),
        .testTarget(
            name: "CatalogueTests",
            dependencies: [
                "Accounts", "Books", "Catalogue", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "FormatsTests",
            dependencies: [
                "Books", "Catalogue", "Formats", "Output", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Schemas"], swiftSettings: testSettings),
        .testTarget(
            name: "MARCTests", dependencies: ["Books", "MARC", "TestSupport"], swiftSettings: testSettings),
        .testTarget(
            name: "ReferencesTests", dependencies: ["References", "Books", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "OutputTests", dependencies: ["Books", "Output", "TestSupport"], swiftSettings: testSettings
        ),
        .testTarget(
            name: "FormattingTests",
            dependencies: [
                "Batch", "Books", "Formatting", "HTTP", "Lookup", "Output", "Providers",
                "TestSupport",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "RunReportTests",
            dependencies: ["Books", "Output", "Reading", "RunReport", "TestSupport", "Translation"],
            swiftSettings: testSettings),
        .testTarget(
            name: "TranslationTests",
            dependencies: ["Books", "Reading", "TestSupport", "Translation"], swiftSettings: testSettings),
        .testTarget(
            name: "ReadingTests",
            dependencies: [
                "Batch", "Reading", "ReadingExamples", "Recognition", "Books", "Documents", "Imaging",
                "TestSupport",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "BatchTests",
            dependencies: [
                "Batch", "Books", "Documents", "Output", "Reading", "ReadingExamples",
                "TestSupport",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "DocumentsTests", dependencies: ["Documents", "Books", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "bookzone", "bookzone-worker", "Shelf", "Batch", "Books", "Catalogue", "Reading", "Sandbox",
                "Servers", "TestSupport",
            ],
            exclude: ["Snapshots"], swiftSettings: testSettings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Accounts", "Server", "bookzone-worker", "Batch", "Books", "CCrypto", "CZlib", "Catalogue",
                "CatalogueAPI", "CatalogueClient", "Formats", "Formatting", "HTTP", "Lookup", "Output",
                "Providers", "Reading", "References", "Servers", "Sandbox", "TestSupport", "Translation",
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
            ], swiftSettings: testSettings),
        .testTarget(
            name: "SandboxTests",
            dependencies: [
                "Books", "Documents", "CLockProbe", "Output", "Reading", "Sandbox", "TestSupport",
            ],
            swiftSettings: testSettings),
        .target(name: "CLockProbe", dependencies: ["CConfine"], path: "Tests/CLockProbe"),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: testSettings),
        .target(
            name: "ReadingExamples", dependencies: ["Books", "Reading"], path: "Tests/ReadingExamples",
            swiftSettings: testSettings),
        .target(
            name: "Servers", dependencies: ["TestSupport"], path: "Tests/Servers", exclude: ["Zebra"],
            swiftSettings: testSettings),
        .testTarget(
            name: "ProvidersTests", dependencies: ["Books", "HTTP", "Providers", "Servers", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "FetchingTests",
            dependencies: ["Fetching", "Books", "HTTP", "Reading", "Servers", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "LookupTests",
            dependencies: [
                "Books", "Catalogue", "HTTP", "Lookup", "Providers", "References", "Servers", "TestSupport",
            ],
            swiftSettings: testSettings),
    ]
)
