// Short tables with titles in many languages and encodings: how many are read as they are.
import Foundation
import Testing

@testable import Formats

struct TextEncodingTests {
    /// Titles in one language, and the encodings that they are tried in.
    private static let titles: [(encodings: [String], titles: String)] = [
        (
            ["windows-1255", "ISO-8859-8"],
            """
            סיפור על אהבה וחושך|מיכאל שלי|אשה בורחת מבשורה|פו הדב|הנסיך הקטן|גן החיות של אבא|\
            יונים וטרומפלדור|מאה שנים של בדידות|החטא ועונשו|קיצור תולדות האנושות|סוס אחד נכנס לבר|\
            איה פלוטו|ספר הדקדוק הפנימי|זכרון דברים|תמול שלשום|דירה להשכיר
            """
        ),
        (
            ["windows-1256", "ISO-8859-6"],
            """
            موسم الهجرة إلى الشمال|بين القصرين|الأيام|رجال في الشمس|ألف ليلة وليلة|عمارة يعقوبيان|\
            كليلة ودمنة|أولاد حارتنا|الخبز الحافي|ذاكرة الجسد|مقدمة ابن خلدون|النبي|دعاء الكروان|\
            اللص والكلاب|عائد إلى حيفا|مدن الملح
            """
        ),
        (
            ["windows-1250", "ISO-8859-2"],
            """
            A Pál utcai fiúk|Egri csillagok|Sorstalanság|A kőszívű ember fiai|Az arany ember|\
            Iskola a határon|Tündérkert|Légy jó mindhalálig|Szerelmem, Elektra|\
            A gyertyák csonkig égnek|Édes Anna|Az ajtó|Tüskevár|Erőltetett menet|Bűn és bűnhődés|\
            Száz év magány|Háború és béke|A nagy füzet|Esti Kornél|Abigél
            """
        ),
        (
            ["windows-1250", "ISO-8859-2"],
            """
            Bolesław Prus|Świadectwo poezji|Solaris i inne powieści|Ogniem i mieczem, powieść|\
            Zniewolony umysł|Chłopi|Ziemia obiecana, tom drugi, część|Księgi Jakubowe, opowieść|\
            Ferdydurke, wydanie krytyczne, objaśnienia|Wesele, dramat w trzech aktach, wstęp|Krzyżacy|\
            Przedwiośnie|Pożegnanie z bronią|Sto lat samotności, przekład|Zbrodnia i kara, powieść|\
            Mały książę
            """
        ),
        (
            ["windows-1250", "ISO-8859-2"],
            """
            Nesnesitelná lehkost bytí|Osudy dobrého vojáka Švejka|Příliš hlučná samota|\
            Ostře sledované vlaky|Válka s mloky|Obsluhoval jsem anglického krále|Babička|\
            Žítkovské bohyně|Saturnin|Žert|Bylo nás pět|Zločin a trest, román o šesti dílech, překlad|\
            Malý princ|Sto roků samoty|Hordubal, Povětroň, Obyčejný život|\
            Hrabě Monte Christo, díl druhý
            """
        ),
        (
            ["windows-1250"],
            """
            Pădurea spânzuraţilor|Moromeţii|Ion|Crimă şi pedeapsă|Micul prinţ|Enigma Otiliei|Baltagul|\
            Un veac de singurătate|Război şi pace|Amintiri din copilărie|\
            Cel mai iubit dintre pământeni|Maitreyi|Ultima noapte de dragoste, întâia noapte de război|\
            Răscoala|Hanul Ancuţei|Ţiganiada
            """
        ),
        (
            ["windows-1253", "ISO-8859-7"],
            """
            Βίος και Πολιτεία του Αλέξη Ζορμπά|Η φόνισσα|Το τρίτο στεφάνι|Ο Χριστός ξανασταυρώνεται|\
            Άξιον Εστί|Η μεγάλη χίμαιρα|Ο καπετάν Μιχάλης|Ιλιάδα|Οδύσσεια|Πόλεμος και ειρήνη|\
            Έγκλημα και τιμωρία|Ο μικρός πρίγκιπας|Ματωμένα χώματα|Το λάθος|Άπαντα τα πεζά|\
            Εκατό χρόνια μοναξιά
            """
        ),
        (
            ["windows-1254"],
            """
            Kürk Mantolu Madonna|Masumiyet Müzesi|İnce Memed|Tutunamayanlar, roman, üçüncü baskı|\
            Saatleri Ayarlama Enstitüsü|Benim Adım Kırmızı|Çalıkuşu|Suç ve Ceza|Küçük Prens|\
            Yüzyıllık Yalnızlık|Kar, İstanbul|Şu Çılgın Türkler|Huzur, bütün eserleri|Aylak Adam, öykü|\
            Aşk|Savaş ve Barış
            """
        ),
        (
            ["GB18030"],
            """
            红楼梦|活着|三体|围城|百年孤独|平凡的世界|呐喊|边城|倾城之恋|骆驼祥子|许三观卖血记|水浒传|西游记|白鹿原|穆斯林的葬礼|小王子|罪与罚|战争与和平
            """
        ),
        (
            ["Big5"],
            """
            紅樓夢|活著|邊城|圍城|百年孤寂|臺北人|未央歌|傾城之戀|三國演義|撒哈拉的故事|台灣通史|孽子|西遊記|水滸傳|家變|小王子|罪與罰|戰爭與和平
            """
        ),
        (
            ["EUC-KR"],
            """
            채식주의자|엄마를 부탁해|소년이 온다|토지|태백산맥|난장이가 쏘아올린 작은 공|칠년의 밤|아몬드|파친코|광장|백년의 고독|어린 왕자|죄와 벌|전쟁과 평화|\
            불편한 편의점|완득이
            """
        ),
        (
            ["Shift_JIS", "EUC-JP"],
            """
            吾輩は猫である|坊っちゃん|ノルウェイの森|雪国|人間失格|銀河鉄道の夜|こころ|羅生門|キッチン|コンビニ人間|容疑者Xの献身|博士の愛した数式|砂の女|金閣寺|罪と罰|\
            星の王子さま
            """
        ),
        (
            ["windows-1251", "KOI8-R"],
            """
            Мастер и Маргарита|Война и мир|Преступление и наказание|Тихий Дон|Обломов|Идиот|\
            Доктор Живаго|Отцы и дети|Сто лет одиночества|Мы|Пикник на обочине|Собачье сердце|\
            Анна Каренина|Евгений Онегин|Маленький принц|Вишнёвый сад
            """
        ),
        (
            ["windows-1252"],
            """
            Die Blechtrommel, Günter Grass|Der Prozeß|Die Räuber|Das Schloß|\
            Die Verwirrungen des Zöglings Törleß|Der Zauberberg, für Anfänger|\
            Der Mann ohne Eigenschaften – Erstes Buch|Buddenbrooks, ungekürzt|\
            Die Wahlverwandtschaften, große Ausgabe|Fräulein Smillas Gespür für Schnee|\
            Momo, gebundene Ausgabe, schön|Das Parfüm|Ärger – Öl|Über den Fluß|\
            Krieg und Frieden, übersetzt|Schuld und Sühne
            """
        ),
        (
            ["windows-1252"],
            """
            L’étranger|À la recherche du temps perdu|Les misérables|Le père Goriot|\
            Germinal, édition illustrée|Madame Bovary : mœurs de province|La bête humaine|\
            Bonjour tristesse, précédé d’une préface|Voyage au bout de la nuit, réédité|\
            Les fleurs du mal – poésies complètes|Crime et châtiment|\
            Cent ans de solitude, traduit du colombien « espagnol »|Le petit prince, à colorier|\
            La peste, œuvre complète|La nausée|L’élégance du hérisson
            """
        ),
        (
            ["windows-1252"],
            """
            Cien años de soledad|Crimen y castigo, edición|El señor Presidente|\
            Niebla, introducción y notas|La colmena, edición crítica|Pedro Páramo|¿Qué?|\
            Corazón tan blanco|La sombra del viento, premio español|Crónica de una muerte anunciada|\
            Campos de Castilla, antología|El laberinto de la soledad, 5.ª edición|Señas de identidad|\
            La casa de los espíritus|Ficciones, 2.º volumen|El túnel
            """
        ),
        (
            ["windows-1252"],
            """
            Doktor Glas, på svenska|Gösta Berlings saga|Frøken Smillas fornemmelse for sne|\
            Sult, på norsk|Pippi Långstrump|Min kamp, første bok|Nattåg till Lissabon|Markens grøde|\
            Röda rummet|Frank, Ærø og øerne|Kejsarn av Portugallien, många år|Sjálfstætt fólk|\
            Täällä Pohjantähden alla|Hägring 38|Brændende kærlighed|Hundraåringen
            """
        ),
        (
            ["windows-1252"],
            """
            Memórias póstumas de Brás Cubas|Ensaio sobre a cegueira, edição|Grande sertão: veredas|\
            Os Maias, episódios da vida romântica|Cem anos de solidão|\
            O crime do padre Amaro, introdução|A paixão segundo G.H.|Capitães da areia|\
            Não verás país nenhum|O cortiço|Vidas secas, 2ª edição|Ficções|Olhai os lírios do campo|\
            Um estranho em Goa, coleção|Amor de perdição|São Bernardo
            """
        ),
        (
            ["windows-1252"],
            """
            Emma – a novel|“Surely You’re Joking”|Salem’s Lot|Brontë: a life|Pippi’s “new” café|\
            Ender’s game|Fiancée|Naïve art|A doll’s house|The doctor’s wife…|Jean-Luc Café|\
            Händel and Bach|Cliché and résumé|£10 notes|Who’s afraid?|Dürer
            """
        ),
        (
            ["windows-1252"],
            """
            Tõde ja õigus|Kevade|Mees, kes teadis ussisõnu|Rehepapp ehk November, öö|Sõda ja rahu|\
            Väike prints|Kuritöö ja karistus|Tuulte pöörises|Mahtra sõda|Tasandikkude helinad, köide|\
            Jumala lapsed, lühiproosa|Sada aastat üksildust
            """
        ),
        (
            ["windows-1252"],
            """
            Sjálfstætt fólk|Íslandsklukkan|Brennu-Njáls saga, ný útgáfa|Grafarþögn|Mýrin|Atómstöðin|\
            Englar alheimsins, skáldsaga, þriðja prentun|Svartfugl, saga frá átjándu öld|\
            Litli prinsinn, þýðing|Stríð og friður|Glæpur og refsing|Hundrað ára einsemd
            """
        ),
        (
            ["windows-1252"],
            """
            Täällä Pohjantähden alla|Tuntematon sotilas, sensuroimaton käsikirjoitusversio|\
            Seitsemän veljestä|Sinuhe egyptiläinen|Puhdistus, näytelmä|\
            Kalevala, täydellinen laitos, äänikirja|Rikos ja rangaistus, kääntänyt|\
            Pikku prinssi, värikuvat, länsi|Sota ja rauha, neljä osaa, määrä|Yksinäisyys, säkeitä
            """
        ),
        (
            ["windows-1252"],
            """
            La plaça del Diamant|Mirall trencat, edició crítica|Solitud, pròleg|\
            Tirant lo Blanc, versió íntegra|Crim i càstig|Cent anys de solitud, traducció|\
            Història de Catalunya|Guerra i pau, volum únic, col·lecció|\
            Pedra de tartera, ressenya històrica|Incerta glòria|L'últim patriarca|Camí de sirga
            """
        ),
        (
            ["windows-1252"],
            """
            La coscienza di Zeno, perché|I promessi sposi, più note|Il nome della rosa, città|\
            Così parlò Zarathustra|Se questo è un uomo|Lunedì o martedì|La verità, vi prego|\
            Cent'anni di solitudine, perciò|Libertà, virtù e più|Il fu Mattia Pascal, già edito|\
            Che cos'è la filosofia?|Canto di Natale, però
            """
        ),
        (
            ["windows-1252"],
            """
            De ontdekking van de hemel, één|Het achterhuis, geïllustreerd|Nooit meer slapen, reünie|\
            De aanslag, privé-editie|Max Havelaar, of de koffiveilingen, crème|Turks fruit, financiën|\
            Hersenschimmen, poëzie|Oorlog en vrede, vóór en na|Karakter, café|Kort Amerikaans, ideeën
            """
        ),
        (
            ["windows-1251"],
            """
            Кобзар|Лісова пісня|Тіні забутих предків|Тигролови|Енеїда|Кайдашева сім'я|Злочин і кара|\
            Війна і мир|Маленький принц|Століття Якова|Місто|Маруся
            """
        ),
        (
            ["windows-1251"],
            """
            Под игото|Тютюн|Война и мир|Престъпление и наказание|Железният светилник|Бай Ганьо|\
            Малкият принц|Сто години самота|Осъдени души|Време разделно|Градецът|Изток
            """
        ),
        (
            ["windows-1251"],
            """
            На Дрини ћуприја|Сеобе|Проклета авлија|Хазарски речник|Злочин и казна|Рат и мир|Мали принц|\
            Сто година самоће|Дервиш и смрт|Башта, пепео|Тврђава|Гробница
            """
        ),
        (
            ["windows-1250", "ISO-8859-2"],
            """
            Na Drini ćuprija|Zločin i kazna|Povratak Filipa Latinovicza, četvrto izdanje|Šegrt Hlapić|\
            Priče iz davnine|Čudnovate zgode|Mali princ, šesto izdanje, četiri|\
            Gospoda Glembajevi, drama u tri čina, šest|Sto godina samoće|Tvrđava|Derviš i smrt|\
            Družba Pere Kvržice
            """
        ),
        (
            ["windows-1250"],
            """
            Zločin a trest, román, preložil, štvrté|Vojna a mier, záver, ľudia|Malý princ, ilustrácie|\
            Rok na dedine, kronika, časť|Tisícročná včela|Živý bič|Nevesta hôľ|\
            Kým kohút nezaspieva, hra, dejstvá|Sto rokov samoty, výber|\
            Drak sa vracia, novela, súborné dielo|Pomocník, román|Červené víno
            """
        ),
        (
            ["windows-1254"],
            """
            Yaşar Kemal, İnce Memed|Orhan Pamuk, Beyaz Kale, çeviri|Sabahattin Ali, Kuyucaklı Yusuf|\
            Aziz Nesin, Şimdiki Çocuklar Harika|Nâzım Hikmet, Memleketimden İnsan Manzaraları|\
            Oğuz Atay, Tehlikeli Oyunlar, öyküler|Elif Şafak, Aşk|Ahmet Hamdi Tanpınar, Huzur|\
            Reşat Nuri Güntekin, Yaprak Dökümü|Halide Edib Adıvar, Sinekli Bakkal|\
            Peyami Safa, Dokuzuncu Hariciye Koğuşu|Bilge Karasu, Göçmüş Kediler Bahçesi
            """
        ),
    ]

