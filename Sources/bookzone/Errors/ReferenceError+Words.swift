// What a person reads when a reference can't be made or used, with what to do, and how the program ends.
import Foundation
import References
import Reporting

extension ReferenceError {
    /// What happened and what to do, in one line.
    var message: String {
        switch self {
        case .unreadable(let path, let errno):
            "\(Self.input(path)): can't be read: \(String(cString: strerror(errno)))"
        case .empty(let path): "\(Self.input(path)): is empty"
        case .packed(let path, let packing):
            "\(Self.input(path)): is packed with \(packing.rawValue), which is not read; unpack it first: "
                + "`\(packing.command) | bookzone reference add - --name NAME`"
        case .encoding(let path, let name):
            "\(Self.input(path)): is in \(name), which is not read; save it as UTF-8"
        case .unknownForm(let path):
            "\(Self.input(path)): is neither an Open Library dump, nor MARC (ISO 2709), nor MARCXML"
        case .damaged(let path, let bytes, let words):
            "\(Self.input(path)): does not unpack after \(Int(clamping: bytes).size) (\(words)); get the file anew"
        case .changed(let path):
            "\(Self.input(path)): ends before the place where an interrupted run was; "
                + "`bookzone reference remove` forgets that run"
        case .nothingKept(let rows):
            "no book with an ISBN and a title among \(rows.grouped) rows, or none that the filter lets pass; "
                + "no reference was made"
        case .name(let name):
            "“\(name)”: a reference's name begins with a letter or digit and has letters, digits, spaces, and . _ -"
        case .exists(let name):
            "\(name): there is a reference of that name; give --force to replace it, or another --name"
        case .busy(let name): "\(name): another process is making it; wait for its end"
        case .unknown(let name): "\(name): no such reference; `bookzone reference list` names them all"
        case .stopped(let rows):
            "interrupted: \(rows.grouped) rows are read and kept; the same command goes on there"
        case .full(let path):
            "\(path): no room to write; free some space, and the same command goes on where it was"
        case .cannotWrite(let path, let errno):
            "\(path): can't be written: \(String(cString: strerror(errno)))"
        case .notAReference(let path):
            "\(path): is no reference; `bookzone reference remove` takes it away"
        case .newer(let path, let version):
            "\(path): written by another BookZone (reference version \(version)); make it anew with `reference add`"
        case .unsearchable(let path):
            "\(path): made before references could be searched by title; make it anew with `reference add --force`"
        case .failed(let path, _, let words):
            "\(path): can't be used: \(words); `bookzone reference remove` takes it away"
        }
    }

    private static func input(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// How the program ends then.
    var end: Exit {
        switch self {
        case .nothingKept, .unknown: .incomplete
        case .unreadable, .empty, .packed, .encoding, .unknownForm, .damaged, .changed, .name, .exists:
            .badInput
        case .busy, .full, .cannotWrite: .outputFailed
        case .stopped: .interrupted
        case .notAReference, .newer, .unsearchable, .failed: .internalError
        }
    }
}

extension ReferenceError.Packing {
    /// What writes the unpacked file to standard output.
    fileprivate var command: String {
        switch self {
        case .bzip2: "bzcat FILE"
        case .xz: "xzcat FILE"
        case .zstd: "zstdcat FILE"
        case .zip: "unzip -p FILE"
        }
    }
}
