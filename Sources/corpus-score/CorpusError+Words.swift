// What a person reads when a corpus or a table of answers can't be used.
import Corpus
import Reporting

extension CorpusError {
    /// What happened and what to do.
    var message: String {
        switch self {
        case .noTruth(let folder):
            "\(folder): neither manifest.tsv nor NAME.json beside photos; give a folder of photos with their truth"
        case .unreadable(let path): "\(path): can't be read as UTF-8 text; check the file and its permissions"
        case .column(let name, let path): "\(path): has no column \(name); its first line names the columns"
        case .line(let line, let path, let problem): "\(path):\(line): \(problem.words)"
        case .sidecar(let path, let problem): "\(path): \(problem.words)"
        }
    }
}

extension CorpusError.LineProblem {
    fileprivate var words: String {
        switch self {
        case .columns(let count, let expected): "has \(count) columns, not \(expected)"
        case .isbn(let text, let error): "‘\(text)’ is no ISBN: \(error.words)"
        case .milliseconds(let text): "‘\(text)’ is no number of milliseconds"
        case .legibility(let text): "text_legible is ‘\(text)’, not full, partial, illegible or none"
        case .turn(let text): "rot_cw_deg is ‘\(text)’, not 0 to 359 or -"
        case .strangeOwnISBN: "own_isbn13 has an ISBN that isbn13 has not"
        case .repeated(let photo): "names \(photo) a second time"
        case .notInFolder(let photo): "names \(photo), which is not in the folder"
        case .notInCorpus(let photo, let folder): "\(photo) is not in \(folder)"
        }
    }
}

extension CorpusError.SidecarProblem {
    fileprivate var words: String {
        switch self {
        case .withoutPhoto: "belongs beside one photo of the same name"
        case .value("", let said, let error): error?.words ?? said
        case .value(let place, let said, let error): "\(place): \(error?.words ?? said)"
        }
    }
}
