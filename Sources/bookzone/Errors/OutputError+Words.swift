// What a person reads when results can't be written.
import Foundation
import Reporting

extension OutputError {
    /// What happened and what to do, in one line.
    var message: String {
        switch self {
        case .closed: "nobody reads the output"
        case .busy(let name):
            "\(name): another run is writing to it; wait until it ends, or choose another file"
        case .changed(let name):
            "\(name): changed since it was opened; nothing was written; start again"
        case .occupied(let name):
            "\(name): contains other files; choose a new or empty folder, or one made by an earlier run"
        case .otherSettings(let name, let known, let asked):
            "\(name): was read \(known.words(unlike: asked)); records of different runs are not mixed; use the same options, "
                + "or choose another file"
        case .unlikeRecords(let name, let shown, let asked):
            "\(name): \(name).run is lost, and its records are \(shown.words(beside: asked)); "
                + "read with the same, choose another file, or add --accept-options to mix them"
        case .noRecord(let name, let line):
            "\(name):\(line): not a record of a photo; nothing was changed; correct or remove the line"
        case .holdsBooks(let name):
            "\(name): contains books with several photos; add the same --group as before, or choose another file"
        case .notARun(let name):
            "\(name): not written by a run; nothing was changed; choose another file for the results"
        case .failed(let name, ENOSPC): "\(name): no space left; free some space, or choose another place"
        case .failed(let name, EDQUOT):
            "\(name): disk quota exceeded; free some space, or choose another place"
        case .failed(let name, let code): "\(name): can't be written: \(String(cString: strerror(code)))"
        }
    }

    /// How the program ends then.
    var end: Exit {
        switch self {
        case .busy, .failed(_, ENOSPC), .failed(_, EDQUOT), .failed(_, EIO), .failed(_, ESTALE),
            .failed(_, ETIMEDOUT), .failed(_, ENOMEM):
            .tryAgain
        case .closed, .changed, .failed: .outputFailed
        case .otherSettings, .unlikeRecords, .holdsBooks, .notARun, .occupied: .usage
        case .noRecord: .badInput
        }
    }
}

extension ShownOptions {
    /// What of it is not as asked: `of photos read with another text model`.
    fileprivate func words(beside asked: RunSettings) -> String {
        var words: [String] = []
        if isOlder { words.append("read by an older version that did not record its options") }
        if !settings.isSubset(of: [asked.fingerprint]) {
            words.append(
                readers.isSubset(of: asked.options.readers)
                    ? "read with other options, another text model or another version"
                    : "read with --readers \(readers.sorted().joined(separator: ",")), not \(asked.options.readers.joined(separator: ","))"
            )
        }
        if let lookup, lookup != asked.options.lookup {
            words.append(lookup ? "with --lookup" : "without --lookup")
        }
        return words.joined(separator: ", ")
    }
}

extension RunSettings {
    /// What of it is not as asked: `with --strict, and by version 0.9`.
    func words(unlike asked: RunSettings) -> String {
        var words: [String] = []
        func compare(_ option: String, _ known: String?, _ asked: String?) {
            if known != asked {
                words.append(
                    known.map { "with \(option)\($0)" } ?? "without \(option.split(separator: " ")[0])")
            }
        }
        compare("--crop ", options.crop, asked.options.crop)
        compare("--group ", options.group, asked.options.group)
        compare("--rotate ", "\(options.rotate)", "\(asked.options.rotate)")
        compare(
            "--readers ", options.readers.joined(separator: ","), asked.options.readers.joined(separator: ",")
        )
        compare("--strict", options.strict ? "" : nil, asked.options.strict ? "" : nil)
        compare("--lookup", options.lookup ? "" : nil, asked.options.lookup ? "" : nil)
        if version != asked.version { words.append("by version \(version)") }
        if model != asked.model, options.readers == asked.options.readers {
            words.append("with another text model")
        }
        return words.joined(separator: " and ")
    }
}
