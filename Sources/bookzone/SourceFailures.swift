// Says what went wrong at a source, and what answers can't tell, once and not for every book.
import Formatting
import Lookup

struct SourceFailures {
    private var said: Set<String> = []
    private var waiting = 0
    /// Of the last book that is not owned, as far as is known.
    private var doubt: String?

    mutating func note(_ answer: LookupAnswer) {
        if answer.status == .notAsked { waiting += 1 }
        if let card = answer.card, !card.isKnownOwned { doubt = card.doubtOfEditions }
        for failure in answer.unasked where failure.cause != .offline {
            guard said.insert(failure.source).inserted else { continue }
            Console.note("\(failure.source): \(failure.message)")
        }
    }

    func noteWaiting() {
        guard waiting > 0 else { return }
        Console.note(
            "\(waiting) book\(waiting == 1 ? " waits" : "s wait"); run `bookzone lookup --pending`")
    }

    /// Says what a card would say: whether other editions are owned, while some owned books have no title.
    func noteDoubt() {
        if let doubt { Console.note(doubt) }
    }
}
