// Numbers of other works in documents, and numbers of imprints that look similar. The books are invented.
import Books
import Testing

@testable import Documents
@testable import Reading

struct OtherWorksTests {
    private static let (own, other) = ("978-1-936218-47-9", "978-0-306-40615-7")

    /// The number is another work's, or may be.
    private static let others = [
        "This is a review of: Jane Doe, The Ferryman's Ledger, ISBN \(other)",
        "Book Review\n\nJane Doe: The Ferryman's Ledger\nWindward Press, 2010\nISBN \(other)",
        "Review of The Ferryman's Ledger by Jane Doe\nWindward Press\nISBN \(other)\n\n© 2012 The Quarterly",
        "The Ferryman's Ledger\nWindward Press\nISBN \(other)\nReviewed by John Roe",
        "Rezension\nErika Muster: Das Hauptbuch\nVerlag Beispiel, 2010\nISBN \(other)",
        "Compte rendu de : Jeanne Dupont, Le Registre, Éditions du Vent, ISBN \(other)",
        "Reseña\nJuana Pérez, El registro\nEditorial Viento\nISBN \(other)",
        "Recensione\nMaria Rossi, Il registro\nEdizioni Vento\nISBN \(other)",
        "Рецензия на книгу: Иванова А. Журнал перевозчика. Издательство «Ветер»\nISBN \(other)",
        "书评\n《摆渡人》 风出版社\nISBN \(other)",
        "© 2012 Windward Press\nTranslated from the German edition, ISBN \(other)",
        "© 2012 Windward\nFirst published in English by Hill Press\n(ISBN \(other))",
        "© 2012 Verlag\nZuerst erschienen im Verlag Berg (ISBN \(other))",
        "© 2012 Windward Press\nTranslated from the German edition\npublished by Verlag Beispiel,\nISBN \(other)",
        "© 2012 Windward\nTranslated from the German edition, ISBN\n\(other)",
        "© 2012 Windward\nOriginal title: Das Hauptbuch, Verlag Beispiel, ISBN \(other)",
        "© 2012 Windward\nOriginal edition ISBN \(other)",
        "© 2012 Verlag\nTitel der Originalausgabe: The Ledger, Windward 2010, ISBN \(other)",
        "© 2012 Verlag\nDie Originalausgabe erschien bei Windward (ISBN \(other))",
        "© 2012 Vent\nTitre original : The Ledger, Windward, ISBN \(other)",
        "© 2012 Viento\nTítulo original: The Ledger (ISBN \(other))",
        "© 2012 Vento\nTitolo originale: The Ledger. ISBN \(other)",
        "© 2012 Wind\nOorspronkelijke titel: The Ledger, ISBN \(other)",
        "© 2012 Ветер\nНазвание оригинала: The Ledger, ISBN \(other)",
        "© 2012 Wiatr\nTytuł oryginału: The Ledger, ISBN \(other)",
        "© 2012 Vítr\nZ anglického originálu The Ledger, ISBN \(other)",
        "© 2012 Tuuli\nAlkuteos: The Ledger, ISBN \(other)",
        "© 2012 Szél\nEredeti cím: The Ledger, ISBN \(other)",
        "© 2012 Windward\nReprint of the ed. published by Hill, ISBN \(other)",
        "© 2012 風\n原書：The Ledger, ISBN \(other)",
        "版权所有\n本书译自 The Ledger, ISBN \(other)",
        "© 2012 Windward\nPreviously published in hardback, ISBN \(other)",
        "© 2012 Windward Press\nThis workbook accompanies The Ledger, ISBN \(other)",
        "If you liked this, try:\n\nThe Ledger\nby Jane Doe\nWindward Press\nISBN \(other)",
        "Also by the author\n\nThe Ledger\nWindward Press\nISBN \(other)",
        "© 2012 Windward\nAlso by the author: The Ledger, ISBN \(other)",
        "Other titles in this series\nThe Ledger\nWindward Press\nISBN \(other)",
        "Coming soon from Windward Press\nThe Ledger\nISBN \(other)",
        "Vom selben Autor im Verlag Beispiel\nDas Hauptbuch\nISBN \(other)",
        "Wenn Ihnen dieses Buch gefallen hat\nDas Hauptbuch, Verlag Beispiel\nISBN \(other)",
        "Du même auteur\nLe Registre\nÉditions du Vent\nISBN \(other)",
        "Otros títulos de Editorial Viento\nEl registro\nISBN \(other)",
        "Dello stesso autore\nIl registro\nEdizioni Vento\nISBN \(other)",
        "Van dezelfde auteur\nHet register\nUitgeverij Wind\nISBN \(other)",
        "Do mesmo autor\nO registro\nEditora Vento\nISBN \(other)",
        "Книги того же автора\nЖурнал\nИздательство «Ветер»\nISBN \(other)",
        "好評既刊\n渡し守の帳簿\n風出版社\nISBN \(other)",
        "References\n\n[1] Doe, J. The Ledger. Windward Press, 2010. ISBN \(other)",
        "参考文献\n渡し守の帳簿 風出版社 2010年 ISBN \(other)",
        "© 2020 The Authors\n[12] Doe, J. The Ledger. Windward Press, 2010. ISBN \(other)",
        "© 2020 The Authors\nThis is well known (see Doe, The Ledger, ISBN \(other)).",
        "© 2020 Die Autoren\nDas ist bekannt, vgl. Muster, Das Hauptbuch, ISBN \(other).",
        "© 2020 Les auteurs\nC'est connu (voir Dupont, Le Registre, ISBN \(other)).",
        "The algorithm is well known; see Doe, The Ledger, ISBN \(other).",
        "1 Doe, J.: The Ledger. Windward Press, 2010. ISBN \(other)",
        "Jane Doe's book The Ledger (ISBN \(other)) was a pleasure to read.",
        "© 2012 Windward\nISBN \(other) (invalid)", "© 2012 Windward\nCancelled ISBN \(other)",
        "© 2012 Verlag\nFalsche ISBN \(other)", "© 2012 Verlag\nISBN \(other) (ungültig)",
        "© 2012 Vent\nISBN erroné : \(other)", "© 2012 Viento\nISBN incorrecto: \(other)",
        "© 2012 Vento\nISBN \(other) (errato)", "© 2012 Wind\nISBN \(other) (foutief)",
        "© 2012 Vento\nISBN errado: \(other)", "© 2012 Ветер\nНеверный ISBN \(other)",
        "© 2012 Vent\nEDITION ORIGINALE : ISBN \(other)", "© 2012 Vent\nRemplace ISBN \(other)",
        "© 2012 Verlag\nFRUHERE AUSGABE ISBN \(other)", "© 2012 Vent\nL'EDITION ORICINALE, ISBN \(other)",
        "© 2012 Windward\nORIGINAI EDITIOM ISBN \(other)", "© 2012 Windward\nPIEVIOUS EDITION ISBN \(other)",
        "DU MEME AUTEUR\nLe Registre\nÉditions du Vent\nISBN \(other)",
        "The Ledger\nJane Doe\nISBN \(other)",
        "Windward Press, London. All rights reserved\nhttps://example.org/isbn/\(other)",
        "© 2012 Jane Doe\nexample.org/books/\(other)",
        "Copyright and the novel\nJane Doe, University of Wind\nCopyright has a history.\nThe Ledger: ISBN \(other)",
        "On copyright in letters, by Jane Doe\nThe Ledger\nISBN \(other)",
        "© 2012 Jane Doe. All rights reserved.\nCover image from The Ledger (Hill Books, ISBN \(other)),\nused with permission.",
        "All rights reserved.\nDoe (The Ledger, Hill Books,\nISBN \(other)) says otherwise.",
        "On rivers\nJane Doe\n12 J. Roe, The Ledger, London, 1999, ISBN \(other).\n© 2004 by the author. All rights reserved.",
        "On rivers\nRoe, The Ledger (London, 1999), ISBN \(other).\n© 2004 by the author. All rights reserved.",
        "The Quarterly\nJohn Roe, The Ledger. Published by Windward, 2003.\nxii + 230 pp. £25. ISBN \(other)\n© 2004 The Quarterly",
        "Copyright © 2011 Jane Doe\nPlease note: the ISBN \(other) given in the first printing was an error.",
        "The Ledger\nSources\nRoe, Copyright law. Windward Press. ISBN \(other)",
        "The Ledger\nQuellen\nRoe, Das Hauptbuch. Verlag Beispiel. ISBN \(other)",
        "Order now from Windward Press\nTHE LEDGER by Jane Doe\nISBN \(other)\nWindward Press, London",
        "Order form\nTitle: The Ledger\nISBN \(other)\nQty ____\nWindward Press. All rights reserved",
        "Bestellschein\nDas Hauptbuch\nISBN \(other)\nVerlag Beispiel, Berlin",
        "© 2012 Windward\nAlso available in hardback: ISBN \(other)",
        "© 2012 Windward\nAlso available in hardback\nISBN \(other)",
        "© 2012 Windward\nThis title is aiso availabie in hardback, ISBN \(other)",
        "© 2012 Windward\nA hardcover edition of this book was published in 2010\nby Hill Press, ISBN \(other)",
        "© 2012 Windward\nHardback edition published by Hill Press 2010 (ISBN \(other))",
        "© 2012 Windward\nReprinted from the Hill Press edition, ISBN \(other)",
        "© 2012 Verlag\nAuch als gebundene Ausgabe lieferbar: ISBN \(other)",
        "© 2012 Vent\nÉgalement disponible en grand format\nISBN \(other)",
        "© 2012 Wind\nOok leverbaar als paperback, ISBN \(other)",
        "Dear Jane,\n\nplease send us the book that I asked for:\nISBN \(other)\n\nYours, John",
    ]

