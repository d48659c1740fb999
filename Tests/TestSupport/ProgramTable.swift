// Small invented tables in the formats of other programs.

public enum ProgramTable {
    /// By the formats as which they are recognised.
    public static let all: [(format: String, text: String)] = [
        ("goodreads", goodreads), ("storygraph", storygraph), ("librarything", librarything),
        ("librarything", librarythingJSON), ("bookwyrm", bookwyrm), ("openreads", openreads),
        ("libib", libib), ("calibre-csv", calibreTable), ("hardcover", hardcover),
        ("openlibrary", openLibrary), ("isbns", isbns),
    ]

    public static let goodreads = """
        Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,\
        Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
        Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Recommended For,\
        Recommended By,Owned Copies,Original Purchase Date,Original Purchase Location,Condition,\
        Condition Description,BCID
        7,"Salt (Harbour Songs, #8; Shore, #1)","Vera Ruiz, Jr.","Ruiz, Vera","Tom Lo, Ann Wu, PhD",="0306406152",\
        ="9780306406157",5,4.34,Quay,Hardcover,374,2008,2007,2020/10/30,2020/10/01,"sf, re-read","sf (#1)",read,\
        "One <i>night</i>.<br/>Two &amp; more",true,lent to Ana,3,Bo,,2,,,fair,,
        8,Tides (a memoir),A. Rider,"Rider, A.",,="",="",0,3.00,,,,1931,,,2020/10/02,to-read,,to-read,,,,0,,,0,,,,,
        """

    public static let storygraph = """
        Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,\
        Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,\
        Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?
        Salt,"Vera Ruiz, Tom Lo","Ann Wu (Translator), Bo Li (Narrator)",9780306406157,paperback,read,2021/05/10,2023/04/02,\
        "2021/05/01-2021/06/03, 2023/04/02",2,"dark, tense",fast,,,,,,4.25,Good.,"Graphic: Death",,"sea, to lend",Yes
        Tides,A. Rider,,B00ABCDEF1,digital,did-not-finish,2021/05/10,,2022/01/05-2022/01/07,1,,,,,,,,,,,,,No
        Drift,A. Rider,,5f8c,digital,currently-reading,2021/05/10,,2022/01/05-,0,,,,,,,,,,,,,No
        Reef,A. Rider,,,digital,to-read,2021/05/10,,,0,,,,,,,,,,,,,No
        """

    public static let librarything: String = {
        let header = [
            "Book Id", "Title", "Sort Character", "Primary Author", "Primary Author Role", "Secondary Author",
            "Secondary Author Roles", "Publication", "Date", "Review", "Rating", "Comment", "Private Comment",
            "Summary",
            "Media", "Page Count", "LCCN", "Date Started", "Date Read", "Tags", "Collections", "Languages",
            "ISBN", "ISBNs",
            "Subjects", "Copies", "OCLC", "Work id", "Lending Patron",
        ]
        let row = [
            "54", "Sel", "1", "Ruiz, Vera", "", "Lo, Tom|Li, Bo", "Translator|Foreword", "Quay (1979), Poche",
            "1979", "bon",
            "4.5", "a gift", "cellar", "Sel by Vera Ruiz (1979)", "Broché", "590 ", "", "[2007-04-16]",
            "[2007-05-08]",
            "roman, mer", "Your library, Blue shelf", "French", "[0306406152]", "0306406152, 9780306406157",
            "Sea > Fiction|Salt", "2", "41754476", "5781", "Ana",
        ]
        return header.joined(separator: "\t") + "\n" + row.joined(separator: "\t") + "\n"
    }()

    public static let bookwyrm = """
        title,author_text,remote_id,openlibrary_key,inventaire_id,librarything_key,goodreads_key,bnf_id,viaf,wikidata,asin,\
        aasin,isfdb,isbn_10,isbn_13,oclc_number,start_date,finish_date,stopped_date,rating,review_name,review_cw,\
        review_content,review_published,shelf,shelf_name,shelf_date
        Salt,"Vera Ruiz, Tom Lo",https://example.org/book/2,OL1M,,,77,,,Q5,,,,0306406152,9780306406157,,2022-08-10,2022-10-10,,\
        4.5,Too much salt,drowning,in it,2022-11-10,cooking-9,Cooking,2024-08-10
        我穿,琅俨,https://example.org/book/3,,,,,,,,,,,,,,,,,,,,,,to-read,À lire,2024-08-10
        Tides,A. Rider,https://example.org/book/4,,,,,,,,,,,,,,2021-01-01,,2021-02-01,,,,,,stopped-reading,Stopped,2024-08-10
        """