    /// Of tables with so many titles each, the share that is read without a wrong letter, and how many there are.
    private func share(_ count: Int, in chosen: (String) -> Bool) throws -> (
        right: Double, tables: Int, wrong: [String]
    ) {
        var (right, tables, wrong) = (0, 0, [String]())
        for (encodings, titles) in Self.titles {
            for encoding in encodings where chosen(encoding) {
                let texts = titles.split(separator: "|").map(String.init)
                let bytes = try #require(TableFileTests.encoded(texts.joined(separator: "\n"), as: encoding))
                let rows = bytes.split(separator: UInt8(ascii: "\n"))
                for start in rows.indices {
                    let places = (0..<count).map { (start + $0) % rows.count }
                    let table = places.reduce(Data("isbn,title\n9780439023481,The Hunger Games\n".utf8)) {
                        $0 + Data(",\"".utf8) + rows[$1] + Data("\",Somebody\n".utf8)
                    }
                    guard table.contains(where: { $0 >= 0x80 }) else { continue }
                    tables += 1
                    let read = decoded(Array(table))
                    if places.allSatisfy({ read.text.contains(texts[$0]) }) {
                        right += 1
                    } else {
                        wrong.append("\(encoding) as \(read.name): \(texts[start])")
                    }
                }
            }
        }
        return (Double(right) / Double(tables), tables, wrong)
    }

    private func decoded(_ table: [UInt8]) -> (text: String, name: String) {
        var rest = table
        let encoding = TextEncoding {
            defer { rest = [] }
            return rest
        }
        guard case .legacy(let name) = encoding.form else {
            return (String(decoding: table, as: UTF8.self), "UTF-8")
        }
        let text = LegacyText(name)?.append(table, ends: true) ?? []
        return (String(decoding: text, as: UTF8.self), name)
    }

    @Test(arguments: [(1, 0.89), (2, 0.95), (4, 0.98), (8, 1)])
    func `short tables are read in the encoding that they are in`(count: Int, least: Double) throws {
        let all = try share(count) { _ in true }
        #expect(all.tables > 500)
        #expect(all.right >= least, "\(all.wrong)")
    }

    /// What most tables are in must not be mistaken for something rarer.
    @Test(arguments: [1, 2, 4, 8])
    func `Western European tables are hardly ever mistaken`(count: Int) throws {
        let western = try share(count) { $0 == "windows-1252" }
        #expect(western.right >= 0.99, "\(western.wrong)")
    }
}