    /// The number `own` is the document's; `other` may be there, too.
    private static let imprints = [
        "Published by Windward Press\nPrinted on paper from responsible\nsources.\nISBN \(own)",
        "© 2012 Windward\nISBN \(own)", "© Jane Doe 2012\n\nISBN: \(own)",
        "Copyright 2012 Jane Doe. ISBN \(own)",
        "Copyright by Jane Doe. ISBN \(own)", "Text copyright 2012 Jane Doe\nISBN \(own)",
        "The Ledger\nCopyright Jane Doe\nISBN \(own)", "Copyright: Jane Doe\nISBN \(own)",
        "Copyright Page\nJane Doe\nISBN \(own)", "Copyright by Verlag Beispiel, Berlin 2012. ISBN \(own)",
        "© 2012 Jane Doe\nISBN \(own) printed and bound in Great Britain",
        "© 2012 Jane Doe\nISBN \(own) (hardcover), acid-free paper and cloth",
        "© 2012 Jane Doe. Published by Windward Press, 12 Hill Street. ISBN \(own). Cover design by John Roe.",
        "© 2012 Jane Doe. All rights reserved. ISBN \(own) No part of this book may be reproduced.",
        "Library of Congress Cataloging-in-Publication Data\nDoe, Jane. The ledger. 320 p. ; 24 cm. ISBN \(own)",
        "© 2012 Windward\nFirst published in 2012\nISBN \(own)", "Published by Windward Press\n(ISBN \(own))",
        "© 2012 Windward (print ISBN: \(own))", "© 2012 Windward\n(Hardback ISBN \(own))",
        "© 2012 Windward\nwww.example.org/\(other)\nISBN \(own)",
        "Windward Press\nISBN \(own)", "Published by Windward, London\nISBN \(own) (pbk.)",
        "The Ferryman's Ledger\nJane Doe\n\nWindward Press\nLondon 2012\n\nISBN \(own)", "ISBN \(own)",
        "ISBN \(own)\n£9.99\n9 781936 218479",
        "First edition 2012\nPrinted in Great Britain\nISBN-13: \(own)",
        "Print edition: ISBN \(own)\nWindward Press", "Windward Press · ISBN \(own)",
        "A CIP record is available\nISBN \(own)\nPrinted in Italy\nWindward Publishing",
        "1. Auflage 2012\nVerlag Beispiel, Berlin\nISBN \(own)",
        "Herausgegeben von Erika Muster\nISBN \(own)",
        "Impressum\nErika Muster, Hauptstraße 1, Berlin\nISBN \(own)",
        "Verlag: Beispiel, Berlin. ISBN \(own)",
        "© 2012 Verlag Beispiel\nAus dem Englischen von Erika Muster\nISBN \(own)",
        "© 2012 Verlag Beispiel\nTitel der Originalausgabe: The Ledger\nISBN \(own)",
        "Titel der Originalausgabe:\nThe Ledger\n\n© 2012 Verlag Beispiel, Berlin\nISBN \(own)",
        "Originalausgabe\nVerlag Beispiel, Berlin 2012\nISBN \(own)",
        "© 2012 Windward\nTranslated from the German by Jane Doe\nISBN \(own)",
        "© 2012 Windward. Translated from the German by Jane Doe. ISBN \(own)",
        "© 2012 Windward Press\nOriginal title: Das Hauptbuch\neISBN \(own)",
        "© 2012 Windward\nTranslated from the German edition, ISBN \(other)\nISBN \(own)",
        "© 2012 Windward\nISBN \(own)\n\nOriginal edition: Das Hauptbuch, ISBN \(other)",
        "© 2012 Windward\nISBN \(other) (falsch)\nISBN \(own)", "Invalid ISBN \(other)\nISBN \(own)",
        "© 2012 Windward\nISBN \(own)\nPrevious ISBN \(other)",
        "© 2012 Windward\nISBN \(own) (incorporating The Lantern)",
        "© 2012 Windward\nISBN \(own) (reprinted with corrections)",
        "© 2012 Windward\nPrecious edition ISBN \(own)", "© 2012 Windward\nFirst edition, ISBN \(own)",
        "© 2012 Windward\nAccompanied by a map, ISBN \(own)",
        "© 2012 Windward\nISBN \(own)\nAlso available in hardback: ISBN \(other)",
        "© 2012 Windward\nAlso available in hardback: ISBN \(other)\nThis edition ISBN \(own)",
        "© 2012 Windward\nAlso available in hardback (ISBN \(other)). This paperback edition ISBN \(own)",
        "© 2012 Windward\nAlso available in hardback.\nISBN \(own)",
        "© 2012 Windward\nThis hardcover edition published by Windward (ISBN \(own))",
        "© 2012 Verlag\nAuch als Hörbuch lieferbar.\nISBN \(own)",
        "Also by Jane Doe\nThe Ledger\nThe Lantern\n\n© 2012 Windward\nISBN \(own)",
        "© 2012 Windward\nISBN \(own)\n\nAlso by Jane Doe\nThe Ledger, ISBN \(other)",
        "© 2012 The Authors\nISBN \(own)\n\nReferences\n[1] Doe, The Ledger, ISBN \(other)",
        "Report 12/2012\nISBN \(own) (pdf)\nISSN 1234-5679", "УДК 82\nББК 84\nISBN \(own)",
        "This book is licensed under CC BY 4.0\nISBN \(own)",
        "Éditions du Vent, Paris\nISBN \(own)", "Dépôt légal : mai 2012\nISBN : \(own)",
        "Tytuł oryginału: The Ledger\n© Wydawnictwo Wiatr, 2012\nISBN \(own)",
        "Titre original : The Ledger\n© Éditions du Vent, 2012\nISBN \(own)",
        "Achevé d’imprimer en mai 2012\nISBN \(own)", "Editorial Viento, Madrid\nISBN: \(own)",
        "Título original: The Ledger\nPrimera edición: mayo de 2012\nISBN: \(own)\nDepósito legal: M-1-2012",
        "Edizioni Vento, Milano\nISBN \(own)",
        "Prima edizione 2012\nTitolo originale: The Ledger\nISBN \(own)",
        "Uitgeverij Wind, Amsterdam\nISBN \(own)", "Eerste druk 2012\nISBN \(own)",
        "Editora Vento, São Paulo\nISBN \(own)", "Издательство «Ветер», Москва\nISBN \(own)",
        "Рецензенты: А. Иванова, Б. Петров\nТираж 500 экз.\nISBN \(own)",
        "УДК 82\nИванова А. Журнал / А. Иванова. — М. : Ветер, 2012. — 320 с.\nISBN \(own)\n© Иванова А., 2012",
        "渡し守の帳簿\n発行 2012年5月1日\n風書房\nISBN \(own)", "風出版社\n初版第1刷\nISBN\(own)",
        "奥付\n原題 The Ledger\nISBN \(own)", "风出版社 北京\n定价：30.00元\nISBN \(own)",
        "书名原文：The Ledger\nISBN \(own)\n版权所有", "國際標準書號：ISBN \(own)\n風出版社",
        "출판 바람\nISBN \(own)", "Wydawnictwo Wiatr\nISBN \(own)", "Vind Förlag, Stockholm\nISBN \(own)",
    ]

