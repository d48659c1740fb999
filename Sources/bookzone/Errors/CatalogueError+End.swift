// How the program ends when the store can't do what was asked.
import Catalogue

extension CatalogueError {
    var end: Exit {
        switch self {
        case .importStopped(_, let cause): cause.end
        case .missing, .unknownBook, .unknownList, .unknownComment: .incomplete
        case .tooSlow, .backupExists, .occupied, .noDump, .ontoItself, .replacesNoStore, .unsound,
            .nothingToAdd,
            .listName, .someoneElses,
            .emptyComment, .overlongComment, .wouldLose, .takenISBN, .twoISBNs, .unreadable, .encoding,
            .noColumn,
            .noISBNColumn:
            .badInput
        case .nameNotUTF8: .usage
        case .cannotOpen, .noFolder, .notAStore, .newer, .damaged, .failed: .internalError
        case .readOnly: .outputFailed
        case .waits: .notAsked
        case .signInNeeded, .refused: .badInput
        case .busy, .full, .unreachable: .tryAgain
        }
    }
}
