// Options for printing photos' paths instead of results.
import ArgumentParser
import Books
import Formatting

struct PathOptions: ParsableArguments {
    @Option(
        name: .customLong("paths"),
        help: ArgumentHelp(
            "Print the paths of photos with these outcomes instead of ISBNs: found, uncertain, none, failed.",
            valueName: "list"))
    private var wanted: StatusList?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "End each path with NUL, for `xargs -0`.")
    private var endsWithNUL = false

    func check(_ scan: Scan) throws {
        guard wanted != nil else {
            if endsWithNUL { throw ValidationError("--null requires --paths") }
            return
        }
        if scan.output.format != nil || scan.givesAllISBNs {
            throw ValidationError("--paths prints paths only; leave out --format and --all-isbns")
        }
        if scan.input.holdsStreamedPhotos {
            throw ValidationError("--paths: photos on standard input have no paths")
        }
    }

    /// `nil` if results are printed.
    var printing: PathPrinting? { wanted.map { PathPrinting(wanted: $0.statuses, endsWithNUL: endsWithNUL) } }
}

/// Prints paths of photos as bytes, exactly as the system has them.
struct PathPrinting {
    let wanted: Set<ScanStatus>
    let endsWithNUL: Bool

    func line(_ photo: String) -> [UInt8] { photo.pathLine(end: endsWithNUL ? 0 : UInt8(ascii: "\n")) }
}

extension String {
    /// A path in output that programs read: exactly the system's bytes.
    func pathLine(end: UInt8 = UInt8(ascii: "\n")) -> [UInt8] { pathBytes + [end] }
}
