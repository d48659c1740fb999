// A real SRU server with invented records.
import Foundation
import TestSupport

/// Zebra (Debian's `idzebra-2.0`) on a free port of 127.0.0.1.
public final class ZebraServer: Sendable {
    private let port: HeldPort
    private let folder: TemporaryFolder
    private let server = Process()

    /// The records in MARC 21 and in UNIMARC, in the format of library catalogues.
    public var marc21: String { port.address + "/marc21" }
    public var unimarc: String { port.address + "/unimarc" }

    public static let isInstalled = areInstalled("zebraidx", "zebrasrv")

    public init() throws {
        port = try HeldPort()
        folder = try TemporaryFolder()
        try folder.write(Data(settings.utf8), to: "zebra.cfg")
        try folder.write(Data(frontend.utf8), to: "server.xml")
        for database in ["marc21", "unimarc"] {
            let records = Self.files.appending(path: "\(database).xml").path
            let indexer = Process()
            try start(indexer, "zebraidx", ["-c", "zebra.cfg", "-d", database, "update", records])
            indexer.waitUntilExit()
            guard indexer.terminationStatus == 0 else {
                throw ServerFailure(message: "zebraidx ended with \(indexer.terminationStatus)")
            }
        }
        try start(server, "zebrasrv", ["-f", "server.xml"])
        while !port.isListening {
            guard server.isRunning else { throw ServerFailure(message: "zebrasrv ended early") }
            usleep(10_000)
        }
    }

    deinit { server.killIfRunning() }

    private static let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Zebra")

    private func start(_ process: Process, _ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    private var settings: String {
        let libraries = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        let modules = libraries.map { "/usr/lib/\($0)/idzebra-2.0/modules" }
            .first { FileManager.default.fileExists(atPath: $0) }
        return """
            profilePath: \(Self.files.path):/usr/share/idzebra-2.0/tab
            modulePath: \(modules ?? "/usr/lib/idzebra-2.0/modules")
            attset: bib1.att
            recordType: dom.\(Self.files.path)/dom.xml
            index: default.idx
            register: \(folder.path):2G
            lockDir: \(folder.path)
            setTmpDir: \(folder.path)
            encoding: utf-8
            """
    }

    private var frontend: String {
        let schemas = ["marcxml", "MARC21-xml", "unimarcxchange"]
        return """
            <yazgfs>
              <listen id="loopback">tcp:127.0.0.1:\(port.number)</listen>
              <server id="main" listenref="loopback">
                <config>\(folder.path)/zebra.cfg</config>
                <cql2rpn>\(Self.files.path)/cql.properties</cql2rpn>
                <retrievalinfo>
                  \(schemas.map(retrieval).joined(separator: "\n      "))
                </retrievalinfo>
              </server>
            </yazgfs>
            """
    }

    private func retrieval(_ schema: String) -> String {
        """
        <retrieval syntax="xml" name="\(schema)" identifier="urn:\(schema)"><backend syntax="xml" name="marc"/>\
        </retrieval>
        """
    }
}

/// Whether all these programs are installed.
public func areInstalled(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
