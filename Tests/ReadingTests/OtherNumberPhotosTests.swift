// The numbers of drawn imprints and covers that are not ISBNs, in several typefaces and wordings.
import Books
import Foundation
import TestSupport
import Testing

@testable import Reading

@Suite(.enabled(if: isQuick, "reading photos needs a release build")) struct OtherNumberPhotosTests {
    private struct Truth: Decodable, CustomTestStringConvertible {
        var name = ""
        var others: [String]?
        var klass: String?

        private enum CodingKeys: String, CodingKey {
            case klass
            case others = "other_numbers"
        }

        var testDescription: String { name }
    }

    private static let folder = Repository.root.appending(path: "testimages")

    private static let truths: [Truth] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
                var truth = try? JSONDecoder().decode(Truth.self, from: bytes)
            else { return nil }
            truth.name = name.replacing(".json", with: "")
            return truth
        }
    }()

    private static func numbers(in name: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let photo = try #require(names.first { $0.hasPrefix(name + ".") && !$0.hasSuffix(".json") })
        let records = try PhotoScanner().scan(
            Data(contentsOf: folder.appending(path: photo)), name: photo)
        // House labels are not in the truth.
        return Set(
            records.flatMap(\.others).filter { $0.number.kind != .label }.map {
                "\($0.number.kind.rawValue):\($0.number.value)"
            })
    }

    /// A blotted letter before a number, and one that is misread in a crop.
    private static let mostMissed = 2

    @Test func `reads nearly all, and none that is not there`() throws {
        let shown = Self.truths.filter { $0.others != nil }
        #expect(shown.count >= 10)
        var missed: [String] = []
        for truth in shown {
            let (read, printed) = (try Self.numbers(in: truth.name), Set(truth.others ?? []))
            #expect(read.isSubset(of: printed), "\(truth.name)")
            missed += printed.subtracting(read).map { "\($0) in \(truth.name)" }
        }
        #expect(missed.count <= Self.mostMissed, "\(missed)")
    }

    @Test(arguments: truths.filter { $0.others == nil && $0.klass?.hasPrefix("neg-") == true })
    private func `reads none where there is none`(truth: Truth) throws {
        #expect(try Self.numbers(in: truth.name).isEmpty)
    }
}
