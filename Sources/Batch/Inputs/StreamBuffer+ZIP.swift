// Where a ZIP ends in a stream: it is a sequence of records, each of which shows where the next one begins (APPNOTE, 4.3).
import Books
import Documents
import Foundation
import Reading

extension StreamBuffer {
    /// After its end record, or where the next file begins if it is cut off or damaged before.
    ///
    /// - Parameters:
    ///   - spool: gets the bytes before the end. Then the place is relative to what is left in the buffer, and negative
    ///     if bytes that were moved belong to the next file.
    ///   - timeout: milliseconds to wait for the next file's first bytes.
    mutating func zipEnd(into spool: ArchiveSpool? = nil, timeout: Int32) throws(ScanError) -> ImageEnd {
        var place = 0
        // Positions in the file: of the last member's data, and of the directory.
        var (content, directory): (Int?, Int?) = (nil, nil)
        while let record = try zipRecord(at: place) {
            // A record that is cut off reaches into the next file.
            if let start = try startOfFile(in: place + 4..<place + record.length, timeout: timeout) {
                return ImageEnd(place: start, isWhole: false)
            }
            guard try holds(place + record.length) else {
                return try end(behindCut: place, spool, timeout: timeout)
            }
            switch record.kind {
            case .member:
                // The next archive begins.
                if directory != nil { return ImageEnd(place: place, isWhole: false) }
                let member = ZIPMember(in: self, at: place)
                place += record.length
                // Deflate leaves data that can't be made smaller as it is, behind five bytes.
                let hasData = try holds(place + 1)
                let isStored = member.isDeflated && hasData && self[place] & 6 == 0
                content = place + (isStored ? 5 : 0) + (spool?.size ?? 0)
                guard try pass(member, from: &place, into: spool) else {
                    return try end(behindCut: (content ?? 0) - (spool?.size ?? 0), spool, timeout: timeout)
                }
            case .entry, .largeEnd, .locator:
                content = nil
                directory = directory ?? place + (spool?.size ?? 0)
                place += record.length
                if place > ArchiveSpool.portion { spool?.take(&place, from: &self) }
            case .end:
                let offset = littleNumber(at: place + 16, 4)
                let start = (directory ?? place + (spool?.size ?? 0)) - offset
                if offset == ZIPMember.isLarge || start == 0 {
                    return ImageEnd(place: place + record.length, isWhole: true)
                }
                // It may be the end record of the next archive.
                let next = start - (spool?.size ?? 0)
                if start > 0, try spool?.showsFile(at: next, before: self) ?? showsFile(at: next) {
                    return ImageEnd(place: next, isWhole: false)
                }
                return try end(behindCut: place, spool, timeout: timeout)
            }
        }
        if showsFile(at: place) { return ImageEnd(place: place, isWhole: false) }
        return try end(
            behindCut: content.map { $0 - (spool?.size ?? 0) } ?? place, spool, timeout: timeout)
    }

    private mutating func zipRecord(at place: Int) throws(ScanError) -> (kind: ZIPRecord, length: Int)? {
        guard try holds(place + 4), shows([0x50, 0x4B], at: place),
            let kind = ZIPRecord(rawValue: bigNumber(at: place + 2, 2)), try holds(place + kind.length)
        else { return nil }
        if kind == .largeEnd {
            let length = littleNumber(at: place + 4, 8)
            return (0..<1 << 16).contains(length) ? (kind, 12 + length) : nil
        }
        return (kind, kind.lengths.reduce(kind.length) { $0 + littleNumber(at: place + $1, 2) })
    }

    /// Moves `place` from the start of a member's data to the next record; false if there is none.
    private mutating func pass(
        _ member: ZIPMember, from place: inout Int, into spool: ArchiveSpool?
    ) throws(ScanError) -> Bool {
        if let size = member.size {
            guard try pass(size, from: &place, into: spool) else { return false }
        } else if member.isDeflated {
            let inflate = Gunzip(isRaw: true)
            guard try unpack(by: inflate, from: &place, into: spool, { _ in }) else { return false }
        } else {
            guard try passToDescriptor(from: &place, into: spool) else { return false }
        }
        guard member.hasDescriptor else { return true }
        // Sizes of four or eight bytes, with or without a mark before them.
        for length in [16, 24, 12, 20, 0] where try zipRecord(at: place + length) != nil {
            place += length
            return true
        }
        return false
    }

    /// A descriptor states the size of the data before it.
    private mutating func passToDescriptor(
        from place: inout Int, into spool: ArchiveSpool?
    ) throws(ScanError) -> Bool {
        let start = place + (spool?.size ?? 0)
        while let found = try index(of: 0x50, from: place), try holds(found + 16) {
            place = found
            let size = place + (spool?.size ?? 0) - start
            if shows([0x50, 0x4B, 7, 8], at: place), littleNumber(at: place + 8, 4) == size { return true }
            place += 1
            if place > ArchiveSpool.portion { spool?.take(&place, from: &self) }
        }
        return false
    }
}

/// By the mark after `PK`.
private enum ZIPRecord: Int {
    case member = 0x0304
    case entry = 0x0102
    case largeEnd = 0x0606
    case locator = 0x0607
    case end = 0x0506

    /// In bytes, without the parts of variable length.
    var length: Int {
        switch self {
        case .member: 30
        case .entry: 46
        case .largeEnd: 12
        case .locator: 20
        case .end: 22
        }
    }

    /// Where the lengths of the other parts are: name, extra fields, comment.
    var lengths: [Int] {
        switch self {
        case .member: [26, 28]
        case .entry: [28, 30, 32]
        case .largeEnd, .locator: []
        case .end: [20]
        }
    }
}

/// What the record before a member's data says of it.
private struct ZIPMember {
    /// The value of a number that stands elsewhere, in eight bytes.
    static let isLarge = 0xFFFF_FFFF

    /// Of the packed data in bytes; `nil` if it follows the data.
    private(set) var size: Int?
    let hasDescriptor: Bool
    let isDeflated: Bool

    init(in buffer: borrowing StreamBuffer, at place: Int) {
        let flags = buffer.littleNumber(at: place + 6, 2)
        hasDescriptor = flags & 8 != 0
        isDeflated = flags & 1 == 0 && buffer.littleNumber(at: place + 8, 2) == 8
        let size = buffer.littleNumber(at: place + 18, 4)
        self.size = size == 0 && hasDescriptor ? nil : size
        guard size == Self.isLarge else { return }
        var field = place + 30 + buffer.littleNumber(at: place + 26, 2)
        let end = field + buffer.littleNumber(at: place + 28, 2)
        while field + 4 <= end {
            let length = buffer.littleNumber(at: field + 2, 2)
            if buffer.littleNumber(at: field, 2) == 1, length >= 16, field + 20 <= end {
                let large = buffer.littleNumber(at: field + 12, 8)
                self.size = large == 0 && hasDescriptor ? nil : max(0, large)
                return
            }
            field += 4 + length
        }
        if hasDescriptor { self.size = nil }
    }
}
