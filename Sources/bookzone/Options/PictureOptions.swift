// Options of `scan` for pictures and reports.
import ArgumentParser
import Sandbox

struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write a report into this folder: index.html, which opens in a browser, and its pictures.",
            valueName: "dir"),
        completion: .directory)
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Also write a copy of each photo into this folder, at most 1600 pixels, with a box around the ISBN and, with --lookup, "
                + "the title and the cover. Copies contain no place, time or camera. No file there is overwritten.",
            valueName: "dir"),
        completion: .directory)
    var annotate: String?

    func validate() throws {
        try ResultFile.checkFolder(report, "--report")
        try ResultFile.checkFolder(annotate, "--annotate")
    }

    func check(_ scan: Scan) throws {
        // A run that only reads what an earlier one did not does not have all photos for a report.
        let isPartial = scan.resuming.resume || !scan.resuming.retried.isEmpty
        let moves = scan.watching.watch || scan.watching.moveTo != nil
        guard report != nil || annotate != nil, isPartial || moves else { return }
        throw ValidationError(
            "\(report == nil ? "--annotate" : "--report") can't be combined with --resume, --watch or --move-to; after the run, "
                + "`bookzone report RESULTS` makes the report, and `bookzone scan RESULTS --annotate DIR` the copies"
        )
    }

    /// `nil` if nothing was requested.
    func opened(_ workers: ForkServer, jobs: Int) throws -> RunPictures? {
        if report == nil, annotate == nil { return nil }
        return try RunPictures(self, workers: workers, jobs: jobs)
    }
}
