"""Running text for blurbs, flaps and the pages opposite; written for this set."""

ENGLISH = """\
The ferry did not run on Thursdays, and so it was a Friday before Marian came to the island, with one case \
and a letter that nobody had asked her to bring. The harbour smelled of tar and oranges. A boy took the \
case from her without a word and set off up the hill, and she had no choice but to follow him, past the \
chandler's, past the shuttered school, to the house with the green door. It was smaller than the \
photograph had promised. From the upper window one could see the whole of the bay, the two rocks that the \
fishermen called the Sisters, and, on clear evenings, the lamp on the other shore. She unpacked her books \
first. There were eleven of them, and she knew by the time she had found a shelf for the last that she \
would stay longer than the summer. Nothing in the letter had prepared her for the quiet. Even the gulls \
seemed to keep their distance from the place, and when the wind fell she could hear the clock in the room \
below, which nobody had wound for years and which nevertheless went on. In the morning the boy was back \
with milk and a question."""

GERMAN = """\
Als der alte Kartograph starb, fand man in seiner Werkstatt vierzig Karten von Orten, die es nicht gibt. \
Seine Nichte Johanna, die eigentlich nur den Haushalt auflösen sollte, beginnt zu lesen, zu messen und \
schließlich zu reisen. Was sie findet, ist ein Tal, das auf keiner amtlichen Karte steht, und Menschen, \
die gute Gründe haben, nicht gefunden zu werden."""

FRENCH = """\
Tout commence par une clef oubliée dans la poche d'un manteau acheté aux puces. Elle n'ouvre aucune porte \
de l'immeuble, ni de la rue, ni peut-être de la ville. Pendant trois saisons, Lucien Arbeau la porte sur \
lui, et partout où il va on semble l'attendre."""

SPANISH = """\
En el pueblo de Valdehierro nadie recuerda quién construyó el faro, porque nunca hubo mar. Sin embargo la \
luz se enciende cada noche a las nueve. Cuando llega un joven ingeniero con el encargo de apagarla, los \
vecinos le ofrecen vino, conversación y toda clase de dificultades."""

ROMANIAN = """\
În fiecare toamnă, ceasornicarul din Strada Teilor închide prăvălia și pleacă spre munte cu o singură \
valiză. Nimeni nu știe ce duce în ea. În anul în care nu se mai întoarce, ucenicul lui deschide, în \
sfârșit, sertarul încuiat."""

RUSSIAN = """\
В доме на набережной каждый вечер гаснет одно и то же окно. Молодой архивариус замечает это случайно и \
начинает вести записи. Через год у него три тетради, два врага и ни одного ответа."""


def sentences(text: str, first: int, count: int) -> str:
    """Whole sentences of a text, counted from 0."""
    parts = text.replace("\n", " ").split(". ")[first : first + count]
    return ". ".join(parts).rstrip(".") + "."
