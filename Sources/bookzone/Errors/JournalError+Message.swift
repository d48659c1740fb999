// Messages for runs that can't be resumed.
import Batch
import Formatting

extension JournalError {
    var message: String {
        switch self {
        case .otherSettings(let name, let known, let asked):
            "\(name): was read \(known.words(unlike: asked)); records of different runs are not mixed; use the same options, "
                + "or choose another file"
        case .unlikeRecords(let name, let shown, let asked):
            "\(name): \(name).run is missing, and its records were read \(shown.words(beside: asked)); "
                + "use the same options, choose another file, or add --accept-options to mix them"
        case .noRecord(let name, let line):
            "\(name):\(line): not a record of a photo; nothing was changed; correct or remove the line"
        case .holdsBooks(let name):
            "\(name): contains books with several photos; add the same --group as before, or choose another file"
        case .notARun(let name):
            "\(name): not written by a run; nothing was changed; choose another file for the results"
        case .unfinishedRun(let name):
            "\(name): contains the records of an interrupted run; continue it with `bookzone scan --resume`, or remove the file"
        case .unfinishedRenaming(let name):
            "\(name): an interrupted run of `bookzone files rename` is not complete; run it again first"
        case .folderAway(let folder):
            "\(folder): not found, and the renaming of its photos is unfinished; make it available, then run the same command again"
        }
    }

    var end: Exit {
        switch self {
        case .otherSettings, .unlikeRecords, .holdsBooks, .notARun: .usage
        case .noRecord: .badInput
        case .unfinishedRun, .unfinishedRenaming: .usage
        case .folderAway: .tryAgain
        }
    }
}

extension InferredSettings {
    /// The differences from the settings asked for: `of photos read with another text model`.
    fileprivate func words(beside asked: RunSettings) -> String {
        var words: [String] = []
        if !settings.isSubset(of: [asked.fingerprint]) {
            words.append(
                readers.isSubset(of: asked.options.readers)
                    ? "with other options, another text model or another version"
                    : "with --readers \(readers.sorted().joined(separator: ",")), not \(asked.options.readers.joined(separator: ","))"
            )
        }
        if let lookup, lookup != asked.options.lookup {
            words.append(lookup ? "with --lookup" : "without --lookup")
        }
        return words.joined(separator: ", ")
    }
}

extension RunSettings {
    /// The differences from the settings asked for: `with --strict, and by version 0.9`.
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
