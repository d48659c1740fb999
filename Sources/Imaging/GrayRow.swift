// One row of a grey picture: the only place that knows in which order Leptonica keeps pixels.

/// Pixels of one row, by column. Valid as long as its picture.
package struct GrayRow {
    /// The row as it lies in memory, padded to whole words.
    let memory: UnsafeMutablePointer<UInt8>

    /// Where a column's byte lies. Leptonica packs bytes from the high end of each 32-bit word, which on little-endian
    /// machines turns every four of them round.
    @inline(__always)
    static func place(of column: Int) -> Int { column ^ 3 }

    @inline(__always)
    package subscript(column: Int) -> UInt8 {
        get { memory[GrayRow.place(of: column)] }
        nonmutating set { memory[GrayRow.place(of: column)] = newValue }
    }

    /// Writes the pixels one behind the other, up to a multiple of four.
    @inline(__always)
    func copy(_ width: Int, to pixels: UnsafeMutablePointer<UInt8>) {
        let (from, to) = (UnsafeRawPointer(memory), UnsafeMutableRawPointer(pixels))
        for place in Swift.stride(from: 0, to: width, by: 4) {
            let four = UInt32(bigEndian: from.load(fromByteOffset: place, as: UInt32.self))
            to.storeBytes(of: four, toByteOffset: place, as: UInt32.self)
        }
    }
}
