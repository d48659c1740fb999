// scripts/benchmarks/compare-records, with programs that print given records.
import Foundation
import TestSupport
import Testing

struct CompareRecordsTests {
    private static func record(
        _ photo: String, page: Int = 1, status: String = "found", milliseconds: Double = 5
    ) -> String {
        #"{"photo":"\#(photo)","page":\#(page),"status":"\#(status)","milliseconds":\#(milliseconds),"error":null}"#
    }

    /// - Parameter exit: the exit code of both programs.
    private static func compared(_ one: [String], _ other: [String], exit: Int = 0) throws -> Script {
        let folder = try TemporaryFolder([
            "one": program(one, exit: exit), "other": program(other, exit: exit), "photos/a.jpg": "",
        ])
        for name in ["one", "other"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/\(name)")
        }
        return try Script(
            "benchmarks/compare-records",
            ["\(folder.path)/one", "\(folder.path)/other", "\(folder.path)/photos", "--readers", "ocr"])
    }

    private static func program(_ lines: [String], exit: Int) -> String {
        "#!/bin/sh\ncase \"$*\" in *'--readers ocr'*) ;; *) exit 64 ;; esac\ncat <<'END'\n"
            + lines.map { $0 + "\n" }.joined() + "END\nexit \(exit)\n"
    }

    @Test(arguments: [0, 1, 2])
    func `times are left out`(exit: Int) throws {
        let outcome = try Self.compared(
            [Self.record("a.jpg"), Self.record("a.jpg", page: 2)],
            [Self.record("a.jpg", milliseconds: 7.25), Self.record("a.jpg", page: 2, milliseconds: 1e-3)],
            exit: exit)
        #expect(outcome.output == "0 of 2 records differ\n")
        #expect(outcome.exitCode == 0)
    }

    @Test func `differences are reported`() throws {
        let outcome = try Self.compared(
            [Self.record("a.jpg"), Self.record("b.tif", page: 2), Self.record("c.jpg")],
            [Self.record("a.jpg", status: "uncertain"), Self.record("b.tif", page: 2), Self.record("d.jpg")])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("a.jpg:\n"))
        #expect(outcome.output.contains(#"  - "status": "found","#))
        #expect(outcome.output.contains(#"  + "status": "uncertain","#))
        #expect(outcome.output.contains("/one has a record of it"))
        #expect(outcome.output.contains("d.jpg: only"))
        #expect(!outcome.output.contains("b.tif"))
        #expect(outcome.output.hasSuffix("3 of 4 records differ\n"))
    }

    @Test func `the same values in other bytes differ`() throws {
        let spaced = Self.record("a.jpg").replacing(",\"status\"", with: ", \"status\"")
        let outcome = try Self.compared([Self.record("a.jpg")], [spaced])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("the same values in other bytes"))
    }

    @Test func `another order differs`() throws {
        let lines = [Self.record("a.jpg"), Self.record("b.jpg")]
        let outcome = try Self.compared(lines, lines.reversed())
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("in another order"))
    }

    @Test func `a program that fails is named`() throws {
        let failed = try Self.compared([Self.record("a.jpg")], [Self.record("a.jpg")], exit: 70)
        #expect(failed.exitCode == 2)
        #expect(failed.output.contains("/one: ended with 70"))
        let silent = try Self.compared([], [])
        #expect(silent.exitCode == 2)
        #expect(silent.output.contains("gave no record"))
    }

    @Test func `missing parts are named`() throws {
        let outcome = try Script("benchmarks/compare-records", ["/nowhere/a", "/nowhere/b", "/nowhere"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output == "compare-records: /nowhere: there is no such folder\n")
    }
}
