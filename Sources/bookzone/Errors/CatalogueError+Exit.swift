// How the program ends when the store can't do what was asked.
import Catalogue

extension CatalogueError {
    var end: Exit {
        switch self {
        case .missing, .unknownBook, .unknownList, .unknownComment: .incomplete
        case .backupExists, .nothingToAdd, .listName, .notTheAuthor, .emptyComment, .unreadable, .noColumn,
            .noISBNColumn:
            .badInput
        case .cannotOpen, .notAStore, .newer, .damaged, .failed: .internalError
        case .busy, .full, .readOnly: .outputFailed
        }
    }
}
