// The photos that command tests read.
import Foundation
import TestSupport

enum Photos {
    static let folder = Repository.root.appending(path: "testimages")

    /// One of the project's test photos.
    static func testImage(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// 48 × 48 grey pixels, without text.
    static let blankJPEG = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2h\
        nPk1xeXBkeFxlZ2P/wAALCAAwADABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAA\
        A/AKYAAAAAAAAAAAH/2Q==
        """)
    static let blankPNG = decoded(
        """
        iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAAAAAC3mUtaAAAAF0lEQVQ4y2M4gwMwjEqMSoxKjEoMLgkAEsiWLqhO1rAAAAAASUVORK5C\
        YII=
        """)

    /// The first bytes of a PNG of 60,000 × 60,000 pixels.
    static let giantPNG = Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 0x0F, 0xB0, 0xE2, 0x15])

    private static func decoded(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}

extension Program {
    /// Writes a list of photos, each under a name of its own, because the same path twice is one photo.
    func list(_ names: [String], in list: String) throws {
        let files = FileManager.default
        try files.createDirectory(at: folder.appending(path: "listed"), withIntermediateDirectories: true)
        var lines = ""
        for (place, name) in names.enumerated() {
            try files.linkItem(
                at: folder.appending(path: name), to: folder.appending(path: "listed/\(place)-\(name)"))
            lines += "listed/\(place)-\(name)\n"
        }
        try write(Data(lines.utf8), to: list)
    }

    /// Copies test photos into `folder`, with their own names.
    func copy(_ names: String..., to path: String = "") throws {
        for name in names { try write(try Photos.testImage(name), to: path + name) }
    }

    /// With a folder `box` of three photos: one without an ISBN, one that can't be read, and one with a legible
    /// barcode.
    static func withBox() throws -> Program {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Photos.blankPNG, to: "box/a.png")
        try program.write(Data("GIF89a".utf8), to: "box/broken.gif")
        return program
    }
}
