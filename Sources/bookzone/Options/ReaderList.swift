// Which readers a command line names.
import ArgumentParser
import Books

/// `ocr`, `barcode` or `ocr,barcode`.
struct ReaderList: ExpressibleByArgument, CustomStringConvertible {
    var readers: Set<WitnessReader>

    init(readers: Set<WitnessReader>) {
        self.readers = readers
    }

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let readers = words.compactMap { word in WitnessReader.ofPictures.first { $0.rawValue == word } }
        guard readers.count == words.count else { return nil }
        self.readers = Set(readers)
    }

    var description: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: ",")
    }
}
