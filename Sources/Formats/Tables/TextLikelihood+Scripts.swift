// The scripts and languages of tables, by the frequency of their letters in titles and names.

extension TextLikelihood {
    /// Western libraries have books in many languages, so words of one beside those of another tell little.
    static let scripts = [
        TextLikelihood(
            ["windows-1252"],
            [
                // French, German, Spanish, Portuguese
                "é è à ê ç œu ô â î û ë ï ù œi æ œd œt œn œc œs ÿ", "ü ä ö ß", "ón ñ á é í ó ú ü",
                "ão ç é á í ó ãe ê õe ã â ú à ô õ",
                // Swedish, Danish and Norwegian, Icelandic, Estonian
                "ä å ö é", "å ø æ é", "ð á í ó þ ö æ é ú ý", "õ ä ü ö š ž",
                // Italian, Catalan, Irish, others
                "à è ù ò é ì", "à è ò ç é í ó ú ï ü", "é á ó í ú",
                "é á í ó ú ü ö ä ñ ç è ê ã â à å ø ô î ï ß æ õ ò ù û ì ë ð þ ý š ž ÿ",
            ], prior: 2.5, mixing: 0.8, isLatin: true),
        TextLikelihood(
            ["windows-1250", "ISO-8859-2"],
            [
                // Polish, Hungarian, Czech, Slovak
                "ł ó ę ą ż ś ć ń ź", "á é ó ö ő í ü ú ű", "á í é ě š ý ř č ž ů ú ť ň ó ď",
                "á í č é ý š ž ú ľ ť ô ó ň ä ď ŕ ĺ",
                // Romanian, Croatian and Slovenian, German, others
                "ă ş â ţ î", "č š ž ć đ", "ü ä ö ß",
                "á é í ó ö ü ú ő ű ł ą ę ś ć ń ż ź č š ž ě ř ý ů ă ş ţ â î đ ň ť ď ľ ä ô ß ŕ ĺ ë ç",
            ], isLatin: true),
        TextLikelihood(["windows-1254"], ["ı ü ş ç ğ ö İ â î û"], prior: -0.5, isLatin: true),
        TextLikelihood(
            ["windows-1251", "KOI8-R", "ISO-8859-5"], ["оеаинтсрвлкмдпуяыьгзбчйхжшющцэфъёіїєґўјљњћђџќѓѕ"]),
        TextLikelihood(["windows-1253", "ISO-8859-7"], ["αοιετσνηυρπκμλςωδγίάόχθέήφύώβξζψϊΐϋΰ"]),
        TextLikelihood(["windows-1255"], ["יוהלרתאבמשםנקדחעפןכגטזסצךףץ"]),
        TextLikelihood(["windows-1256", "ISO-8859-6"], ["اليمنروبتةعدهسفحقكىأجشصطإخضذزئغثظآءؤپگچژ"]),
        TextLikelihood(["GB18030"], [simplified], others: 2000, common: 0xB0...0xD7),
        TextLikelihood(["Big5"], [traditional], others: 2500, common: 0xA4...0xC6),
        TextLikelihood(["EUC-KR"], [korean], prior: 2, others: 2200, common: 0xB0...0xC8),
        TextLikelihood(["Shift_JIS", "EUC-JP"], [japanese], others: 2500),
    ]

    private static let simplified = """
        的一是不人在有了中大国上个这我他们为来生小年学时天地爱说书传记文史世界活美新战争与和平红黑白女子孩王海城山水月\
        风花雪夜春秋梦心情家门道路三二十五第部卷集册全下长高明东西南北京前后无名之你她谁如何什么怎可能自己最好儿童故事\
        百千万孤独罪罚手经济法语言简读者论古代现民社会主义思想哲理解华
        """
    private static let traditional = """
        的一是不人在有了中大國上個這我他們為來生小年學時天地愛說書傳記文史世界活美新戰爭與和平紅黑白女子孩王海城山水月\
        風花雪夜春秋夢心情家門道路三二十五第部卷集冊全下長高明東西南北京前後無名之你她誰如何什麼怎可能自己最好兒童故事\
        百千萬孤獨罪罰手經濟法語言簡讀者論古代現民社會主義思想哲理解華臺灣
        """
    private static let korean = """
        이의는다에을한가고를지은사도인어기로자하나리대시아정서수해그부일과라전장들제마조주여보만무소우상선생국화미세살동안\
        밤있없것말년작공집길책역내성연구신바람원비스모든달행물너트와게요진경문학당설오음실방위교양개심남계관던며면했간발랑
        """
    private static let japanese = """
        のいしたにるとてなんはかをがでーっあこすれらりもくさきまだつインスルトラアッリクドシレジフロマカタコテサメキムニプチ\
        デハバパグウエオナミビベペモノブダホヴャュョちせそえけどみわおようじやゃょひめほろゆべぎごばねげずふむ人一日本大物\
        語夜国女子生小中学会年者上下新書集愛心家道文花月雪海山白黒赤罪罰星王銀河鉄失格門私僕君世界史記
        """
}
