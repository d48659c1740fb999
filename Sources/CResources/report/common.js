// What the pages of all reports begin with: the browser's storage, files that are saved, and ISBNs.

const byId = (id) => document.getElementById(id);

/** Whether the browser stores what it is given. */
let isStored = true;

const stored = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    isStored = false;
    return null;
  }
};

const store = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    isStored = false;
  }
};

const saveFile = (name, lines) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: name.endsWith(".jsonl") ? "application/jsonl" : "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

const digit10 = (nine) => {
  const sum = [...nine].reduce((sum, digit, place) => sum + (10 - place) * Number(digit), 0);
  return "0123456789X"[(11 - (sum % 11)) % 11];
};
const digit13 = (twelve) => {
  const sum = [...twelve].reduce((sum, digit, place) => sum + (place % 2 ? 3 : 1) * Number(digit), 0);
  return String((10 - (sum % 10)) % 10);
};

/** The thirteen digits of an ISBN in any form; null for what is none. */
const isbn13 = (text) => {
  const plain = text.replace(/^\s*isbn(-1[03])?:?/i, "").replace(/[\s\u2010-\u2015-]/g, "").toUpperCase();
  if (/^\d{9}[\dX]$/.test(plain)) {
    if (digit10(plain.slice(0, 9)) !== plain[9]) return null;
    const twelve = "978" + plain.slice(0, 9);
    return twelve + digit13(twelve);
  }
  if (!/^97[89]\d{10}$/.test(plain) || plain.startsWith("9790")) return null;
  return digit13(plain.slice(0, 12)) === plain[12] ? plain : null;
};
