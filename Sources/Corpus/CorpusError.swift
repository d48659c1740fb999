// What can be wrong with a corpus or with another program's answers.

public enum CorpusError: Error, Hashable, Sendable {
    case noTruth(folder: String)
    case unreadable(path: String)
    case column(String, missingIn: String)
    /// `problem` in words; `line` counts from 1.
    case line(Int, of: String, problem: String)
    case sidecar(path: String, problem: String)

    /// What happened and what to do, for a person.
    public var message: String {
        switch self {
        case .noTruth(let folder):
            "\(folder): neither manifest.tsv nor NAME.json beside photos; give a folder of photos with their truth"
        case .unreadable(let path): "\(path): can't be read as UTF-8 text; check the file and its permissions"
        case .column(let name, let path): "\(path): has no column \(name); its first line names the columns"
        case .line(let line, let path, let problem): "\(path):\(line): \(problem)"
        case .sidecar(let path, let problem): "\(path): \(problem)"
        }
    }
}
