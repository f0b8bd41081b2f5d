// The page: the open channel, the acting user, and the events of the playground.

import { JUMP, avatar, byId, el, tintPeople, toast } from "./dom.js";
import { fateTool } from "./fate.js";
import { Line, flatten } from "./line.js";
import { Link } from "./link.js";
import { dayText, now, relative, setNow, setZone, tick, zoneName } from "./markdown.js";
import { draw } from "./message.js";

const room = { channel: null, link: null, context: null, state: null };
const unread = new Map();
let line = null;
let typingTimer = 0;
let greeted = false;

const place = new URL(location.href);
const kept = (name, value) => {
  try {
    if (value !== undefined) sessionStorage.setItem(name, value);
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};

room.context = {
  get me() { return room.state?.me.id; },
  user: (id) => (id === room.state?.bot.id ? room.state.bot : room.state?.people.find((p) => p.id === id))?.name,
  channel: (id) => room.state?.channels.find((c) => c.id === id)?.name,
  people: () => room.state.people,
  channels: () => room.state.channels.filter((c) => c.kind !== "dm"),
  go: (id) => open(id),
  type: (text) => line.set(text),
};

// Channels and users

function drawChannels() {
  const { channels } = room.state;
  const tops = channels.filter((c) => c.kind === "text");
  const items = [];
  for (const top of tops) {
    items.push(channelItem(top));
    for (const thread of channels.filter((c) => c.kind === "thread" && c.parent === top.id)) items.push(channelItem(thread));
  }
  for (const dm of channels.filter((c) => c.kind === "dm")) items.push(channelItem(dm));
  byId("channels").replaceChildren(...items);
  const open = channels.find((c) => c.id === room.channel);
  byId("where").textContent = open ? `${open.kind === "dm" ? "@" : "#"} ${open.name}` : "";
  if (open?.archived) byId("where").append(el("span", { class: "tag" }, "archived"));
  const rings = [...unread.values()].reduce((sum, u) => sum + u.rings, 0);
  document.title = `${rings ? `(${rings}) ` : ""}${open ? `#${open.name} · ` : ""}${room.state.hints.title} playground`;
}

function channelItem(channel) {
  const news = unread.get(channel.id);
  const sign = channel.kind === "dm" ? "@" : channel.kind === "thread" ? "↳" : "#";
  const badge = news?.rings ? el("span", { class: "badge", "aria-label": `${news.rings} for you` }, String(news.rings)) : null;
  const current = channel.id === room.channel;
  const node = el(
    "button",
    {
      type: "button",
      class: `${channel.kind}${news ? " news" : ""}${channel.archived ? " archived" : ""}`,
      "aria-current": current ? "page" : null,
      onclick: () => { open(channel.id); menu(false); },
    },
    el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", { class: "name" }, channel.name), badge,
  );
  return el("li", {}, node);
}

function drawPeople() {
  const { me, people } = room.state;
  tintPeople(people);
  const nodes = people.map((person) => {
    const mine = person.id === me.id;
    const node = el(
      "button",
      { type: "button", role: "radio", "aria-checked": String(mine), tabindex: mine ? "0" : "-1", class: `person${person.away ? " away" : ""}` },
      avatar(person.name), el("span", {}, person.name),
    );
    node.addEventListener("click", () => actAs(person.name));
    return node;
  });
  const box = byId("people");
  box.replaceChildren(...nodes);
  box.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = people.findIndex((p) => p.id === me.id);
    actAs(people[(at + step + people.length) % people.length].name, true);
  };
  byId("whoami").replaceChildren(avatar(me.name), el("span", {}, me.name));
  byId("whoami").setAttribute("aria-label", `Acting as ${me.name}. Change`);
}

function actAs(name, focus = false) {
  place.searchParams.set("as", name);
  history.replaceState(null, "", place);
  kept("as", name);
  room.refocus = focus;
  room.link.as(name);
  menu(false);
}

function menu(wanted) {
  document.body.classList.toggle("menu-open", wanted);
  byId("menu").setAttribute("aria-expanded", String(wanted));
  if (wanted) byId("side").querySelector("button")?.focus();
}

// Messages

const scroller = byId("scroll");
let stick = true;
let top = 0;
let height = 0;
scroller.addEventListener("scroll", () => {
  // Only scrolling up leaves the end: late pictures and deleted messages do not change the position.
  const away = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight >= 80;
  const same = scroller.scrollHeight === height;
  if (!away) stick = true;
  else if (same && scroller.scrollTop < top) stick = false;
  top = scroller.scrollTop;
});
const toEnd = () => {
  height = scroller.scrollHeight;
  if (stick) scroller.scrollTop = scroller.scrollHeight;
};
new ResizeObserver(toEnd).observe(byId("messages"));
new ResizeObserver(toEnd).observe(scroller);

