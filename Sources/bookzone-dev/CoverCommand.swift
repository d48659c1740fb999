// Measures how well covers are found on photos whose corners a person has set.
import ArgumentParser
import Foundation
import Imaging
import Output

struct CoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "covers",
        abstract: "Finds covers on photos, and compares their corners with those a person set.",
        discussion: """
            right: no corner is off by more than 3 % of the photo's sides. wrong: one is. none: no cover was found. On \
            photos without a cover, anything found is false.
            """)

    @Argument(help: "The folder of the photos.") var folder: String
    @Option(help: "Photos with their part and their corners.") var truth = "docs/covers.tsv"
    @Option(help: "tune, report, or all of them.") var part = "report"
    @Flag(name: .shortAndLong, help: "Also print each photo, and how far the worst corner is off.")
    var verbose = false

    private static let tolerance = 0.03

    func run() throws {
        let lines = try String(contentsOfFile: truth, encoding: .utf8).split(separator: "\n").dropFirst()
        var counts: [String: Int] = [:]
        var output = BufferedOutput(try OutputFile(nil))
        for line in lines {
            let cells = line.split(separator: "\t")
            guard cells.count == 3, part == "all" || part == cells[1] else { continue }
            let corners = cells[2].split(separator: " ").compactMap { Double($0) }
            let file = try Data(contentsOf: URL(filePath: "\(folder)/\(cells[0])"))
            let found = try Self.find(in: file)
            let distance = found.flatMap { Self.distance(of: $0, from: corners) }
            let word = Self.word(for: found, distance, corners)
            counts[word, default: 0] += 1
            if verbose {
                let percent = distance.map { String(format: "\t%.1f %%", 100 * $0) } ?? ""
                try output.write("\(cells[0])\t\(word)\(percent)\n")
            }
        }
        for word in ["right", "wrong", "none", "false", "rightly none"] {
            try output.write("\(word)\t\(counts[word] ?? 0)\n")
        }
        try output.finish()
    }

    private static func find(in file: Data) throws -> FoundCover? {
        var first: PhotoFile.Page?
        try PhotoFile(file).forEachPage(only: 1) { page in if first == nil { first = try? page.get() } }
        guard let page = first else { return nil }
        return CoverFinder.find(in: try page.colour(reduction: page.reduction(keeping: 2 * CoverFinder.side)))
    }

    /// Of the corner that is off the furthest, in parts of the photo's sides.
    private static func distance(of found: FoundCover, from corners: [Double]) -> Double? {
        guard corners.count == 8 else { return nil }
        return found.quad.corners.enumerated().map { place, corner in
            hypot(corner.x - corners[2 * place], corner.y - corners[2 * place + 1])
        }.max()
    }

    private static func word(for found: FoundCover?, _ distance: Double?, _ corners: [Double]) -> String {
        guard corners.count == 8 else { return found == nil ? "rightly none" : "false" }
        guard let distance else { return "none" }
        return distance <= tolerance ? "right" : "wrong"
    }
}
