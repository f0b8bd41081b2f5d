// The page: where it stands, what it shows of that, and what keys, buttons and slider do.
// All words come from the data; nothing of the data is ever read as markup.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const SECONDS_A_STEP = 0.9;
const DARK = 0;
const LIGHT = 1;
const SHORT = 5; // lines of a step; more of them are folded, so that the points are near
const LEAP = 10; // steps of page up and page down

let at = -1;
let playing = null;
let mosaic = null;

/** A sentence of the data with its numbers. */
function say(key, values = {}) {
  return data.say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function made(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}

function coloured(node, seat) {
  if (seat !== undefined && seat !== null) node.style.setProperty("--seat", data.seats[seat].fill);
  return node;
}

/** What is said once and holds until it is said anew is written out for every step. */
function filled(steps) {
  let before = {};
  for (const step of steps) {
    for (const name of ["scores", "tally", "origins", "held", "head"]) step[name] ??= before[name];
    before = step;
  }
  return steps;
}

const steps = filled(data.steps);
const end = steps.length - 1;

function lines(step) {
  return step.story.map((n) => data.texts[n]);
}

function track() {
  return document.documentElement.dataset.theme === "light" ? LIGHT : DARK;
}

// --- what a step shows

function showPoints(step) {
  const open = [...$("points").querySelectorAll("li")].map((li) => li.classList.contains("open"));
  const focused = [...$("points").querySelectorAll("button")].indexOf(document.activeElement);
  const rows = data.seats.map((seat, n) => {
    const li = coloured(made("li"), n);
    li.classList.toggle("open", Boolean(open[n]));
    const button = made("button");
    button.type = "button";
    button.setAttribute("aria-expanded", String(Boolean(open[n])));
    button.setAttribute("aria-controls", `why-${n}`);
    const name = made("span", seat.called, "name");
    if (step.seat === n) name.append(made("span", say("moved"), "moved"));
    button.append(name, made("span", String(step.scores[n]), "n"));
    button.append(made("span", say("why"), "unseen"));
    button.addEventListener("click", () => toggled(li, button));
    li.addEventListener("mouseleave", () => li.classList.remove("shut"));
    li.append(button, why(step, n));
    return li;
  });
  $("points").querySelector("ul").replaceChildren(...rows);
  if (focused >= 0) $("points").querySelectorAll("button")[focused].focus();
}

function toggled(li, button) {
  const open = li.classList.toggle("open");
  li.classList.toggle("shut", !open);
  button.setAttribute("aria-expanded", String(open));
}

/** What the points of a seat are made of, and what gave the last of them. */
function why(step, seat) {
  const box = made("div", undefined, "why");
  box.id = `why-${seat}`;
  const list = made("dl");
  data.tally.forEach((name, n) => {
    if (step.tally[n][seat]) list.append(made("dt", name), made("dd", String(step.tally[n][seat])));
    for (const [, text] of step.origins[seat].filter(([kind]) => kind === n && step.tally[n][seat])) {
      const p = made("dd", data.texts[text], "from");
      list.append(p);
    }
  });
  box.append(list);
  if (!list.children.length) box.append(made("p", say("no_points")));
  for (const [reason, points, entry] of gains(seat)) {
    const p = made("p", say("gain", { n: entry, points: points > 0 ? `+${points}` : points, story: data.texts[reason] }));
    box.append(p);
  }
  if (data.say.sheet_rule) box.append(made("p", say("sheet_rule")));
  return box;
}

/** What gave a seat points up to here, the newest first. */
function gains(seat) {
  const found = [];
  for (let n = at; n >= 0 && found.length < 3; n--) {
    for (const [whose, points, reason, entry] of steps[n].gains || []) {
      if (whose === seat) found.push([reason, points, entry]);
    }
  }
  return found;
}

function showSecrets(step) {
  const nodes = [];
  data.seats.forEach((seat, n) => {
    const held = step.held && step.held[n] !== null ? data.texts[step.held[n]] : "";
    const told = (step.told || []).filter(([whose]) => whose === n).map(([, text]) => data.texts[text]);
    if (!held && !told.length) return;
    const head = coloured(made("h3", seat.called), n);
    head.dir = "auto";
    const box = made("div");
    box.append(head);
    for (const text of told) box.append(made("p", say("told", { story: text }), "told"));
    if (held) box.append(made("pre", held));
    nodes.push(box);
  });
  $("secrets").hidden = !data.secrets;
  $("secrets").querySelector("div").replaceChildren(...nodes);
}

/** Where a step is, by the numbers of the log. */
function where(step) {
  return say("step", { n: step.entry, head: data.texts[step.head] });
}

function showNow(step) {
  const head = made("p", where(step), "head");
  const told = lines(step).map((line) => made("p", line));
  if (told.length > SHORT) {
    const rest = made("details");
    const hidden = told.splice(SHORT - 1);
    rest.append(made("summary", say("more", { n: hidden.length })), ...hidden);
    told.push(rest);
  }
  if (step.at) head.append(` · ${new Date(step.at * 1000).toLocaleString(data.lang, { dateStyle: "medium", timeStyle: "short" })}`);
  $("now").replaceChildren(head, ...told);
  coloured($("now"), step.seat);
  $("now").style.borderColor = step.seat === null ? "" : data.seats[step.seat].fill;
}

function showStory(before) {
  const list = $("story").querySelector("ol");
  const buttons = list.querySelectorAll("button");
  if (before >= 0) buttons[before].removeAttribute("aria-current");
  buttons[at].setAttribute("aria-current", "step");
  const row = buttons[at].getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - box.height / 3;
}

function go(to) {
  const wanted = Math.max(0, Math.min(end, to));
  const before = at;
  if (wanted === before) return;
  at = wanted;
  const step = steps[at];
  mosaic.show(track(), at);
  $("table").setAttribute("aria-label", say("table", { head: data.texts[step.head], story: lines(step).join(" ") }));
  $("slider").value = String(at);
  $("slider").setAttribute("aria-valuetext", where(step));
  for (const [id, off] of [["first", at === 0], ["back", at === 0], ["on", at === end], ["last", at === end]]) {
    $(id).disabled = off;
  }
  showNow(step);
  showPoints(step);
  showSecrets(step);
  showStory(before);
}

// --- what people do

function halt() {
  clearInterval(playing);
  playing = null;
  $("play").setAttribute("aria-pressed", "false");
  $("play").setAttribute("aria-label", say("play"));
  $("now").setAttribute("aria-live", "polite");
}

function play() {
  if (playing) {
    halt();
    return;
  }
  if (at === end) go(0);
  $("play").setAttribute("aria-pressed", "true");
  $("play").setAttribute("aria-label", say("halt"));
  $("now").setAttribute("aria-live", "off"); // nobody can listen so quickly
  playing = setInterval(() => (at === end ? halt() : go(at + 1)), SECONDS_A_STEP * 1000);
}

function moved(to) {
  halt();
  go(to);
}

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("pre, #frame.large")) return;
  const forward = document.documentElement.dir === "rtl" ? -1 : 1;
  const acts = {
    ArrowRight: () => moved(at + forward), ArrowLeft: () => moved(at - forward), Home: () => moved(0), End: () => moved(end),
    PageUp: () => moved(at - LEAP), PageDown: () => moved(at + LEAP), " ": play,
  };
  if (event.key === "Escape") {
    document.querySelectorAll("#points li").forEach((li) => {
      li.classList.remove("open");
      li.classList.add("shut");
      li.querySelector("button").setAttribute("aria-expanded", "false");
    });
  }
  const busy = event.key === " " && event.target.closest("button, summary");
  if (!(event.key in acts) || busy) return;
  event.preventDefault();
  acts[event.key]();
}