async function open(id) {
  if (!id) return;
  room.channel = id;
  byId("fate")?.redraw();
  kept("channel", id);
  unread.delete(id);
  drawChannels();
  const answer = await room.link.ask("open", { channel: id });
  if (room.channel !== id) return;
  if (answer.error) return;
  line.commands = flatten(answer.commands);
  byId("messages").replaceChildren(...answer.messages.map((m) => draw(m, room)));
  byId("typing").textContent = "";
  byId("begin").hidden = answer.messages.length > 0;
  byId("begin").textContent = `Nothing has been said here yet. Type / for what ${room.state.bot.name} can do.`;
  stick = true;
  toEnd();
  const channel = room.state.channels.find((c) => c.id === id);
  byId("input").placeholder = `Message ${channel.kind === "dm" ? "@" : "#"}${channel.name}, or / for a command`;
  greet(answer.messages);
  line.refresh();
}

/** The first visit: the input holds the first command, and a card explains the next steps. */
function greet(messages) {
  const { hints } = room.state;
  const quiet = !messages.some((m) => m.author.bot);
  if (greeted) return;
  greeted = true;
  byId("card-text").textContent = hints.card;
  byId("card").hidden = !hints.card || !quiet || kept("card") === "closed";
  if (hints.line && quiet && !byId("input").value) line.set(hints.line, matchMedia("(pointer: fine)").matches);
}

function closeCard() {
  byId("card").hidden = true;
  kept("card", "closed");
}

byId("card-close").addEventListener("click", () => {
  closeCard();
  byId("input").focus();
});

/** Closes the card of the first steps once a message shows that the user, or another one (then the first command is still
    unsent), has done them. */
function stepsDone(node, message) {
  const { done, line: first } = room.state.hints;
  if (byId("card").hidden) return;
  if (message.author.bot && !message.private && first && byId("input").value === first) {
    line.set("", false);
    closeCard();
  }
  if (done && [...node.querySelectorAll("button")].some((button) => button.textContent.trim() === done)) closeCard();
}

/** Scrolls to a message of this page, or opens its channel. */
async function jump(channel, message) {
  if (!room.state?.channels.some((c) => c.id === channel)) return toast("That place is gone.");
  if (room.channel !== channel) await open(channel);
  if (!message) return null;
  const node = byId(`m${message}`);
  if (!node) return toast("That message is gone.");
  stick = false;
  node.scrollIntoView({ block: "start" });
  node.classList.add("found");
  setTimeout(() => node.classList.remove("found"), 2000);
  return null;
}

document.addEventListener("click", (event) => {
  const found = JUMP.exec(event.target.closest("a[href]")?.href || "");
  if (!found) return;
  event.preventDefault();
  jump(found[1], found[2]);
});

function added(message) {
  if (message.channel_id !== room.channel) {
    const news = unread.get(message.channel_id) || { rings: 0 };
    if (message.rings) news.rings += 1;
    unread.set(message.channel_id, news);
    drawChannels();
    return;
  }
  if (byId(`m${message.id}`)) return changed(message);
  byId("begin").hidden = true;
  byId("messages").append(draw(message, room));
  stepsDone(byId("messages").lastElementChild, message);
  byId("typing").textContent = "";
  // Show an answer to the user's own press or command at once, even if they had scrolled up.
  if (message.private || message.author.id === room.state.me.id) stick = true;
  toEnd();
}

