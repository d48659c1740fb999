// Messages for references that can't be built or used.
import Formatting
import Foundation
import References

extension ReferenceError {
    var message: String {
        switch self {
        case .unreadable(let path, let errno):
            "\(Self.input(path)): can't be read: \(String(cString: strerror(errno)))"
        case .empty(let path): "\(Self.input(path)): is empty"
        case .packed(let path, let packing):
            "\(Self.input(path)): is compressed with \(packing.rawValue), which is not supported; decompress it first: "
                + "`\(packing.command) | bookzone reference add - --name NAME`"
        case .encoding(let path, let name):
            "\(Self.input(path)): is in \(name), which is not supported; save it as UTF-8"
        case .unknownForm(let path):
            "\(Self.input(path)): is not an Open Library dump, MARC (ISO 2709) or MARCXML"
        case .damaged(let path, let bytes, let words):
            "\(Self.input(path)): can't be decompressed after \(Int(clamping: bytes).size) (\(words)); download the file again"
        case .changed(let path):
            "\(Self.input(path)): is shorter than when an earlier run was interrupted; "
                + "`bookzone reference remove` discards that run"
        case .nothingKept(let info):
            "no book with an ISBN and a title among \(info.counts.rows.grouped) rows"
                + (info.counts.broken > 0 ? ", \(info.counts.broken.grouped) of which are broken" : "")
                + ", or none that matches the filter; no reference was made"
        case .name(let name):
            "“\(name)”: a reference's name must begin with a letter or digit and may contain letters, digits, spaces and . _ -"
        case .exists(let name):
            "\(name): a reference of that name exists; add --force to replace it, or choose another --name"
        case .busy(let name): "\(name): another process is building it; wait until it ends"
        case .unknown(let name): "\(name): no such reference; `bookzone reference list` shows all"
        case .stopped(let rows):
            "interrupted: \(rows.grouped) rows are read and saved; the same command continues"
        case .full(let path):
            "\(path.shownPath): no space left; free some space, then run the same command to continue"
        case .cannotWrite(let path, let errno):
            "\(path.shownPath): can't be written: \(String(cString: strerror(errno)))"
        case .notAReference(let path):
            "\(path.shownPath): not a reference; `bookzone reference remove` removes it"
        case .newer(let path, let version):
            "\(path.shownPath): written by another BookZone (reference version \(version)); build it again with `reference add`"
        case .unsearchable(let path):
            "\(path.shownPath): made before references could be searched by title; build it again with `reference add --force`"
        case .unsound(let path):
            "\(path.shownPath): is damaged; build it again with `bookzone reference add --force`, or remove it with `bookzone reference remove`"
        case .failed(let path, _, let words):
            "\(path.shownPath): can't be used: \(words); `bookzone reference remove` removes it"
        }
    }

    private static func input(_ path: String) -> String { path == "-" ? "standard input" : path.shownPath }

    var end: Exit {
        switch self {
        case .nothingKept(let info): info.isWhole ? .incomplete : .badInput
        case .unknown: .incomplete
        case .unreadable, .empty, .packed, .encoding, .unknownForm, .damaged, .changed, .name, .exists:
            .badInput
        case .busy, .full: .tryAgain
        case .cannotWrite: .outputFailed
        case .stopped: .interrupted
        case .notAReference, .newer, .unsearchable, .unsound, .failed: .internalError
        }
    }
}

extension ReferenceError.Packing {
    /// The command that writes the unpacked file to standard output.
    fileprivate var command: String {
        switch self {
        case .bzip2: "bzcat FILE"
        case .xz: "xzcat FILE"
        case .zstd: "zstdcat FILE"
        case .zip: "unzip -p FILE"
        }
    }
}

extension Console {
    /// Names a reference that can't be used, for commands that go on without it.
    static func note(reference name: String, _ error: ReferenceError) {
        note("reference \(name): \(error.message)".printable)
    }
}
