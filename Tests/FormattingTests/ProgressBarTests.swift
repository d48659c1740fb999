// The progress line.
import Books
import Testing

@testable import Formatting

struct ProgressBarTests {
    private var tally: ScanTally {
        var tally = ScanTally()
        for _ in 0..<98 { tally.count(.found(9_780_439_023_481, photo: "a.jpg")) }
        for _ in 0..<22 { tally.count(PhotoRecord(photo: "a.jpg")) }
        return tally
    }

    @Test func `half way`() {
        let line = ProgressBar(total: 240).line(done: 120, tally, seconds: 15, columns: 120)
        #expect(
            line == "██████████░░░░░░░░░░  120/240  8.0/s  98 found  0 uncertain  22 none  0:15 left")
    }

    @Test func `without a total`() {
        let line = ProgressBar(total: nil).line(done: 120, tally, seconds: 15, columns: 120)
        #expect(line == "120  8.0/s  98 found  0 uncertain  22 none")
    }

    @Test func `rows of an import`() {
        #expect(
            ProgressBar.line(rows: 12_000, 0.25, seconds: 15, columns: 120)
                == "█████░░░░░░░░░░░░░░░  12000 rows  800.0/s  0:45 left")
        #expect(ProgressBar.line(rows: 1, nil, seconds: 1, columns: 120) == "1 row  1.0/s")
    }

    @Test func `long times are shown in hours`() {
        let line = ProgressBar(total: 100_000).line(done: 1, ScanTally(), seconds: 0.1, columns: 120)
        #expect(line.hasSuffix("2:46:40 left"))
    }

    @Test func `begins without a rate`() {
        #expect(
            ProgressBar(total: 3).line(done: 0, ScanTally(), seconds: 0, columns: 80)
                == "░░░░░░░░░░░░░░░░░░░░  0/3  0 found  0 uncertain  0 none")
    }

    @Test(arguments: [10, 40, 80]) func `fits the terminal`(columns: Int) {
        let line = ProgressBar(total: 240).line(done: 120, tally, seconds: 15, columns: columns)
        #expect(line.columns < columns)
    }
}
