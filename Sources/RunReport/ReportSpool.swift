// Where a report's records wait until its page can be written: what the page says first is known last.
import Books
import Foundation
import Output

/// The page's record blocks, in a file without a name, so that a run of any length needs little memory.
struct ReportSpool: ~Copyable {
    /// Records a block: each is taken in by the page at one go, which must stay short.
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

    /// Puts all of it into a page.
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
