// A report's page, fourth part: one photo, what a person says of it, and how it all begins.

// MARK: One photo

let current = null;
/** The list that it was opened from. */
let origin = sheet;

const fact = (table, name, text) => {
  const row = element("tr");
  const head = element("th", "", name);
  head.scope = "row";
  row.append(head, element("td", "", text));
  table.append(row);
};

const showVerdict = (record) => {
  const block = byId("verdict");
  block.replaceChildren();
  const value = record.sha256 && decision(record);
  cover(record, shownISBN(record), block);
  block.append(element("span", `badge ${record.status}`, value ? "[[decided by you]]" : statuses[record.status]));
  block.append(element("p", "main", verdict(record)), element("p", "", sense(record)));
  const areSeveral = severalBooks(record).length > 1;
  for (const reading of value ? [] : record.isbns.slice(1)) {
    const number = Number(reading.book);
    const what = [reading.hyphenated, reading.qualifier, record.titles[reading.isbn13]].filter(Boolean).join(" · ");
    block.append(element("p", "small", areSeveral ? `[[book ${number}: ${what}]]` : `[[also ${what}]]`));
  }
};

const showChoices = (record) => {
  const block = byId("choices");
  block.replaceChildren();
  for (const [place, choice] of record.candidates.entries()) {
    const item = element("div", "choice");
    const closeup = record.closeups[place];
    if (closeup) {
      const image = new Image();
      const text = choice.witnesses[0]?.text ?? choice.hyphenated;
      image.alt = harmless(`[[Close-up of ${text}]]`);
      image.addEventListener("error", () => image.remove(), { once: true });
      image.src = closeup;
      item.append(image);
    }
    cover(record, choice.isbn13, item);
    const name = element("p");
    name.append(element("b", "", choice.hyphenated), element("span", "", ` ${share(choice.confidence)}`));
    item.append(name, element("p", "small", [record.titles[choice.isbn13], choice.reason && said(record, choice.reason)].filter(Boolean).join(" · ")));
    block.append(item);
  }
  const first = record.candidates[0];
  // As in the terminal: what is doubtful takes digits, which have to be looked at.
  if (first && first.confidence >= 0.9) {
    const isbn = first.hyphenated;
    const yes = element("button", "", `[[Yes, ${isbn}]]`);
    yes.type = "button";
    yes.addEventListener("click", () => answer({ isbn13: first.isbn13 }));
    block.append(yes);
  }
};

const readers = { ocr: "[[letters]]", barcode: "[[bars]]", text: "[[text]]", metadata: "[[metadata]]" };

const showEvidence = (record) => {
  const block = byId("evidence");
  block.replaceChildren(element("h3", "", "[[Evidence]]"));
  const table = element("table");
  for (const reading of [...record.isbns, ...record.candidates]) {
    for (const witness of reading.witnesses) {
      const repairs = witness.repairs.join(", ");
      const repaired = repairs ? `; ${`[[repaired ${repairs}]]`}` : "";
      const [reader, angle] = [readers[witness.reader] ?? witness.reader, witness.rotation];
      fact(table, angle ? `[[${reader} at ${angle}°]]` : reader,
        `${witness.text} (${share(witness.confidence)})${repaired} → ${reading.hyphenated}`);
    }
  }
  for (const reading of record.isbns) {
    const words = [share(reading.confidence), reading.label, reading.qualifier, reading.price, reading.reason && said(record, reading.reason), reading.group];
    fact(table, "[[accepted]]", `${reading.hyphenated}: ${words.filter(Boolean).join(" · ")}`);
  }
  for (const other of record.others) fact(table, otherName(other), `${other.value} (${share(other.confidence)})`);
  for (const warning of record.warnings) fact(table, "[[warning]]", said(record, warning));
  if (record.error) fact(table, "[[error]]", said(record, record.error.message));
  if (record.repeats) fact(table, "[[same book as]]", record.repeats.photo + page(record.repeats));
  const { width, height } = record;
  const size = width ? `${`[[${width} × ${height} pixels]]`}, ` : "";
  const time = digits(Math.round(record.milliseconds));
  fact(table, "[[photo]]", `${size}${`[[read in ${time} ms]]`}`);
  fact(table, "[[file]]", record.photo + page(record));
  block.append(table);
};

const showBeside = (record) => {
  const around = neighbours(record, 3, 3).filter((neighbour) => neighbour !== record);
  byId("beside").replaceChildren(...around.map((neighbour) => {
    const button = card(neighbour);
    button.addEventListener("click", () => show(neighbour));
    return button;
  }));
  byId("beside-title").hidden = around.length === 0;
};