function themed(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = say(theme === "light" ? "dark" : "light");
  if (at >= 0) mosaic.show(track(), at);
}

function enlarged() {
  const large = $("frame").classList.toggle("large");
  $("zoom").setAttribute("aria-pressed", String(large));
  const frame = $("frame");
  if (!large) {
    frame.removeAttribute("tabindex");
    return;
  }
  frame.tabIndex = 0; // keys of the browser scroll it
  frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2);
}

async function check() {
  $("verify").disabled = true;
  $("verdict").className = "";
  $("verdict").textContent = say("checking");
  const found = await verified(data.luck, steps);
  const fine = found.sealed && !found.wrong.length;
  $("verdict").className = !fine ? "wrong" : found.numbers ? "fine" : "";
  const values = { n: found.numbers, entries: found.wrong.slice(0, 20).join(", ") };
  const said = [!found.sealed ? say("unsealed") : say(!fine ? "wrong" : found.numbers ? "fine" : "undrawn", values)];
  if (found.sealed && !data.luck.whole) said.push(say("partly"));
  $("verdict").textContent = said.join(" ");
  $("verify").disabled = false;
}

// --- once

function listed() {
  const rows = steps.map((step, n) => {
    const li = coloured(made("li"), step.seat);
    const button = made("button");
    button.type = "button";
    button.append(made("span", String(step.entry), "n"), lines(step).join(" ") || say("untold"));
    for (const [seat, points] of step.gains || []) {
      button.append(made("span", say("gained", { seat: data.seats[seat].called, points: points > 0 ? `+${points}` : points }), "gain"));
    }
    button.addEventListener("click", () => moved(n));
    li.append(button);
    return li;
  });
  $("story").querySelector("ol").replaceChildren(...rows);
}

function labelled() {
  $("subtitle").textContent = data.subtitle;
  for (const id of ["points", "secrets", "story", "luck"]) $(id).querySelector("h2").textContent = say(`${id}_title`);
  for (const id of ["first", "back", "on", "last", "play"]) $(id).setAttribute("aria-label", say(id));
  $("controls").setAttribute("aria-label", say("controls"));
  $("slider").setAttribute("aria-label", say("slider"));
  $("slider").max = String(end);
  $("zoom").textContent = say("zoom");
  $("keys").textContent = say("keys");
  $("words").querySelector("summary").textContent = say("words");
  $("words").querySelector("pre").textContent = data.words;
  $("luck").querySelector("p").textContent = say(data.luck && data.luck.chosen ? "luck_chosen" : data.luck ? "luck" : "luck_none");
  $("verify").textContent = say("verify");
  $("verify").hidden = !data.luck;
}

async function begin() {
  labelled();
  listed();
  mosaic = new Mosaic(data.reel, $("table"));
  await mosaic.load();
  themed(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  go(0);
  $("theme").addEventListener("click", () => themed(track() === LIGHT ? "dark" : "light"));
  $("first").addEventListener("click", () => moved(0));
  $("back").addEventListener("click", () => moved(at - 1));
  $("on").addEventListener("click", () => moved(at + 1));
  $("last").addEventListener("click", () => moved(end));
  $("play").addEventListener("click", play);
  $("zoom").addEventListener("click", enlarged);
  $("slider").addEventListener("input", () => moved(Number($("slider").value)));
  $("verify").addEventListener("click", check);
  document.addEventListener("keydown", pressed);
  document.documentElement.dataset.ready = "yes";
}

begin();
