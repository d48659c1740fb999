// Options of all commands that read photos: how photos are grouped by book.
import ArgumentParser
import Batch

struct GroupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Answer once a book: of photos in one folder (folder), of photos whose names differ in their ending, as \
            IMG_12a.jpg and IMG_12b.jpg (name), of photos taken with at most \(Int(PhotoGrouping.usualGap)) s between \
            one and the next (time, or time:30), of frames of a video until another ISBN appears (frames), or of photos \
            in whose paths the first group of this regular expression finds the same.
            """, valueName: "folder|name|time|frames|pattern"),
        transform: GroupOptions.grouping)
    var group: PhotoGrouping?

    func check(_ input: InputOptions) throws {
        guard let group else { return }
        if group.needsNames, input.paths.contains("-") {
            throw ValidationError(
                "photos on standard input have no names to group by; use --group time or frames")
        }
        if input.inputs.isRecordsOnly {
            throw ValidationError(
                "results don't contain all the evidence from their photos; group the photos themselves"
            )
        }
    }

    func check(isWatching: Bool) throws {
        guard group != nil, isWatching else { return }
        throw ValidationError(
            "--group needs all photos of a book, and --watch can't know when they are complete; leave out one of them"
        )
    }

    func check(_ scan: Scan) throws {
        guard let group else { return }
        try check(isWatching: scan.watching.watch)
        if scan.resuming.resume, !group.needsNames {
            throw ValidationError(
                "--resume identifies books by their photos' names; use --group folder, name or a pattern")
        }
        if scan.resuming.resume, scan.watching.moveTo != nil {
            throw ValidationError(
                "--resume identifies books by their photos' paths; leave out --move-to or --group")
        }
        if scan.sharing.shard != nil, !group.needsNames {
            throw ValidationError(
                "--shard keeps the photos of a book together by their names; use --group folder, name or a pattern"
            )
        }
        if scan.paths.printing != nil || scan.watching.moveTo != nil, group == .frames {
            throw ValidationError(
                "--group frames skips frames without a book; leave out --paths and --move-to"
            )
        }
        if scan.pictures.report != nil || scan.pictures.annotate != nil, scan.input.holdsStreamedPhotos {
            throw ValidationError(
                "photos on standard input are not kept until their book is complete; leave out --report and --annotate, or "
                    + "--group")
        }
    }

    private static func grouping(_ text: String) throws -> PhotoGrouping {
        if let grouping = PhotoGrouping(words: text) { return grouping }
        if text.hasPrefix("time:"), Double(text.dropFirst(5)) != nil {
            throw ValidationError("time: needs 0 to 86400 seconds, not \(text.dropFirst(5))")
        }
        switch PhotoGrouping.hasGroup(text) {
        case true?: return .pattern(text)
        case false?:
            throw ValidationError(
                "'\(text)' is not folder, name, time or frames, nor a regular expression with a capture group"
            )
        case nil: throw ValidationError("'\(text)' is not a valid regular expression")
        }
    }
}
