// What statements say of many books at once, asked about one.
import Books
import Foundation
import GRDB

@testable import Catalogue

extension Database {
    func otherEditions(of id: BookID) throws -> [Book] {
        try otherEditions(in: CardPortion([id]))[id]?.map(existingBook) ?? []
    }

    func ratings(of id: BookID) throws -> [SourceRating] { try ratings(in: CardPortion([id]))[id] ?? [] }

    func namesakes(of book: Book, among titles: ListedTitles? = nil) throws -> [Book] {
        guard let id = book.id else { return [] }
        return try namesakes(of: [id: book], among: titles)[id]?.map(existingBook) ?? []
    }

    func photos(showing isbn: ISBN) throws -> [String] {
        let id = try ensure(.isbn(isbn))
        return try photos(in: CardPortion([id]))[id] ?? []
    }
}

/// A photo's path from the root on, where the folder is that of the tests.
func fromRoot(_ name: String) -> String { FileManager.default.currentDirectoryPath + "/" + name }
