// Changes to a site that could not be sent. They are sent before the next request to the site, each with its original
// idempotency key, so that it takes effect once.
import Catalogue
import Formatting
import Foundation

/// `outbox.jsonl` in `$XDG_DATA_HOME/bookzone`, one change per line, the earliest first; mode 0600.
package struct Outbox: Sendable {
    package struct Change: Codable, Sendable {
        package var address: String
        /// The name of the account that makes the change.
        package var person: String
        /// Identifies that account; `nil` in changes that an earlier version saved.
        package var account: String?
        package var method: String
        package var path: String
        /// JSON.
        package var body: String
        package var key: String
        /// The same for all changes of one command; `nil` for one alone.
        package var batch: String?
        /// When the user made it; `nil` in changes that an earlier version saved.
        package var made: Date?

        /// With a new idempotency key.
        package init(
            address: String, by person: SiteAccount, method: String, path: String, body: String,
            batch: String? = nil
        ) {
            self.address = address
            (self.person, account) = (person.name, person.mark)
            (self.method, self.path, self.body) = (method, path, body)
            key = UUID().uuidString
            self.batch = batch
            made = .now
        }

        /// Seconds since then, whatever the site's clock says; `nil` for none.
        var age: Int? {
            guard let made, case let age = Int(Date.now.timeIntervalSince(made)), age > 0 else { return nil }
            return age
        }

        func isOf(_ other: SiteAccount, at site: String) -> Bool {
            address == site && SiteAccount(name: person, mark: account).isSame(as: other)
        }
    }

    private let path: String

    package init() {
        let folder = URL(filePath: StoreLocation.usual).deletingLastPathComponent().path
        path = folder + "/outbox.jsonl"
    }

    package init(path: String) { self.path = path }

    /// - Throws: errors of writing; nothing is saved then.
    package func add(_ new: some Sequence<Change>) throws(CatalogueError) {
        try locked { changes throws(CatalogueError) in changes += new }
    }

    /// Sends a user's pending changes to a site, in order. Other programs may meanwhile add changes, or send the same
    /// ones: each takes effect once.
    ///
    /// - Parameters:
    ///   - new: the change to stop before; `nil` for all.
    ///   - send: returns `nil` if the change was made, or why it was rejected. If it throws, this change and all later
    ///     ones stay in the outbox.
    ///   - refused: called for each rejected change, which is removed.
    package func send(
        to address: String, of person: SiteAccount, before new: Change? = nil,
        _ send: (Change) throws(CatalogueError) -> String?,
        refused: (Change, String) -> Void
    ) throws(CatalogueError) {
        while let change = try read().first(where: { $0.isOf(person, at: address) }),
            change.key != new?.key
        {
            let words = try send(change)
            if try remove(change), let words { refused(change, words) }
        }
    }

    /// Removes a change that was sent or rejected.
    ///
    /// - Returns: `false` if another program has removed it.
    @discardableResult
    package func remove(_ change: Change) throws(CatalogueError) -> Bool {
        var isThere = false
        try locked { changes throws(CatalogueError) in
            guard let place = changes.firstIndex(where: { $0.key == change.key }) else { return }
            changes.remove(at: place)
            isThere = true
        }
        return isThere
    }

    /// How many changes of an account are pending.
    package func count(of person: SiteAccount, waitingFor address: String) throws(CatalogueError) -> Int {
        try read().count { $0.isOf(person, at: address) }
    }

    /// The names of other accounts with pending changes for a site.
    package func others(
        than person: SiteAccount, waitingFor address: String
    ) throws(CatalogueError) -> Set<String> {
        Set(try read().filter { $0.address == address && !$0.isOf(person, at: address) }.map(\.person))
    }

    /// Locks the file while it is changed. The file is replaced atomically, even if `body` throws.
    private func locked(
        _ body: (inout [Change]) throws(CatalogueError) -> Void
    ) throws(CatalogueError) {
        do throws(CatalogueError) { try Store.makeFolder(for: path) } catch {
            guard case .cannotOpen(_, .system(let code)) = error else { throw error }
            throw .writing(path, code)
        }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .writing(path, errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .writing(path, errno) }
        }
        var changes = try read()
        let former = changes.count
        let ended: CatalogueError?
        do throws(CatalogueError) {
            try body(&changes)
            ended = nil
        } catch {
            ended = error
        }
        if changes.count != former { try write(changes) }
        if let ended { throw ended }
    }

    private func read() throws(CatalogueError) -> [Change] {
        guard access(path, F_OK) == 0 else { return [] }
        do {
            let lines = try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n"))
            return try lines.map { try JSONDecoder().decode(Change.self, from: $0) }
        } catch {
            throw .refused(address: path, words: "can't be read; it contains changes not yet sent")
        }
    }

    private func write(_ changes: [Change]) throws(CatalogueError) {
        do {
            let lines = try changes.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
            try PrivateFile.write(Data(lines.joined()), to: path)
        } catch {
            throw .full(path: path, .system(errno: (error as? POSIXError)?.code.rawValue ?? EIO))
        }
    }
}

/// Files that only their owner can read.
enum PrivateFile {
    /// Writes a file atomically. At no time can others read it.
    static func write(_ bytes: Data, to path: String) throws {
        let part = "\(path).\(getpid())"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: bytes)
            try file.synchronize()
            guard rename(part, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        } catch {
            unlink(part)
            throw error
        }
    }
}
