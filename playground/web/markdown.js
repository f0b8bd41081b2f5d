// The part of Discord's markdown that bots use, turned into DOM nodes.

import { el, safeUrl } from "./dom.js";

const INLINE = [
  { pattern: /^\\([^0-9A-Za-z\s])/u, make: (m) => m[1] },
  { pattern: /^``(.+?)``(?!`)/s, make: (m) => el("code", {}, m[1]) },
  { pattern: /^`([^`]+)`/, make: (m) => el("code", {}, m[1]) },
  { pattern: /^\*\*\*(.+?)\*\*\*/s, make: (m, c) => el("strong", {}, el("em", {}, inline(m[1], c))) },
  { pattern: /^\*\*(.+?)\*\*(?!\*)/s, make: (m, c) => el("strong", {}, inline(m[1], c)) },
  { pattern: /^__(.+?)__(?!_)/s, make: (m, c) => el("u", {}, inline(m[1], c)) },
  { pattern: /^~~(.+?)~~/s, make: (m, c) => el("s", {}, inline(m[1], c)) },
  { pattern: /^\|\|(.+?)\|\|/s, make: (m, c) => spoiler(inline(m[1], c)) },
  { pattern: /^\*(?!\s)([^*]+?)\*/, make: (m, c) => el("em", {}, inline(m[1], c)) },
  { pattern: /^_(?!\s)([^_]+?)_(?![a-z0-9])/i, word: true, make: (m, c) => el("em", {}, inline(m[1], c)) },
  { pattern: /^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, make: (m, c) => link(m[2], inline(m[1], c)) },
  { pattern: /^<(https?:\/\/[^\s>]+)>/, make: (m) => link(m[1], [m[1]]) },
  { pattern: /^https?:\/\/[^\s<>]*[^\s<>.,;:!?"')\]]/, make: (m) => link(m[0], [m[0]]) },
  { pattern: /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, make: (m) => moment(Number(m[1]), m[2] || "f") },
  { pattern: /^<@!?(\d+)>/, make: (m, c) => mention(`@${c.user(m[1]) || "somebody"}`, m[1] === c.me) },
  { pattern: /^<@&(\d+)>/, make: () => mention("@role", false) },
  { pattern: /^@(everyone|here)\b/, make: (m) => mention(m[0], true) },
  { pattern: /^<#(\d+)>/, make: (m, c) => place(m[1], c) },
  { pattern: /^<\/([^:>]{1,100}):\d+>/, make: (m, c) => command(m[1], c) },
  { pattern: /^<a?:(\w+):\d+>/, make: (m) => `:${m[1]}:` },
];

function link(url, children) {
  const safe = safeUrl(url);
  return safe ? el("a", { href: safe, target: "_blank", rel: "noopener noreferrer" }, children) : el("span", {}, children);
}

function mention(text, mine) {
  return el("span", { class: mine ? "mention mine" : "mention" }, text);
}

function place(id, context) {
  const name = context.channel(id);
  return el("button", { type: "button", class: "mention", onclick: () => context.go(id), disabled: !name }, `#${name || "gone"}`);
}

function command(name, context) {
  return el("button", { type: "button", class: "mention", onclick: () => context.type(`/${name} `) }, `/${name}`);
}

function spoiler(children) {
  const node = el("button", { type: "button", class: "spoiler", "aria-label": "Spoiler, press to read" }, children);
  node.addEventListener("click", () => {
    node.classList.add("open");
    node.removeAttribute("aria-label");
  });
  return node;
}

/** A time of Discord's `<t:...>`; `tick` updates relative ones. */
function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  const node = el("time", { datetime: Number.isNaN(date.getTime()) ? "" : date.toISOString(), class: "moment", title: full(date) });
  node.dataset.seconds = String(seconds);
  node.dataset.style = style;
  node.textContent = momentText(seconds, style, now());
  return node;
}

let offset = 0;
export const now = () => Date.now() / 1000 + offset;
export function setNow(seconds) {
  offset = seconds - Date.now() / 1000;
  tick();
}

export function tick() {
  for (const node of document.querySelectorAll("time.moment")) {
    node.textContent = momentText(Number(node.dataset.seconds), node.dataset.style, now());
  }
}

// All times are shown in the time zone that the user has chosen.
let zone;
export const zoneName = () => zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
export function setZone(name) {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name || undefined });
    zone = name || undefined;
  } catch {
    zone = undefined;
  }
  tick();
  for (const node of document.querySelectorAll("time.at")) {
    const seconds = Date.parse(node.dateTime) / 1000;
    node.textContent = clockText(seconds);
    node.title = dayText(seconds);
  }
}

const format = (date, options) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone }).format(date);
const full = (date) => format(date, { dateStyle: "full", timeStyle: "short" });

