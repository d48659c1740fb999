// What `scan --resume` continues is not overwritten, by any command.
import Batch
import Books
import Foundation
import Output
import Reading

extension ResultFile {
    /// Refuses the results of a run that can be resumed, and the files that it is resumed from.
    ///
    /// - Parameter advice: what to do to keep the run.
    /// - Throws: also `OutputError.busy` if the records of the file are being changed.
    static func checkRun(_ file: String, advice: String = "choose another file") throws {
        let target = OutputFile.destination(file)
        let (journal, run) = (RecordJournal.journal(of: target), RecordJournal.run(of: target))
        if let result = RecordJournal.result(of: target), PhotoPath(RecordJournal.run(of: result)).exists,
            PhotoPath(target).exists
        {
            throw Refusal(
                "\(file.shownPath): belongs to the run that writes \(result.shownPath); choose another file",
                .usage)
        }
        let kept: [(path: String, words: String)] = [
            (journal, "records of an interrupted run"), (target, "results of a run"),
        ]
        let status = PhotoPath(journal).status
        let hasRecords = status?.isFile == true && status?.st_size != 0
        guard PhotoPath(run).exists || hasRecords,
            let (path, words) = kept.first(where: { PhotoPath($0.path).exists })
        else {
            if FileLock.isHeld(journal) { throw OutputError.busy(file) }
            return
        }
        let files = [run, journal].filter { PhotoPath($0).exists }.map(\.shownPath)
        throw Refusal(
            "\(path.shownPath): contains the \(words); \(advice), or remove \(files.joined(separator: " and ")) to begin anew",
            .usage)
    }
}
