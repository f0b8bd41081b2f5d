// Small helpers. Text only becomes text nodes, so that no text of users or the bot is parsed as HTML.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Only harmless URLs become links. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Discord's URLs of channels and messages lead to places in this page. */
export const JUMP = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

const TINTS = 8;
const tints = new Map();

/** A user's colour by position in the list, so that neighbours differ. */
export function tintPeople(people) {
  people.forEach((person, i) => tints.set(person.name, i % TINTS));
}

export function avatar(name, bot = false) {
  return el("span", { class: `avatar tint${bot ? "bot" : (tints.get(name) ?? TINTS - 1)}`, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());
}

export function toast(text) {
  const note = el("p", {}, text);
  byId("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}
