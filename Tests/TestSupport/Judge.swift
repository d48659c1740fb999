// Other programs that check whether a file is valid.
import Foundation

public enum Judge {
    public struct Verdict: Sendable {
        public var output: String
        public var errors: String
        public var exitCode: Int32
    }

    /// Python with the packages of `scripts/test-requirements.txt`, which `scripts/test` installs.
    public static let python = Repository.root.appending(path: ".build-test/judges/bin/python3").path

    /// Whether a program is on the path or, for a name with a slash, exists.
    public static func has(_ program: String) -> Bool {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// Runs a program to its end. Its output is written to files in `folder`.
    public static func run(
        _ program: String, _ arguments: [String], in folder: TemporaryFolder
    ) throws -> Verdict {
        let said = try [UUID().uuidString, UUID().uuidString].map { try folder.write(Data(), to: $0) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: said[0])
        process.standardError = try FileHandle(forWritingTo: said[1])
        try process.run()
        process.waitUntilExit()
        let texts = try said.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Verdict(output: texts[0], errors: texts[1], exitCode: process.terminationStatus)
    }
}
