// Runs a script of this checkout.
import Foundation
import TestSupport

struct Script {
    var exitCode: Int32
    /// Standard output and standard error together.
    var output: String

    /// - Parameter name: a file in `scripts/`.
    init(_ name: String, _ arguments: [String]) throws {
        try self.init(Repository.root.appending(path: "scripts/\(name)"), arguments)
    }

    /// Lines of `sh`; stops at the first that fails.
    init(shell lines: String) throws {
        try self.init(URL(filePath: "/bin/sh"), ["-e", "-c", lines])
    }

    private init(_ program: URL, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        exitCode = process.terminationStatus
        output = String(decoding: bytes, as: UTF8.self)
    }
}