const show = (record) => {
  current = record;
  byId("photo-title").textContent = harmless(record.photo) + page(record);
  const into = byId("picture");
  into.replaceChildren();
  picture(record, record.view ?? record.thumbnail, into);
  showVerdict(record);
  byId("decide").hidden = !record.sha256 || record.status === "failed";
  byId("back").hidden = !record.sha256 || !decision(record);
  byId("answer").value = "";
  byId("heard").textContent = "";
  showChoices(record);
  showEvidence(record);
  showBeside(record);
  const place = origin.items.indexOf(record);
  byId("before").disabled = place === 0;
  byId("after").disabled = place >= origin.items.length - 1;
  byId("photo").scrollTop = 0;
  (byId("decide").hidden || record.status === "found" ? byId("close") : byId("answer")).focus();
};

const open = (record, list) => {
  origin = list;
  if (!byId("photo").open) byId("photo").showModal();
  show(record);
};

const step = (by) => {
  const place = origin.items.indexOf(current);
  const next = origin.items[place + by] ?? (place < 0 ? origin.items[0] : undefined);
  if (next) show(next);
  else byId("heard").textContent = by > 0 ? "[[This is the last one.]]" : "[[This is the first one.]]";
};

const person = () => byId("person").value.trim();

const answer = (given) => {
  const record = current;
  const value = { date: new Date().toISOString(), decision: given.isbn13 ? "confirmed" : "rejected" };
  if (given.isbn13) value.isbn13 = given.isbn13;
  if (person()) value.by = person();
  const waiting = asked.items;
  const place = waiting.indexOf(record);
  decide(record, value);
  const next = place < 0 ? undefined : (waiting.slice(place + 1).find(isAsked) ?? waiting.slice(0, place).find(isAsked));
  filter();
  if (next) {
    origin = asked;
    show(next);
    const [name, isbn] = [fileName(record), given.isbn13 && hyphenated(record, given.isbn13)];
    byId("heard").textContent = isbn ? `[[${name}: shows ${isbn}.]]` : `[[${name}: shows no ISBN.]]`;
  } else {
    if (place >= 0) origin = sheet;
    show(record);
    byId("heard").textContent = place >= 0 ? "[[All are decided: close this and save.]]" : "[[Stored.]]";
  }
};

const listen = () => {
  let waiting;
  byId("words").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(`${countPhotos(filter())}.`), 120);
  });
  for (const control of [byId("statuses"), byId("order")]) {
    control.addEventListener("change", () => tell(`${countPhotos(filter())}.`));
  }
  byId("save").addEventListener("click", save);
  byId("more").addEventListener("click", () => {
    areAllAsked = true;
    filter();
    asked.focus(Math.min(FEW, asked.length - 1));
  });
  byId("begin").addEventListener("click", () => open(asked.items[0], asked));
  byId("close").addEventListener("click", () => byId("photo").close());
  byId("before").addEventListener("click", () => step(-1));
  byId("after").addEventListener("click", () => step(1));
  byId("skip").addEventListener("click", () => step(1));
  byId("no").addEventListener("click", () => answer({}));
  byId("back").addEventListener("click", () => {
    decide(current, null);
    filter();
    show(current);
  });
  byId("decide").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = understood(byId("answer").value, readings(current));
    if (given.words) byId("heard").textContent = given.words;
    else answer(given);
  });
  byId("photo").addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
  });
  byId("photo").addEventListener("close", () => {
    const list = [origin, asked, sheet].find((list) => list.items.includes(current));
    if (list) list.focus(list.items.indexOf(current));
    else byId("photos").focus();
  });
  byId("person").value = stored("bookzone-person") ?? "";
  byId("person").addEventListener("change", () => store("bookzone-person", person()));
  let isDrawing = false;
  const redraw = () => {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      const places = [asked.measured(), sheet.measured()];
      asked.draw(places[0]);
      sheet.draw(places[1]);
    });
  };
  addEventListener("scroll", redraw, { passive: true });
  addEventListener("resize", redraw);
  addEventListener("storage", (event) => {
    const changed = records.filter((record) => record.sha256 && key(record) === event.key);
    for (const record of changed) {
      decisions.delete(key(record));
      recall(record);
    }
    if (changed.length && !byId("photo").open) filter();
    showCount();
  });
  addEventListener("beforeunload", (event) => { if (unsaved && !isStored) event.preventDefault(); });
};

const begin = async () => {
  let start = performance.now();
  for (const block of document.querySelectorAll("script.records")) {
    for (const record of JSON.parse(block.textContent)) take(record);
    block.remove();
    if (performance.now() - start > SHARE) {
      await pause();
      start = performance.now();
    }
  }
  for (const label of document.querySelectorAll(".count")) {
    label.textContent = digits(records.filter((record) => record.status === label.dataset.status).length);
  }
  listen();
  showCount();
  filter();
  document.documentElement.dataset.ready = Math.round(performance.now());
};
begin();
