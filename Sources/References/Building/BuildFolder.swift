// The folder in which a reference is built, locked by one process, and the state of an interrupted build.
import Books
import Foundation

/// The progress of building a reference.
struct BuildState: Codable, Sendable {
    enum Stage: String, Codable, Sendable {
        /// Reading rows.
        case reading
        /// All rows have been read into runs.
        case sorted
        /// The reference is complete and has to be moved into place.
        case written
    }

    var inputs: [InputIdentity]
    var filter: ReferenceFilter
    var stage = Stage.reading
    /// How many runs have been written.
    var runs = 0
    /// Which of the inputs is being read, and from which offset on, in unpacked bytes.
    var input = 0
    var place: UInt64 = 0
    /// How many rows of that input have been read.
    var rowsOfInput = 0
    var counts = RowCounts()
    /// The first of the broken rows.
    var broken: [BrokenRow] = []
    var torn: [String] = []
    var forms: [InputFormat] = []
}

/// `NAME.partial`, locked until this object is released.
final class BuildFolder {
    private let folder: LockedFolder

    var path: String { folder.path }

    /// Creates the folder if there is none.
    ///
    /// - Throws: `busy` if another process has locked it.
    init(_ path: String, name: String) throws(ReferenceError) {
        do throws(LockedFolder.Failure) {
            folder = try LockedFolder(path, mode: 0o755)
        } catch {
            switch error {
            case .busy: throw .busy(name: name)
            case .system(let code): throw .writing(path, code)
            }
        }
    }

    func run(_ number: Int) -> String { "\(path)/run-\(number)" }

    var database: String { "\(path)/reference.sqlite" }

    private var stateFile: String { "\(path)/state.json" }

    /// `nil` if nothing was started, or by another version of the program.
    func state() -> BuildState? {
        guard let json = FileManager.default.contents(atPath: stateFile) else { return nil }
        return try? JSONDecoder().decode(BuildState.self, from: json)
    }

    /// Replaces the file atomically.
    func save(_ state: BuildState) throws(ReferenceError) {
        guard let json = try? JSONEncoder().encode(state) else {
            throw .cannotWrite(path: stateFile, errno: EINVAL)
        }
        let new = stateFile + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .writing(new, errno) }
        defer { close(descriptor) }
        let written = json.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == json.count else { throw .writing(new, written < 0 ? errno : ENOSPC) }
        guard fsync(descriptor) == 0, rename(new, stateFile) == 0 else { throw .writing(stateFile, errno) }
    }

    /// Deletes its contents, except the runs of a state.
    func clear(except state: BuildState? = nil) throws(ReferenceError) {
        var kept: Set<String> = []
        if let state {
            kept = Set((0..<state.runs).map { URL(filePath: run($0)).lastPathComponent } + ["state.json"])
            if state.stage == .written { kept.insert("reference.sqlite") }
        }
        for file in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where !kept.contains(file) {
            guard unlink("\(path)/\(file)") == 0 || errno == ENOENT else {
                throw .cannotWrite(path: "\(path)/\(file)", errno: errno)
            }
        }
    }

    func remove() throws(ReferenceError) {
        try clear()
        guard rmdir(path) == 0 || errno == ENOENT else { throw .cannotWrite(path: path, errno: errno) }
    }
}
