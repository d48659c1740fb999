// A report's page, third part: photos in lists of any length.

// MARK: Pictures

const SVG = "http://www.w3.org/2000/svg";

/** A box with some room, so that its line hides no digit. */
const around = (box) => {
  const middle = [0, 1].map((axis) => box.reduce((sum, corner) => sum + Number(corner[axis]), 0) / box.length);
  const sides = box.map((corner, place) => Math.hypot(...[0, 1].map((axis) => corner[axis] - box[(place + 1) % box.length][axis])));
  const room = 0.35 * Math.min(...sides);
  return box.map((corner) => {
    const away = [0, 1].map((axis) => corner[axis] - middle[axis]);
    return away.map((part, axis) => Math.round(middle[axis] + part + Math.sign(part) * room)).join(",");
  }).join(" ");
};

/** Where each book of a photo of several has its number. */
const severalBooks = (record) => {
  const books = new Map();
  for (const { book, witnesses } of record.isbns) {
    const box = witnesses.find((witness) => witness.box.length > 2)?.box;
    if (box && !books.has(book)) books.set(book, box);
  }
  return books.size > 1 ? [...books].map(([book, box]) => ({ book, box })) : [];
};

const outlines = (record) => {
  if (!record.width || !record.height) return null;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${Number(record.width)} ${Number(record.height)}`);
  drawing.setAttribute("aria-hidden", "true");
  for (const reading of [...record.isbns, ...record.candidates]) {
    for (const witness of reading.witnesses) {
      if (witness.box.length < 3) continue;
      const shape = document.createElementNS(SVG, "polygon");
      shape.setAttribute("points", around(witness.box));
      if (record.isbns.includes(reading)) shape.setAttribute("class", "accepted");
      drawing.append(shape);
    }
  }
  for (const { book, box } of severalBooks(record)) {
    const number = document.createElementNS(SVG, "text");
    number.setAttribute("x", Math.min(...box.map((corner) => Number(corner[0]))));
    number.setAttribute("y", Math.min(...box.map((corner) => Number(corner[1]))));
    number.setAttribute("font-size", Math.max(Number(record.width), Number(record.height)) / 18);
    number.textContent = String(Number(book));
    drawing.append(number);
  }
  return drawing;
};

const picture = (record, source, into) => {
  if (!source) {
    into.append(element("span", "gone", record.status === "failed" ? "[[could not be read]]" : "[[no picture]]"));
    return;
  }
  const image = new Image();
  image.alt = "";
  image.loading = "lazy";
  image.decoding = "async";
  image.addEventListener("error", () => image.replaceWith(element("span", "gone", "[[no picture]]")), { once: true });
  image.src = source;
  into.append(image);
  const drawing = outlines(record);
  if (drawing) into.append(drawing);
};

/** The cover of a book as the store has it, beside what is said about it. */
const cover = (record, isbn, into) => {
  const source = record.covers[isbn];
  if (!source) return;
  const image = new Image();
  image.className = "cover";
  image.alt = "";
  image.loading = "lazy";
  image.addEventListener("error", () => image.remove(), { once: true });
  image.src = source;
  into.append(image);
};

/** The ISBN that a photo shows, as far as it is known. */
const shownISBN = (record) => {
  const value = record.sha256 && decision(record);
  return value ? value.isbn13 : readings(record)[0]?.isbn13;
};

const words = (record, title) => {
  const block = element("span", "words-of");
  if (title) cover(record, shownISBN(record), block);
  block.append(element("span", "isbn", verdict(record)));
  if (title) block.append(element("span", "small title", sense(record)));
  block.append(element("span", "small", fileName(record) + page(record)));
  return block;
};

const card = (record) => {
  const button = element("button", `card ${record.status}`);
  button.type = "button";
  if (record.sha256 && decision(record)) button.classList.add("decided");
  const frame = element("span", "frame");
  picture(record, record.thumbnail, frame);
  button.append(frame, words(record, true));
  button.setAttribute("aria-label", harmless(
    `${fileName(record)}${page(record)}: ${statuses[record.status]}, ${verdict(record)}. ${sense(record)}`));
  button.title = harmless(record.photo);
  return button;
};

/** A photo that a person is to decide on, between the two beside it. */
const wideCard = (record) => {
  const wide = element("div", "wide");
  const around = neighbours(record, 1, 1);
  const place = around.indexOf(record);
  const side = (neighbour) => {
    const block = element("div", "beside");
    if (!neighbour) return block;
    const frame = element("span", "frame");
    picture(neighbour, neighbour.thumbnail, frame);
    block.append(frame, words(neighbour, true));
    return block;
  };
  wide.append(side(around[place - 1]), card(record), side(around[place + 1]));
  return wide;
};

// MARK: Lists

/** A list of any length, of which no more is in the page than can be seen. Arrows go through it, Tab past it. */
class LongList {
  constructor(container, name, rowHeight, columns, make) {
    Object.assign(this, { container, rowHeight, columns, make, items: [], limit: Infinity, rows: new Map(), current: 0, across: 1 });
    container.setAttribute("role", "list");
    container.setAttribute("aria-label", name);
    container.addEventListener("keydown", (event) => this.key(event));
    container.addEventListener("click", (event) => {
      const cell = event.target.closest("button.card")?.closest("[data-item]");
      if (cell) open(this.items[Number(cell.dataset.item)], this);
    });
    container.addEventListener("focusin", (event) => {
      const cell = event.target.closest("[data-item]");
      if (cell) this.mark(Number(cell.dataset.item));
    });
  }

  /** How many of the items are to be seen. */
  get length() { return Math.min(this.items.length, this.limit); }

  show(items, limit = Infinity) {
    this.items = items;
    this.limit = limit;
    this.current = Math.min(this.current, Math.max(0, this.length - 1));
    this.redraw();
  }

  redraw() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw(this.measured());
  }

  /** Where it is now. Whoever draws several lists asks this of all before: between, the browser would lay all out anew. */
  measured() {
    return { top: this.container.getBoundingClientRect().top, width: this.container.clientWidth };
  }

  draw({ top, width }) {
    const across = Math.max(1, this.columns(width));
    if (across !== this.across) {
      this.across = across;
      for (const row of this.rows.values()) row.remove();
      this.rows.clear();
    }
    const all = Math.ceil(this.length / across);
    const height = `${all * this.rowHeight}px`;
    if (this.container.style.height !== height) this.container.style.height = height;
    const first = Math.max(0, Math.floor((-top - 400) / this.rowHeight));
    const last = Math.min(all - 1, Math.floor((innerHeight - top + 400) / this.rowHeight));
    const kept = this.length ? Math.floor(this.current / across) : -1;
    for (const [number, row] of this.rows) {
      if ((number < first || number > last) && number !== kept) {
        row.remove();
        this.rows.delete(number);
      }
    }
    for (let number = first; number <= last; number += 1) this.row(number);
    if (kept >= 0) this.row(kept);
  }

  row(number) {
    if (this.rows.has(number)) return;
    const row = element("div", "row");
    row.style.top = `${number * this.rowHeight}px`;
    row.style.height = `${this.rowHeight}px`;
    row.style.gridTemplateColumns = `repeat(${this.across}, minmax(0, 1fr))`;
    const end = Math.min(this.length, (number + 1) * this.across);
    for (let item = number * this.across; item < end; item += 1) {
      const cell = element("div");
      cell.setAttribute("role", "listitem");
      cell.setAttribute("aria-posinset", item + 1);
      cell.setAttribute("aria-setsize", this.items.length);
      cell.dataset.item = item;
      cell.append(this.make(this.items[item]));
      cell.querySelector("button.card").tabIndex = item === this.current ? 0 : -1;
      row.append(cell);
    }
    // In their order, which is that of reading aloud.
    const next = [...this.rows.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
    this.container.insertBefore(row, next === undefined ? null : this.rows.get(next));
    this.rows.set(number, row);
  }

  button(item) { return this.container.querySelector(`[data-item="${item}"] button.card`); }

  mark(item) {
    if (item === this.current) return;
    const before = this.button(this.current);
    if (before) before.tabIndex = -1;
    this.current = item;
    const now = this.button(item);
    if (now) now.tabIndex = 0;
  }

  focus(item) {
    if (item >= this.limit) this.show(this.items);
    this.row(Math.floor(item / this.across));
    this.mark(item);
    const button = this.button(item);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "nearest" });
    this.draw(this.measured());
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const screen = this.across * Math.max(1, Math.floor(innerHeight / this.rowHeight));
    const isMirrored = getComputedStyle(this.container).direction === "rtl";
    const steps = {
      ArrowLeft: isMirrored ? 1 : -1, ArrowRight: isMirrored ? -1 : 1, ArrowUp: -this.across,
      ArrowDown: this.across, PageUp: -screen, PageDown: screen, Home: -this.length, End: this.length,
    };
    const step = steps[event.key];
    if (step === undefined || this.length === 0) return;
    event.preventDefault();
    this.focus(Math.min(this.length - 1, Math.max(0, this.current + step)));
  }
}

const asked = new LongList(byId("asked"), "[[Photos to review]]", 262, () => 1, wideCard);
const sheet = new LongList(byId("sheet"), "[[All photos]]", 262, (width) => Math.floor((width + 14) / 214), card);

const orders = {
  run: (a, b) => a.place - b.place,
  slow: (a, b) => b.milliseconds - a.milliseconds || a.place - b.place,
  doubt: (a, b) => sureness(a) - sureness(b) || a.place - b.place,
};
const sureness = (record) => readings(record)[0]?.confidence ?? 2;

/** So many photos to decide on are shown at first, so that the others are not far. */
const FEW = 2;
let areAllAsked = false;

const filter = () => {
  const terms = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = new Set([...byId("statuses").querySelectorAll("input:checked")].map((box) => box.value));
  const shown = records.filter((record) =>
    statuses.has(record.status) && terms.every((term) => searched(record).includes(term)));
  shown.sort(orders[byId("order").value]);
  const open = shown.filter(isAsked);
  byId("asking").hidden = open.length === 0;
  const photos = countPhotos(open);
  byId("asking-title").textContent = `[[To review: ${photos}]]`;
  const [some, all] = [countPhotos(shown), digits(filesOf(records))];
  byId("photos-title").textContent = shown.length === records.length ? some : `[[${some} of ${all}]]`;
  const few = areAllAsked || open.length <= FEW + 1 ? Infinity : FEW;
  byId("more").hidden = few === Infinity;
  const number = digits(open.length);
  byId("more").textContent = `[[Show all ${number}]]`;
  asked.show(open, few);
  sheet.show(shown);
  return shown;
};
