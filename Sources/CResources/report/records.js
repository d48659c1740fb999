// A report's page, second part: the records that stand in it, and what a person decides, kept until that is saved. Text of
// photos, files and books only ever becomes text, never markup.

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Milliseconds of work after which the page gets a chance to answer. */
const SHARE = 25;

// MARK: Text

const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const harmless = (text) => String(text).replace(/[\t\n\r]/g, " ").replace(steering, "\ufffd");

const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) {
    // Titles and names run in their own direction, whatever stands around them.
    made.dir = "auto";
    made.textContent = harmless(text);
  }
  return made;
};

const fileName = (record) => record.photo.slice(record.photo.lastIndexOf("/") + 1) || record.photo;
const folder = (record) => record.photo.slice(0, record.photo.lastIndexOf("/") + 1);
const page = (record) => {
  const { page: number } = record;
  return number > 1 ? `, ${`[[page ${number}]]`}` : "";
};
/** Numbers as the page's language has them. */
const digits = (number) => number.toLocaleString(region, { maximumFractionDigits: 3 });
const share = (confidence) => digits(Math.floor(confidence * 1000) / 1000);
/** The form of a text for a number, of all that the language has; they get the number as it is shown. */
const plural = (number, forms) => forms(digits(number))[Number(pluralForm(number))];
/** What a record says in English, in the page's language. */
const said = (record, text) => record.said[text] ?? text;
const statuses = { found: "[[found]]", uncertain: "[[uncertain]]", none: "[[without an ISBN]]", failed: "[[failed]]" };

// MARK: Decisions

/** By photo and page; in the browser's own storage, where it has one, so that closing the page loses nothing. */
const decisions = new Map();
const key = (record) => `bookzone:${record.sha256}:${record.page}`;

const isDecision = (value) =>
  value !== null && typeof value === "object" && typeof value.date === "string" &&
  (value.decision === "rejected" || (value.decision === "confirmed" && isbn13(String(value.isbn13)) === value.isbn13));

const recall = (record) => {
  if (!record.sha256) return;
  const text = stored(key(record));
  if (text === null) return;
  try {
    const value = JSON.parse(text);
    if (!isDecision(value)) return;
    const first = record.isbns[0];
    const isTakenOver = value.isbn13 && first?.isbn13 === value.isbn13 && first.reason === "confirmed by a person";
    if (isTakenOver) store(key(record), null);
    else decisions.set(key(record), value);
  } catch {
    // Whatever else lies under this name is no decision.
  }
};

const decision = (record) => decisions.get(key(record));

const decide = (record, value) => {
  if (value) decisions.set(key(record), value);
  else decisions.delete(key(record));
  store(key(record), value ? JSON.stringify(value) : null);
  unsaved = true;
  showCount();
};

let unsaved = false;

const line = (record, value) => {
  const object = {
    by: value.by ?? null, date: value.date, decision: value.decision, isbn13: value.isbn13 ?? null,
    page: record.page, photo: record.photo, sha256: record.sha256,
  };
  return JSON.stringify(object) + "\n";
};

const save = () => {
  const seen = new Set();
  const lines = [];
  for (const record of records) {
    const value = record.sha256 && decision(record);
    if (!value || seen.has(key(record))) continue;
    seen.add(key(record));
    lines.push(line(record, value));
  }
  saveFile("decisions.jsonl", lines);
  unsaved = false;
  const number = lines.length;
  tell(`[[Saved ${number} decision. Apply it with:|Saved ${number} decisions. Apply them with:]] bookzone review --apply decisions.jsonl`);
};

const showCount = () => {
  const number = decisions.size;
  byId("save").disabled = number === 0;
  byId("save").textContent = number === 0 ? "[[Save decisions]]" : `[[Save ${number} decision|Save ${number} decisions]]`;
  if (!isStored && number > 0) tell("[[This browser can't store decisions. Save them before you close the page.]]");
};

const tell = (words) => { byId("told").textContent = words; };

// MARK: ISBNs