function changed(message) {
  const old = byId(`m${message.id}`);
  if (!old) return;
  const focused = old.contains(document.activeElement) ? [...old.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const node = draw(message, room);
  old.replaceWith(node);
  stepsDone(node, message);
  if (focused >= 0) {
    // Keep the keyboard focus; if its button is gone, focus the first new one.
    const buttons = [...node.querySelectorAll("button:not([disabled])")];
    (buttons[Math.min(focused, buttons.length - 1)] || byId("input")).focus({ preventScroll: true });
  }
  toEnd();
}

// Events

function onEvent(event) {
  switch (event.ev) {
    case "hello": return hello(event);
    case "message": askDue(); return added(event.message);
    case "edit": askDue(); return changed(event.message);
    case "delete": return byId(`m${event.id}`)?.remove();
    case "channels": {
      room.state.channels = event.channels;
      room.state.people = event.people;
      drawPeople();
      byId("fate")?.redraw();
      if (!event.channels.some((c) => c.id === room.channel)) return open(event.channels[0]?.id);
      return drawChannels();
    }
    case "commands": return refreshCommands();
    case "typing": {
      if (event.channel !== room.channel) return null;
      byId("typing").textContent = `${event.name} is writing…`;
      clearTimeout(typingTimer);
      typingTimer = setTimeout(() => { byId("typing").textContent = ""; }, 8000);
      return null;
    }
    case "clock": setNow(event.now); askDue(); return drawTools();
    case "bot": room.state.connected = event.connected; return state();
    default: return null;
  }
}

async function refreshCommands() {
  const answer = await room.link.ask("open", { channel: room.channel });
  if (!answer.error) {
    line.commands = flatten(answer.commands);
    line.refresh();
  }
}

function hello(event) {
  if (room.state && room.state.me.id !== event.me.id) closeCard(); // the steps were another person's
  room.state = event;
  setNow(event.now);
  setZone(event.zone);
  place.searchParams.set("as", event.me.name);
  history.replaceState(null, "", place);
  byId("server").textContent = event.server;
  const join = byId("join");
  join.hidden = !event.hints.join_url;
  join.textContent = event.hints.join_text;
  if (event.hints.join_url) join.href = event.hints.join_url;
  drawPeople();
  drawTools();
  askDue();
  state();
  const known = (id) => event.channels.some((c) => c.id === id) && id;
  open(known(room.channel) || known(kept("channel")) || event.channels[0]?.id);
  if (room.refocus) byId("people").querySelector("[aria-checked=true]")?.focus();
  room.refocus = false;
}

let reachable = true;
function state() {
  const bad = !reachable ? "The connection is lost; trying again…" : room.state && !room.state.connected ? "The bot is not connected yet." : "";
  byId("trouble").textContent = bad;
  byId("trouble").hidden = !bad;
}

// Luck and clock, if the host program allows setting them

function drawTools() {
  const box = byId("tools");
  const { luck, clock } = room.state;
  box.hidden = false;
  if (!box.firstChild) {
    if (clock) box.append(clockTool());
    if (luck) box.append(luckTool());
    box.append(fateTool(room));
  }
  const shown = byId("clock-now");
  if (shown) shown.textContent = `${dayText(now())} (${zoneName()})`;
  const next = byId("clock-due");
  if (next) {
    next.hidden = !due;
    byId("clock-go").hidden = !due;
    next.textContent = due ? `Next, ${relative(due.at - now())}: ${due.what}` : "";
  }
}

// The host program's next timed event, requested after any event, at most twice a second.

let due = null;
let dueTimer = 0;
function askDue() {
  if (!room.state?.due || dueTimer) return;
  dueTimer = setTimeout(async () => {
    dueTimer = 0;
    const answer = await room.link.ask("due", {});
    if (answer.error) return;
    due = answer.due;
    setZone(answer.zone);
    drawTools();
  }, 500);
}

function clockTool() {
  const steps = [["+1 h", 3600], ["+12 h", 43200], ["+1 day", 86400]];
  const buttons = steps.map(([label, seconds]) =>
    el("button", { type: "button", class: "button secondary tiny", onclick: () => tell("clock", { seconds }) }, label));
  const go = () => due && tell("clock", { seconds: Math.max(1, Math.ceil(due.at - now()) + 1) });
  return el("div", {}, el("h2", {}, "Clock"), el("p", { id: "clock-now", class: "small" }), el("div", { class: "row" }, buttons),
    el("p", { id: "clock-due", class: "small", hidden: true }),
    el("div", { class: "row" }, el("button", { id: "clock-go", type: "button", class: "button secondary tiny", hidden: true, onclick: go }, "Go there")));
}

function luckTool() {
  const input = el("input", { id: "luck", type: "text", inputmode: "numeric", placeholder: "such as 3 0 5", "aria-label": "Next numbers drawn" });
  const form = el("form", { class: "luck" }, input, el("button", { type: "submit", class: "button secondary tiny" }, "Set"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const numbers = (input.value.match(/\d+/g) || []).map(Number);
    const answer = await tell("luck", { numbers });
    if (!answer.error) toast(numbers.length ? `Next numbers drawn: ${numbers.join(", ")}` : "Luck is free again.");
  });
  return el("div", {}, el("h2", {}, "Next numbers drawn"), form);
}

async function tell(what, fields) {
  const answer = await room.link.ask(what, fields);
  if (answer.error) toast(answer.error);
  return answer;
}

// Start

byId("menu").addEventListener("click", () => menu(!document.body.classList.contains("menu-open")));
byId("whoami").addEventListener("click", () => menu(true));
document.addEventListener("keydown", (event) => event.key === "Escape" && menu(false));
document.querySelector(".room").addEventListener("pointerdown", (event) => {
  if (document.body.classList.contains("menu-open") && !event.target.closest(".head")) menu(false);
});
room.link = new Link(onEvent, (up) => { reachable = up; state(); });
line = new Line(room);
room.link.as(place.searchParams.get("as") || kept("as") || "");
setInterval(() => { tick(); askDue(); if (room.state) drawTools(); }, 10_000);
