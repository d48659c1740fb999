// What a person reads when results can't be written.
import Foundation
import Reporting

extension OutputError {
    /// What happened and what to do, in one line.
    var message: String {
        switch self {
        case .closed: "nobody reads the output"
        case .busy(let name): "\(name): another run is writing it; wait for its end or choose another file"
        case .changed(let name):
            "\(name): has changed since it was opened; nothing was written into it; start again"
        case .occupied(let name):
            "\(name): holds other files; choose a folder that is new, empty or was made so before"
        case .otherSettings(let name, let known, let asked):
            "\(name): was read \(known.words(unlike: asked)); its records are not mixed with others: give the same options, "
                + "or choose another file"
        case .unlikeRecords(let name, let shown, let asked):
            "\(name): nothing says with which options it was read, and its records look otherwise "
                + "(\(shown.words(beside: asked))); give those options, or --accept-options to mix them"
        case .noRecord(let name, let line):
            "\(name):\(line): no record of a photo; nothing was changed; mend or remove that line"
        case .holdsBooks(let name):
            "\(name): holds books of several photos; add the --group they were read with, or choose another file"
        case .notARun(let name):
            "\(name): is not what a run wrote there; nothing was changed; choose another file for the results"
        case .failed(let name, ENOSPC): "\(name): no space left; free some or choose another place"
        case .failed(let name, EDQUOT):
            "\(name): your disk quota is used up; free some or choose another place"
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
    fileprivate func words(beside asked: RunSettings.Options) -> String {
        var words: [String] = []
        if !readers.isEmpty, readers != Set(asked.readers) {
            words.append(
                "read by \(readers.sorted().joined(separator: ",")), not \(asked.readers.joined(separator: ","))"
            )
        }
        if let lookup, lookup != asked.lookup {
            words.append(lookup ? "with look-ups" : "without look-ups")
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
