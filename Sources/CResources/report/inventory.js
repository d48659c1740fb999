// An inventory's page: what somebody ticks and corrects at the shelf, kept in the browser until it is saved as files.
const { inventory, command } = document.body.dataset;
const key = (input) => `bookzone-inventory:${inventory}:${input.dataset.copy ?? input.dataset.page}`;
const ticks = [...document.querySelectorAll("input[data-copy]")];
const numbers = [...document.querySelectorAll("input[data-page]")];

let unsaved = false;
const keep = (input, value) => {
  unsaved = true;
  store(key(input), value);
};

const show = () => {
  for (const input of ticks) input.closest("li").classList.toggle("done", input.checked);
  for (const input of numbers) {
    const isWrong = input.value.trim() !== "" && !isbn13(input.value);
    input.setAttribute("aria-invalid", String(isWrong));
    input.closest("li").classList.toggle("done", Boolean(isbn13(input.value)));
  }
  const ticked = ticks.filter((input) => input.checked).length;
  const corrected = numbers.filter((input) => isbn13(input.value)).length;
  byId("count").textContent = `${ticked} ticked, ${corrected} corrected`;
  byId("save-seen").disabled = ticked === 0;
  byId("save-decisions").disabled = corrected === 0;
};

const save = (file, lines, words) => {
  saveFile(file, lines);
  unsaved = false;
  byId("told").textContent = words;
};

for (const input of ticks) {
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
  const lines = numbers.filter((input) => isbn13(input.value)).map((input) => {
    const [sha256, page] = input.dataset.page.split(":");
    const decision = { by: null, date: new Date().toISOString(), decision: "confirmed", isbn13: isbn13(input.value) };
    return `${JSON.stringify({ ...decision, page: Number(page), photo: input.dataset.photo, sha256 })}\n`;
  });
  save("decisions.jsonl", lines, "Apply it with: bookzone review --apply decisions.jsonl");
});
addEventListener("beforeunload", (event) => { if (unsaved && !isStored) event.preventDefault(); });
show();
document.documentElement.dataset.ready = Math.round(performance.now());