export function clockText(seconds) {
  return format(new Date(seconds * 1000), { hour: "2-digit", minute: "2-digit" });
}

export function dayText(seconds) {
  return format(new Date(seconds * 1000), { dateStyle: "full", timeStyle: "short" });
}

function momentText(seconds, style, at) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "?";
  switch (style) {
    case "t": return format(date, { timeStyle: "short" });
    case "T": return format(date, { timeStyle: "medium" });
    case "d": return format(date, { dateStyle: "short" });
    case "D": return format(date, { dateStyle: "long" });
    case "F": return full(date);
    case "R": return relative(seconds - at);
    default: return format(date, { dateStyle: "long", timeStyle: "short" });
  }
}

export function relative(seconds) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const size = Math.abs(seconds);
  for (const [unit, length] of [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (size >= length * 0.95) return words.format(Math.round(seconds / length), unit);
  }
  return words.format(Math.round(seconds), "second");
}

function inline(text, context) {
  const out = [];
  let plain = "";
  let rest = text;
  let before = "";
  while (rest) {
    const found = special(rest, before);
    if (found) {
      if (plain) out.push(plain);
      plain = "";
      out.push(found.entry.make(found.match, context));
      before = found.match[0].slice(-1);
      rest = rest.slice(found.match[0].length);
    } else {
      before = rest[0];
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function special(rest, before) {
  if (!"\\`*_~|[<h@".includes(rest[0])) return null;
  for (const entry of INLINE) {
    if (entry.word && /\w/.test(before)) continue;
    const match = entry.pattern.exec(rest);
    if (match) return { entry, match };
  }
  return null;
}

/** Whole messages: code blocks, headings, quotes, lists, paragraphs. */
export function markdown(text, context) {
  const out = [];
  const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
  let last = 0;
  for (const match of text.matchAll(fence)) {
    out.push(...lines(text.slice(last, match.index), context));
    out.push(el("pre", { tabindex: "0" }, el("code", {}, match[2])));
    last = match.index + match[0].length;
  }
  out.push(...lines(text.slice(last), context));
  return out;
}

function lines(text, context) {
  const out = [];
  let paragraph = null;
  let list = null;
  for (const line of text.replace(/^\n|\n$/g, "").split("\n")) {
    const heading = /^(#{1,3}) +(.+)/.exec(line);
    const item = /^(\s*)[-*] +(.+)/.exec(line);
    const small = /^-# +(.+)/.exec(line);
    const quote = /^> (.*)/.exec(line);
    if (heading || item || small || quote || !line.trim()) paragraph = null;
    if (!item) list = null;
    if (heading) out.push(el(`h${heading[1].length + 2}`, { class: `h${heading[1].length}` }, inline(heading[2], context)));
    else if (small) out.push(el("p", { class: "small" }, inline(small[1], context)));
    else if (quote) out.push(el("blockquote", {}, inline(quote[1], context)));
    else if (item) {
      if (!list) out.push((list = el("ul", {})));
      list.append(el("li", { class: item[1] ? "inner" : null }, inline(item[2], context)));
    } else if (line.trim()) {
      if (paragraph) paragraph.append(el("br"), ...inline(line, context));
      else out.push((paragraph = el("p", {}, inline(line, context))));
    } else if (out.length) out.push(el("div", { class: "gap" }));
  }
  while (out.length && out.at(-1).className === "gap") out.pop();
  return out;
}
