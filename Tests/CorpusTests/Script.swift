// Runs a script of this checkout, as a person would.
import Foundation

struct Script {
    var exitCode: Int32
    /// Standard output and standard error together.
    var output: String

    /// - Parameter name: a file in `scripts/`.
    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = Checkout.folder.appending(path: "scripts/\(name)")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
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

enum Checkout {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