    public static let openreads = """
        title,subtitle,author,description,status,favourite,deleted,rating,pages,publication_year,isbn,olid,tags,my_review,\
        notes,book_format,readings,date_added,date_modified
        Salt,A life,"Ruiz, Vera",About salt,finished,true,false,4.5,347,2017,9780306406157,OL1M,sea|||||to lend,Good,cellar,\
        paperback,2021-10-27T00:00:00.000|2021-11-28T00:00:00.000|;|2023-12-10T00:00:00.000|,2024-03-01T13:01:12.938,\
        2024-04-06T09:13:43.335
        Gone,,A. Rider,,finished,false,true,,,,,,,,,paperback,,2024-03-01T13:01:12.937,2024-03-01T13:01:12.937
        Tides,,A. Rider,,planned,false,false,,,2023,,,,,,paperback,,2024-03-01T13:01:12.937,2024-03-01T13:01:12.937
        Reef,,A. Rider,,in_progress,false,false,,,2023,,,,,,paperback,2022-01-02T00:00:00.000||,2024-03-01,2024-03-01
        """

    public static let libib = """
        item_type,title,creators,first_name,last_name,collection,ean_isbn13,upc_isbn10,description,publisher,publish_date,group,\
        tags,notes,price,length,number_of_discs,rating,review,review_date,status,began,completed,added,copies
        book,Salt,"Vera Ruiz, Tom Lo",Vera,Ruiz,"Attic, left",9780306406157,0306406152,About salt,Quay,2008-05-01,Harbour Songs,\
        "sea,blue",cellar,9.50,374,,4.5,Good,2022-02-03,Completed,2022-01-01,2022-02-01,2021-01-01,2
        movie,Tides,A. Director,A.,Director,Films,,0306406152,,,,,,,,,2,,,,,,,2021-01-01,1
        book,Reef,A. Rider,A.,Rider,Attic,,,,,,,,,,,,,,,Not Begun,,,2021-01-01,1
        """

    public static let calibreTable: String = {
        let header =
            "author_sort,authors,comments,cover,formats,id,identifiers,isbn,languages,library_name,pubdate,publisher,rating,"
            + "series,series_index,size,tags,timestamp,title,title_sort,uuid"
        return """
            \u{FEFF}\(header)
            "Ruiz, Vera & Lo, Tom","Vera Ruiz, Tom Lo","About","/home/x/cover.jpg","epub","1","goodreads:77,isbn:9780306406157",\
            "9780306406157","eng","Books","2019-03-05T01:00:00+01:00","Quay","4.5","Harbour Songs","8.0","1","sea, blue",\
            "2021-01-19T22:41:16+01:00","Salt","Salt","u1"
            "King, M. L., Jr.","M. L. King, Jr.","","","","2","","080442957","","Books","0101-01-01T00:00:00+00:00","","","","1.0","",\
            "","2021-01-19T22:41:16+01:00","Tides","Tides","u2"
            "A & B","A & B","","","","3","","","","Books","","","","","1.0","","","","Reef","Reef","u3"
            """
    }()

    public static let hardcover = """
        Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,ASIN,Media,Country Code,\
        Language Code,Binding,Pages,Duration in Seconds,Publish Date,Publisher,Genres,Moods,Tags,Content Warnings,Lists,\
        Date Added,Date Started,Date Finished,Rating,Review,Review Contains Spoilers,Sponsored Review,Review Date,Review URL,\
        Review Media URL,Private Notes,Owned,Compilation,Review Slate
        Salt,"Vera Ruiz, Bo Li (Narrator)","Harbour Songs: The First (#1), Shore",Read,Public,11,12,0306406152,9780306406157,,\
        Physical Book,,eng,Paperback,374,,2008-05-01,Quay,"Fantasy, Sea",dark,lend,Death,"Blue, Best",2024-01-01,2024-01-02,\
        2024-02-03,4.5,Good,true,,2024-02-04,,,cellar,true,,
        Tides,A. Rider,,Did Not Finish,Private,13,,,,,,,,,,,,,,,,,,,,,2.0,Mine,,,,,,,,,
        """

    public static let librarythingJSON = """
        {"54": {"books_id": "54", "title": "Sel", "sortcharacter": "1", "public": "1", "primaryauthor": "Ruiz, Vera",
          "authors": [{"lf": "Ruiz, Vera", "fl": "Vera Ruiz", "role": "Author"},
            {"lf": "Lo, Tom", "fl": "Tom Lo", "role": "Editor"}],
          "tags": ["roman", "mer"], "collections": ["Your library"], "originalisbn": "0306406152",
          "isbn": {"0": "0306406152", "2": "9780306406157"}, "publication": "Quay (2019), 192 pages", "date": "2019",
          "language": ["French"], "language_codeA": ["fre"], "rating": 4.5, "review": "bon", "weight": "0.5 pounds",
          "workcode": "5781"},
         "7": {"books_id": "7", "title": "Tides", "public": "0", "authors": [], "review": "mine alone", "rating": 3}}
        """

    public static let openLibrary =
        "Work Id,Edition Id,Bookshelf\nOL1W,OL1M,Already Read\nOL2W,,Currently Reading\nOL3W,OL3M,Want to Read\n"

    public static let isbns =
        "9780306406157 Salt, by Vera Ruiz\n\n0-8044-2957-X; 9780140328721\nnothing here\n9780306406158\n"
}
