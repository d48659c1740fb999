// An inventory's page: what somebody ticks and corrects at the shelf, kept in the browser until it is saved as files.
"use strict";
{
const byId = (id) => document.getElementById(id);
const { inventory, command } = document.body.dataset;
const key = (input) => `bookzone-inventory:${inventory}:${input.dataset.copy ?? input.dataset.page}`;
const ticks = [...document.querySelectorAll("input[data-copy]")];
const numbers = [...document.querySelectorAll("input[data-page]")];

const stored = (input) => {
  try {
    return localStorage.getItem(key(input));
  } catch {
    return null;
  }
};

let unsaved = false;
let isStored = true;
const store = (input, value) => {
  unsaved = true;
  try {
    if (value) localStorage.setItem(key(input), value);
    else localStorage.removeItem(key(input));
  } catch {
    isStored = false;
  }
};

/** The thirteen digits of an ISBN; null if it is none. */
const isbn = (text) => {
  const digits = text.toUpperCase().replace(/[^0-9X]/g, "");
  const body = digits.length === 10 ? `978${digits.slice(0, 9)}` : digits.slice(0, 12);
  if (!/^97[89]\d{9}$/.test(body)) return null;
  const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1), 0);
  const whole = body + ((10 - (sum % 10)) % 10);
  if (digits.length === 13) return digits === whole ? whole : null;
  if (digits.length !== 10) return null;
  const ten = [...digits].reduce((all, digit, place) => all + (digit === "X" ? 10 : Number(digit)) * (10 - place), 0);
  return ten % 11 === 0 && !digits.slice(0, 9).includes("X") ? whole : null;
};

const show = () => {
  for (const input of ticks) input.closest("li").classList.toggle("done", input.checked);
  for (const input of numbers) {
    const isWrong = input.value.trim() !== "" && !isbn(input.value);
    input.setAttribute("aria-invalid", String(isWrong));
    input.closest("li").classList.toggle("done", Boolean(isbn(input.value)));
  }
  const ticked = ticks.filter((input) => input.checked).length;
  const corrected = numbers.filter((input) => isbn(input.value)).length;
  byId("count").textContent = `${ticked} ticked, ${corrected} corrected`;
  byId("save-seen").disabled = ticked === 0;
  byId("save-decisions").disabled = corrected === 0;
};

const save = (file, lines, words) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "text/plain" }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  unsaved = false;
  byId("told").textContent = words;
};

for (const input of ticks) {
  input.checked = stored(input) !== null;
  input.addEventListener("change", () => {
    store(input, input.checked ? "1" : null);
    show();
  });
}
for (const input of numbers) {
  input.value = stored(input) ?? "";
  input.addEventListener("input", () => {
    store(input, input.value.trim());
    show();
  });
}
byId("save-seen").addEventListener("click", () => {
  const lines = ticks.filter((input) => input.checked).map((input) => `${input.dataset.copy}\n`);
  save("seen.txt", lines, `Apply it with: ${command}`);
});
byId("save-decisions").addEventListener("click", () => {
  const lines = numbers.filter((input) => isbn(input.value)).map((input) => {
    const [sha256, page] = input.dataset.page.split(":");
    const decision = { by: null, date: new Date().toISOString(), decision: "confirmed", isbn13: isbn(input.value) };
    return `${JSON.stringify({ ...decision, page: Number(page), photo: input.dataset.photo, sha256 })}\n`;
  });
  save("decisions.jsonl", lines, "Apply it with: bookzone review --apply decisions.jsonl");
});
addEventListener("beforeunload", (event) => { if (unsaved && !isStored) event.preventDefault(); });
show();
document.documentElement.dataset.ready = Math.round(performance.now());
}
