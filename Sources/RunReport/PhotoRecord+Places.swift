// Where something was read, for arithmetic: a worker that a photo has taken over, and a file of results, may say anything.
import Books

extension PhotoRecord {
    /// Pixels of the upright photo; `nil` where they are not known, or no photo's.
    var sides: (width: Int, height: Int)? {
        let limits = 1...1_000_000
        guard let width, let height, limits.contains(width), limits.contains(height) else { return nil }
        return (width, height)
    }

    /// The corners of a witness's box, none farther outside the photo than a box could be; `nil` where there is no box.
    func corners(of witness: Witness) -> [PhotoPoint]? {
        guard let sides, witness.box.count > 2 else { return nil }
        return witness.box.prefix(4).map { corner in
            PhotoPoint(
                x: min(max(corner.x, -sides.width), 2 * sides.width),
                y: min(max(corner.y, -sides.height), 2 * sides.height))
        }
    }
}