    private func answer(_ page: String, package: String? = nil, isStrict: Bool = false) throws
        -> DocumentAnswer
    {
        let identifiers = try package.map { [EPUB.Identifier(isbn: try ISBN($0), text: $0, isUnique: false)] }
        let finding = PageFinding(PageText(page), page: 1, isNear: true)
        return DocumentAnswer(TextAnswer([finding], in: .epub), identifiers ?? [], isStrict: isStrict)
    }

    @Test(arguments: others) func `a number of another work is a candidate`(page: String) throws {
        let answer = try answer(page)
        #expect(answer.isbns.isEmpty)
        #expect(answer.candidates.map(\.isbn.hyphenated) == [Self.other])
    }

    @Test(arguments: imprints) func `a number of an imprint is the document's`(page: String) throws {
        #expect(try answer(page).isbns.map(\.isbn.hyphenated) == [Self.own])
    }

    @Test(arguments: others) func `another work's number does not contradict the package's`(page: String)
        throws
    {
        let answer = try answer(page, package: Self.own)
        #expect(answer.isbns.map(\.isbn.hyphenated) == [Self.own])
        #expect(answer.isbns[0].witnesses.map(\.reader) == [.metadata])
    }

    @Test func `the package's number is a second witness`() throws {
        let page = "The Ferryman's Ledger\nJane Doe\nISBN \(Self.own)"
        #expect(try answer(page).isbns.isEmpty)
        let answer = try answer(page, package: Self.own, isStrict: true)
        #expect(answer.isbns.map(\.isbn.hyphenated) == [Self.own])
        #expect(answer.isbns[0].witnesses.map(\.reader) == [.text, .metadata])
    }
}
