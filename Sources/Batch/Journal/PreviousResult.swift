// The result of earlier runs, which stays until it is replaced.
import Books
import Foundation
import Output

/// `FILE`, opened; closed by the system when the program ends.
struct PreviousResult {
    /// -1 where there is none.
    let descriptor: Int32
    let mode: mode_t
    /// How many there are.
    var photos = 0
    /// Of their records.
    var tally = ScanTally()
    /// Whether its last line is none.
    var isTorn = false

    /// - Parameter name: what errors call it.
    init(_ path: String, name: String) throws(OutputError) {
        var status = stat()
        let isThere = stat(path.systemPath, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            throw .failed(name, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
        }
        descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 || errno == ENOENT else { throw .failed(name, code: errno) }
        mode = isThere ? status.st_mode & 0o777 : 0o666
    }
}
