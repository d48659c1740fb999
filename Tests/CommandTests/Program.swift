// Runs the built program as from a shell.
import Foundation
import TestSupport

/// The built `bookzone` with a temporary working folder, which is deleted with this object.
final class Program: Sendable {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    /// With a copy of the other's working folder.
    init(copyOf other: Program) throws { files = try TemporaryFolder(copyOf: other.folder) }

    /// The working folder and home of every run.
    var folder: URL { files.url }

    /// Creates a file in `folder`, and its parent folders.
    func write(_ content: Data, to name: String) throws { try files.write(content, to: name) }

    /// The text of a file in `folder`; `nil` if there is none.
    func text(_ name: String) -> String? { files.text(name) }

    /// - Parameters:
    ///   - stdin: the contents of standard input.
    ///   - environment: added to a minimal environment, without a terminal and without the tester's own settings.
    ///   - timeLimit: after this time the program and all its children are killed, and `Outcome.exitCode` is 137.
    func run(
        _ arguments: String..., stdin: Data = Data(), environment: [String: String] = [:],
        timeLimit: Duration = .seconds(300)
    ) async throws -> Outcome {
        try await start(
            Program.products.appending(path: "bookzone"), arguments, stdin, environment, timeLimit)
    }

    /// Runs a line of `sh` in which `bookzone` is the built program: pipes, closed descriptors, signals.
    func shell(
        _ script: String, stdin: Data = Data(), environment: [String: String] = [:],
        timeLimit: Duration = .seconds(300)
    ) async throws -> Outcome {
        // Since its first request the test runner ignores SIGPIPE, which the shell's commands would inherit.
        try await start(
            URL(filePath: "/usr/bin/env"), ["--default-signal=PIPE", "/bin/sh", "-c", script], stdin,
            environment, timeLimit)
    }

    private static let slots = Slots(10)

    /// Input and output go through files, which can't fill up like pipes and block the program.
    private func start(
        _ executable: URL, _ arguments: [String], _ stdin: Data, _ environment: [String: String],
        _ timeLimit: Duration
    ) async throws -> Outcome {
        await Self.slots.take()
        defer { Task { await Self.slots.give() } }
        let ends = folder.appendingPathExtension(UUID().uuidString)
        try FileManager.default.createDirectory(at: ends, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: ends) }
        let files = ["stdin", "stdout", "stderr"].map { ends.appending(path: $0) }
        for file in files { try (file == files[0] ? stdin : Data()).write(to: file) }

        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "\(Program.products.path):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
            "LANG": "C.UTF-8", "BOOKZONE_COVERS": "off",
        ].merging(environment) { $1 }
        let (input, output, errors) = (
            try FileHandle(forReadingFrom: files[0]), try FileHandle(forWritingTo: files[1]),
            try FileHandle(forWritingTo: files[2])
        )
        // Foundation keeps them open.
        defer { for handle in [input, output, errors] { try? handle.close() } }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        let timer = Task {
            try await Task.sleep(for: timeLimit)
            // Foundation starts each process in a process group of its own.
            if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
        }
        defer { timer.cancel() }
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try Self.withoutBlockedSignals(process.run) } catch { ended.resume(throwing: error) }
        }
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return Outcome(
            output: try Data(contentsOf: files[1]),
            stderr: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
            exitCode: signal + process.terminationStatus)
    }

    /// Threads of the test runner block signals, which children would inherit: a shell that waits for its jobs would
    /// not notice their end.
    static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    /// The folder of the test bundle and of the built programs.
    static let products: URL = {
        let bundles = Bundle.allBundles.map(\.bundleURL)
        if let bundle = bundles.first(where: { $0.pathExtension == "xctest" }) {
            return bundle.deletingLastPathComponent()
        }
        return Bundle.main.bundleURL
    }()
}

/// The result of a run.
struct Outcome: Sendable {
    /// Standard output, byte for byte.
    var output: Data
    var stderr: String
    /// As in a shell: 128 plus the signal's number if a signal ended the program.
    var exitCode: Int32

    var stdout: String { String(decoding: output, as: UTF8.self) }

    /// The lines of standard output, without their ends.
    var lines: [String] { stdout.split(whereSeparator: \.isNewline).map(String.init) }
}
