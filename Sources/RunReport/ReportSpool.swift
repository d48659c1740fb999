// Holds a report's records until its page can be written: the start of the page needs the totals.
import Books
import Foundation
import Output

/// The record blocks of the page, in an unnamed file, so that a run of any length needs little memory.
struct ReportSpool: ~Copyable {
    /// Records per block. The page parses each block at once, which must not take long.
    private static let recordsPerBlock = 50
    private static let chunk = 1 << 18

    private let name: String
    private let file: UnnamedFile
    private var records = 0
    private var buffer = Data()

    init(in folder: PictureFolder) throws(OutputError) {
        name = folder.path
        file = try UnnamedFile(in: name, for: name)
    }

    mutating func append(_ line: String) throws(OutputError) {
        let isFirst = records.isMultiple(of: Self.recordsPerBlock)
        if isFirst {
            let end = records == 0 ? "" : "]</script>\n"
            buffer.append(contentsOf: (end + #"<script type="application/json" class="records">["#).utf8)
        }
        buffer.append(contentsOf: ((isFirst ? "" : ",") + "\n" + line).utf8)
        records += 1
        if buffer.count > Self.chunk { try flush() }
    }

    private mutating func flush() throws(OutputError) {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Copies everything into a page.
    mutating func copy(to page: borrowing OutputFile) throws(OutputError) {
        if records > 0 { buffer.append(contentsOf: "]</script>\n".utf8) }
        try flush()
        lseek(file.descriptor, 0, SEEK_SET)
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
                repeat {
                    count = read(file.descriptor, buffer.baseAddress, Self.chunk)
                } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            guard count >= 0 else { throw .failed(name, code: errno) }
            if count == 0 { return }
            try page.write(bytes: bytes)
        }
    }
}
