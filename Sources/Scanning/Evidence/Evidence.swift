// Evidence to a verdict. A wrong ISBN is worse than none: what is not sure is left to a person.
import Books
import Recognition

/// All that was seen in one photo, and what it amounts to.
struct Evidence {
    private(set) var observations: [Observation] = []

    mutating func add(_ observation: Observation) {
        // Bars outside the registered ranges are a misprint or a misreading.
        if case .bars = observation.kind, !observation.isbn.isRegistered { return }
        if observation.witness.confidence < EvidenceRules.leastConfidence { return }
        observations.append(observation)
    }

    /// - Parameters:
    ///   - quality: how many scan lines of the photo agree.
    ///   - rotation: clockwise degrees by which the upright photo is turned to read them.
    mutating func add(_ bars: ReadBars, quality: Int, rotation: Int, box: [PhotoPoint]) {
        guard let value = UInt64(bars.digits), let isbn = ISBN(value: value) else { return }
        add(
            Observation(
                isbn: isbn, kind: .bars(quality: quality), form: .isbn13,
                witness: Witness(
                    reader: .barcode, text: bars.digits,
                    confidence: 0.95 + min(1, Double(quality) / Double(2 * EvidenceRules.sureQuality)) / 20,
                    rotation: rotation, box: box)))
    }

    private var hypotheses: [Hypothesis] {
        var hypotheses: [Hypothesis] = []
        for (rank, observation) in observations.enumerated() {
            if let index = hypotheses.firstIndex(where: { $0.isbn == observation.isbn }) {
                hypotheses[index].observations.append(observation)
            } else {
                hypotheses.append(
                    Hypothesis(isbn: observation.isbn, observations: [observation], rank: rank))
            }
        }
        return hypotheses.sorted { $0.score > $1.score }
    }

    /// Whether anything is accepted as things stand.
    var isEnough: Bool { !verdict.accepted.isEmpty }

    /// Accepted ISBNs, the book's own first, and uncertain ones, the likeliest first.
    var verdict: (accepted: [ISBNReading], candidates: [ISBNReading]) {
        var accepted: [Hypothesis] = []
        var doubtful: [(hypothesis: Hypothesis, doubt: Doubt)] = []
        for hypothesis in hypotheses {
            if let doubt = hypothesis.doubt {
                doubtful.append((hypothesis, doubt))
            } else if let rival = accepted.first(where: { $0.contradicts(hypothesis) }) {
                doubtful.append((hypothesis, .contradicted(by: rival.isbn)))
                if !rival.agrees, rival.score < 2 * hypothesis.score {
                    doubtful.append((rival, .contradicted(by: hypothesis.isbn)))
                    accepted.removeAll { $0.isbn == rival.isbn }
                }
            } else {
                accepted.append(hypothesis)
            }
        }
        // Bars against text, one word against the other: a person has to look.
        for hypothesis in accepted where !hypothesis.agrees {
            guard let rival = doubtful.first(where: { hypothesis.isOpposed(by: $0.hypothesis) }) else {
                continue
            }
            accepted.removeAll { $0.isbn == hypothesis.isbn }
            doubtful.append((hypothesis, .contradicted(by: rival.hypothesis.isbn)))
        }
        // A doubtful reading that is nearly an accepted one is that one, misread.
        doubtful.removeAll { doubtful in
            accepted.contains { Evidence.contradict($0.isbn, doubtful.hypothesis.isbn) }
        }
        let candidates = doubtful.sorted { $0.hypothesis.score > $1.hypothesis.score }
            .prefix(EvidenceRules.mostCandidates).map { $0.hypothesis.reading(doubt: $0.doubt) }
        return (Hypothesis.ownFirst(accepted), accepted.isEmpty ? Array(candidates) : [])
    }

    static func contradict(_ one: ISBN, _ other: ISBN) -> Bool {
        one != other
            && zip(one.isbn13.dropLast(), other.isbn13.dropLast()).count { $0 != $1 }
                <= EvidenceRules.mostMisreadDigits
    }
}
