// Says what went wrong at a source, once and not for every book.
import Lookup
import Reporting

struct SourceFailures {
    private var said: Set<String> = []
    private var waiting = 0

    mutating func note(_ answer: LookupAnswer) {
        if answer.status == .notAsked { waiting += 1 }
        for failure in answer.unasked where failure.cause != .offline {
            guard said.insert(failure.source).inserted else { continue }
            Console.note("\(failure.source): \(failure.message)")
        }
    }

    func noteWaiting() {
        guard waiting > 0 else { return }
        Console.note(
            "\(waiting) book\(waiting == 1 ? " waits" : "s wait"); `bookzone lookup --pending` asks again")
    }
}
