// Options of every command that reads photos: how.
import ArgumentParser
import Books
import Foundation
import Scanning

struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only this part: left, top, width and height in pixels of the upright photo, or each with % of its "
                + "sides.",
            valueName: "x,y,w,h"))
    var crop: CropRegion?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turn the photo clockwise first, beyond what its EXIF says.", valueName: "degrees")
    )
    var rotate = 0

    @Option(help: ArgumentHelp("Who may read: ocr, barcode, or both.", valueName: "list"))
    var readers = ReaderList(readers: Set(WitnessReader.allCases))

    @Option(help: ArgumentHelp("Take OCR models from this folder.", valueName: "dir"))
    var tessdata: String?

    @Option(help: ArgumentHelp("Write a picture of each step into this folder.", valueName: "dir"))
    var debugImages: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Read so many photos at a time; else one a core.", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1024, not \(jobs)") }
        if let tessdata {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: tessdata, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw ValidationError("--tessdata \(tessdata): no such folder")
            }
        }
        if let debugImages {
            do {
                try FileManager.default.createDirectory(
                    atPath: debugImages, withIntermediateDirectories: true)
            } catch {
                throw ValidationError("--debug-images \(debugImages): can't be made a folder")
            }
        }
    }

    var scanOptions: ScanOptions {
        ScanOptions(
            readers: readers.readers, crop: crop, rotation: rotate, tessdata: tessdata,
            debugImages: debugImages)
    }
}

/// `ocr`, `barcode` or `ocr,barcode`.
struct ReaderList: ExpressibleByArgument, CustomStringConvertible {
    var readers: Set<WitnessReader>

    init(readers: Set<WitnessReader>) {
        self.readers = readers
    }

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let readers = words.compactMap { WitnessReader(rawValue: String($0)) }
        guard readers.count == words.count else { return nil }
        self.readers = Set(readers)
    }

    var description: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: ",")
    }
}

extension CropRegion: ExpressibleByArgument {
    /// `100,200,640,480` or `10%,20%,50%,30%`.
    public init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let percents = parts.count { $0.hasSuffix("%") }
        let numbers = parts.compactMap { Double($0.hasSuffix("%") ? $0.dropLast() : $0) }
        guard parts.count == 4, numbers.count == 4, percents == 0 || percents == 4,
            numbers.allSatisfy({ (0...1_000_000).contains($0) }), numbers[2] > 0, numbers[3] > 0
        else { return nil }
        if percents == 4, numbers[0] >= 100 || numbers[1] >= 100 { return nil }
        self.init(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3],
            unit: percents == 4 ? .percent : .pixels)
    }
}