/** As `bookzone review` takes it: four last digits of a candidate, or a whole ISBN. */
const understood = (text, choices) => {
  const typed = text.trim();
  if (typed === "") return { words: "[[Type the ISBN as the photo shows it.]]" };
  if (/^\d{3}[\dX]$/i.test(typed)) {
    const end = typed.toUpperCase();
    const fitting = choices.filter((choice) => choice.isbn13.endsWith(end) || (choice.isbn10 ?? "").endsWith(end));
    if (fitting.length === 1) return { isbn13: fitting[0].isbn13 };
    return { words: fitting.length ? "[[Several candidates end in these digits: type the whole ISBN.]]" : "[[No candidate ends in these digits: type the whole ISBN.]]" };
  }
  const isbn = isbn13(typed);
  return isbn ? { isbn13: isbn } : { words: "[[Not an ISBN: a digit is wrong, missing or extra.]]" };
};

// MARK: Records

const records = [];
/** Of each folder its records, in the order in which they were read. */
const folders = new Map();

const isAsked = (record) => record.status === "uncertain" && record.sha256 && !decision(record);
const readings = (record) => (record.isbns.length ? record.isbns : record.candidates);
/** Numbers that are no ISBNs: `LCCN 65021362`. */
const otherName = (other) => ({ bnf: "BnF", label: "[[label]]" })[other.kind] ?? other.kind.toUpperCase();
const otherNumbers = (record) => record.others.map((other) => `${otherName(other)} ${other.value}`);

const verdict = (record) => {
  const value = record.sha256 && decision(record);
  if (value) return value.isbn13 ? hyphenated(record, value.isbn13) : "[[no ISBN]]";
  if (record.status === "found") return record.isbns[0].hyphenated;
  if (record.status === "uncertain") return record.candidates.length ? `${record.candidates[0].hyphenated}?` : statuses.uncertain;
  return record.status === "none" ? (record.named ?? "[[No ISBN found]]") : "[[could not be read]]";
};

const hyphenated = (record, isbn) =>
  [...record.isbns, ...record.candidates].find((reading) => reading.isbn13 === isbn)?.hyphenated ?? isbn;

/** The book's title; for what has none why it is as it is. */
const sense = (record) => {
  const value = record.sha256 && decision(record);
  if (value) return record.titles[value.isbn13] ?? "[[decided by you]]";
  if (record.error) return said(record, record.error.message);
  const first = readings(record)[0];
  const title = first && record.titles[first.isbn13];
  if (title) return title;
  if (record.status === "uncertain") return first?.reason ? said(record, first.reason) : "[[not sure]]";
  if (record.repeats) {
    const name = fileName(record.repeats);
    return `[[same book as ${name}]]`;
  }
  return otherNumbers(record).join(", ");
};

const searched = (record) => {
  record.words ??= [
    record.photo, statuses[record.status], ...[...record.isbns, ...record.candidates].flatMap((reading) =>
      [reading.isbn13, reading.isbn10, reading.hyphenated, reading.label, reading.qualifier, reading.reason]),
    ...Object.values(record.titles), record.named, record.error?.message, ...record.warnings,
    ...Object.values(record.said), ...otherNumbers(record),
  ].filter(Boolean).join(" ").toLowerCase();
  return record.words;
};

const take = (record) => {
  record.place = records.length;
  // As a scan counts: pages of a photo follow each other, a document has one record, and standard input has photos alone.
  const last = records[records.length - 1];
  const isFurther = last && record.photo === last.photo && record.page > last.page && record.photo !== "-";
  record.file = last ? last.file + (isFurther ? 0 : 1) : 0;
  records.push(record);
  const name = folder(record);
  const beside = folders.get(name) ?? [];
  if (beside.length === 0) folders.set(name, beside);
  record.besidePlace = beside.length;
  beside.push(record);
  recall(record);
};

const filesOf = (some) => new Set(some.map((record) => record.file)).size;

/** `3 photos`, `1 photo with 10 pages`. */
const countPhotos = (some) => {
  const [files, all] = [filesOf(some), some.length];
  const photos = `[[${files} photo|${files} photos]]`;
  if (all === files) return photos;
  const pages = `[[${all} page|${all} pages]]`;
  return `[[${photos} with ${pages}]]`;
};

/** The photos beside one in its folder: at most so many before and after it. */
const neighbours = (record, before, after) => {
  const beside = folders.get(folder(record));
  const from = Math.max(0, record.besidePlace - before);
  return beside.slice(from, record.besidePlace + after + 1);
};
