// An inventory's page: what somebody ticks and corrects at the shelf, kept in the browser until it is saved as files.
const { inventory, command } = document.body.dataset;
const isBox = (input) => input.type === "checkbox";
const key = ({ type, dataset: { copy, page } }) =>
  `bookzone-inventory:${inventory}:${copy ?? (type === "checkbox" ? `none:${page}` : page)}`;
const ticks = [...document.querySelectorAll("input[data-copy]")];
const photos = [...document.querySelectorAll("input[data-page]")];
const numbers = photos.filter((input) => !isBox(input));
const boxOf = (number) => number.closest("li").querySelector("input[type=checkbox][data-page]");

/** What somebody says a photo shows; null if nothing yet. */
const decision = (number) => {
  if (boxOf(number)?.checked) return { decision: "rejected", isbn13: null };
  const isbn = isbn13(number.value);
  return isbn ? { decision: "confirmed", isbn13: isbn } : null;
};

let unsaved = false;
const keep = (input, value) => {
  unsaved = true;
  store(key(input), value);
};

const show = () => {
  for (const input of ticks) input.closest("li").classList.toggle("done", input.checked);
  for (const input of numbers) {
    input.disabled = boxOf(input)?.checked ?? false;
    const isWrong = !input.disabled && input.value.trim() !== "" && !isbn13(input.value);
    input.setAttribute("aria-invalid", String(isWrong));
    const { classList } = input.closest("li");
    if (decision(input)) classList.add("done");
    else if (!input.closest("li").querySelector("input[data-copy]:checked")) classList.remove("done");
  }
  const ticked = ticks.filter((input) => input.checked).length;
  const corrected = numbers.filter(decision).length;
  byId("count").textContent = `${ticked} ticked, ${corrected} corrected`;
  byId("save-seen").disabled = ticked === 0;
  byId("save-decisions").disabled = corrected === 0;
};

const save = (file, lines, words) => {
  saveFile(file, lines);
  unsaved = false;
  byId("told").textContent = words;
};

for (const input of [...ticks, ...photos.filter(isBox)]) {
  input.checked = stored(key(input)) !== null;
  input.addEventListener("change", () => {
    keep(input, input.checked ? "1" : null);
    show();
  });
}
for (const input of numbers) {
  input.value = stored(key(input)) ?? "";
  input.addEventListener("input", () => {
    keep(input, input.value.trim() || null);
    show();
  });
}
byId("save-seen").addEventListener("click", () => {
  const lines = ticks.filter((input) => input.checked).map((input) => `${input.dataset.copy}\n`);
  save("seen.txt", lines, `Apply it with: ${command}`);
});
byId("save-decisions").addEventListener("click", () => {
  const lines = numbers.filter(decision).map((input) => {
    const [sha256, page] = input.dataset.page.split(":");
    const said = { by: null, date: new Date().toISOString(), ...decision(input) };
    return `${JSON.stringify({ ...said, page: Number(page), photo: input.dataset.photo, sha256 })}\n`;
  });
  save("decisions.jsonl", lines, "Apply it with: bookzone review --apply decisions.jsonl");
});
addEventListener("beforeunload", (event) => { if (unsaved && !isStored) event.preventDefault(); });
show();
document.documentElement.dataset.ready = Math.round(performance.now());
