// An inventory's page: what somebody ticks and corrects at the shelf, kept in the browser until it is saved as files.
const { inventory, ticking, correcting } = document.body.dataset;
const isBox = (input) => input.type === "checkbox";
const key = ({ dataset: { copy, says, page, position } }) =>
  `bookzone-inventory:${inventory}:${copy ?? [says, page, position ?? ""].join(":")}`;
const ticks = [...document.querySelectorAll("input[data-copy]")];
const fields = [...document.querySelectorAll("input[data-says]")];

/** Whether another field makes this one meaningless: a book that is not in the photo has no other number. */
const isOut = ({ dataset: { says, page, position } }) => fields.some(
  (box) => box.checked && box.dataset.page === page && box.dataset.says !== says
    && (box.dataset.says === "none" || (says === "other" && box.dataset.position === position)));

/** What a field says of its photo; null if nothing yet. */
const correction = (field) => {
  const { says, page, position, isbn, photo } = field.dataset;
  const right = isBox(field) ? null : isbn13(field.value);
  if (isOut(field) || (isBox(field) ? !field.checked : !right)) return null;
  const wrong = position === undefined ? null : { position: Number(position), isbn13: isbn || null };
  const [sha256, number] = page.split(":");
  return { photo, sha256, page: Number(number), wrong, right };
};

/** What all fields say. Further books come last, when it is known how many copies of them the photo shows by then. */
const corrections = () => {
  const isFurther = ({ dataset: { says } }) => says === "further";
  const said = fields.filter((field) => !isFurther(field)).map(correction).filter(Boolean);
  for (const field of fields.filter(isFurther)) {
    const further = correction(field);
    if (!further) continue;
    const here = said.filter(({ sha256, page }) => sha256 === further.sha256 && page === further.page);
    const count = (numbers) => numbers.filter((number) => number === further.right).length;
    const copies = 1 + count(field.dataset.shown.split(" ")) + count(here.map(({ right }) => right))
      - count(here.map(({ wrong }) => wrong?.isbn13));
    said.push({ ...further, copies: Math.max(1, copies) });
  }
  return said;
};

let unsaved = false;
const keep = (input, value) => {
  unsaved = true;
  store(key(input), value);
};

const show = () => {
  for (const field of fields) {
    field.disabled = isOut(field);
    if (isBox(field)) continue;
    const isWrong = !field.disabled && field.value.trim() !== "" && !isbn13(field.value);
    field.setAttribute("aria-invalid", String(isWrong));
  }
  const corrected = fields.filter(correction);
  const done = new Set([...ticks.filter((input) => input.checked), ...corrected].map((input) => input.closest("li")));
  for (const item of document.querySelectorAll(".findings li")) item.classList.toggle("done", done.has(item));
  const ticked = ticks.filter((input) => input.checked).length;
  byId("count").textContent = `${ticked} ticked, ${corrected.length} corrected`;
  byId("save-seen").disabled = ticked === 0;
  byId("save-corrections").disabled = corrected.length === 0;
};

const save = (file, lines, words) => {
  saveFile(file, lines);
  unsaved = false;
  byId("told").textContent = words;
};

for (const input of [...ticks, ...fields]) {
  const value = stored(key(input));
  if (isBox(input)) input.checked = value !== null;
  else input.value = value ?? "";
  input.addEventListener(isBox(input) ? "change" : "input", () => {
    keep(input, isBox(input) ? (input.checked ? "1" : null) : input.value.trim() || null);
    show();
  });
}
byId("save-seen").addEventListener("click", () => {
  const lines = ticks.filter((input) => input.checked).map((input) => `${input.dataset.copy}\n`);
  save("seen.txt", lines, `Apply it with: ${ticking}`);
});
byId("save-corrections").addEventListener("click", () => {
  const lines = corrections().map((said) => `${JSON.stringify(said)}\n`);
  save("corrections.jsonl", lines, `Apply it with: ${correcting}`);
});
addEventListener("beforeunload", (event) => { if (unsaved && !isStored) event.preventDefault(); });
show();
document.documentElement.dataset.ready = Math.round(performance.now());
