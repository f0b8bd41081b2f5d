// Components of a message: rows, buttons, selects, and the pieces of Components V2.

import { JUMP, el, safeUrl } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture } from "./pictures.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "primary" };

/** One component as DOM. `deck` has the message, the handler of presses, and the context for text. */
export function piece(component, deck) {
  switch (component.type) {
    case 1: return el("div", { class: "row" }, component.components.map((child) => piece(child, deck)));
    case 2: return button(component, deck);
    case 3: case 5: case 6: case 7: case 8: return select(component, deck);
    case 9: return section(component, deck);
    case 10: return el("div", { class: "text" }, markdown(component.content, deck.context));
    case 11: return picture(component.media, component.description, "thumbnail");
    case 12: return gallery(component);
    case 13: return file(component);
    case 14: return el("hr", { class: component.divider === false ? "blank" : null });
    case 17: return container(component, deck);
    default: return "";
  }
}

function container(component, deck) {
  const node = el("div", { class: "container" }, component.components.map((child) => piece(child, deck)));
  if (Number.isInteger(component.accent_color)) {
    node.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
    node.classList.add("accented");
  }
  return node;
}

function section(component, deck) {
  return el(
    "div",
    { class: "section" },
    el("div", {}, component.components.map((child) => piece(child, deck))),
    piece(component.accessory, deck),
  );
}

function gallery(component) {
  const items = component.items.map((item) => picture(item.media, item.description, "item"));
  return el("div", { class: `gallery many${Math.min(items.length, 4)}` }, items);
}

function file(component) {
  const url = safeUrl(component.file.url);
  return el("p", { class: "file" }, el("a", { href: url, download: true }, `📄 ${component.name || "file"}`));
}

function button(component, deck) {
  const emoji = component.emoji && component.emoji.name ? el("span", { "aria-hidden": "true" }, component.emoji.name) : null;
  const label = component.label || "";
  const name = label ? null : component.emoji && component.emoji.name;
  const inside = [emoji, label ? el("span", {}, label) : null];
  if (component.style === 5) {
    const url = safeUrl(component.url);
    return el("a", { class: "button secondary", href: url, target: "_blank", rel: "noopener noreferrer" }, inside, JUMP.test(url) ? "" : " ↗");
  }
  const node = el(
    "button",
    { type: "button", class: `button ${STYLES[component.style] || "secondary"}`, disabled: component.disabled, "aria-label": name },
    inside,
  );
  node.addEventListener("click", () => deck.act(node, "press", { custom_id: component.custom_id }));
  return node;
}

/** The options of a select: its own, or the users and channels of the server. */
function choicesOf(component, deck) {
  if (component.type === 3) return component.options;
  const chosen = (component.default_values || []).map((item) => item.id);
  const things = component.type === 8 ? deck.context.channels() : deck.context.people();
  return things.map((thing) => ({ label: thing.name, value: thing.id, default: chosen.includes(thing.id) }));
}

function select(component, deck) {
  const options = choicesOf(component, deck);
  const box = listbox({
    options,
    placeholder: component.placeholder || "Choose",
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    disabled: component.disabled,
    onDone: (values) => deck.act(box.opener, "select", { custom_id: component.custom_id, values }).then(() => box.reset()),
  });
  return box.node;
}

/** A drop-down for keyboards, touch and screen readers; several choices are confirmed with a button. */
export function listbox({ options, placeholder, least, most, disabled, onDone, form = false }) {
  const many = most > 1 || least === 0;
  let chosen = options.filter((o) => o.default).map((o) => o.value);
  const caption = el("span", { class: "caption" });
  const opener = el(
    "button",
    { type: "button", class: "opener", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": placeholder, disabled },
    caption,
    el("span", { class: "chevron", "aria-hidden": "true" }, "▾"),
  );
  const list = el("ul", { role: "listbox", "aria-label": placeholder, "aria-multiselectable": many ? "true" : null, tabindex: "-1" });
  const done = el("button", { type: "button", class: "button primary done" }, "Done");
  const popup = el("div", { class: "popup", hidden: true }, list, many && !form ? done : null);
  const node = el("div", { class: "select" }, opener, popup);
  let active = 0;

  const items = options.map((option, i) => {
    const item = el(
      "li",
      { role: "option", class: "option", id: `o${crypto.randomUUID()}` },
      many ? el("span", { class: "box", "aria-hidden": "true" }) : null,
      el("span", { class: "what" }, option.emoji?.name ? `${option.emoji.name} ` : null, option.label, option.description ? el("small", {}, option.description) : null),
    );
    item.addEventListener("click", () => toggle(i));
    item.addEventListener("pointermove", () => point(i));
    return item;
  });
  list.append(...items);

  function draw() {
    const labels = options.filter((o) => chosen.includes(o.value)).map((o) => o.label);
    caption.textContent = labels.join(", ") || placeholder;
    caption.classList.toggle("hint", !labels.length);
    opener.setAttribute("aria-label", labels.length ? `${placeholder}: ${labels.join(", ")}` : placeholder);
    items.forEach((item, i) => item.setAttribute("aria-selected", String(chosen.includes(options[i].value))));
    done.disabled = chosen.length < least || chosen.length > most;
  }

  function point(i) {
    if (!items.length) return;
    active = (i + items.length) % items.length;
    items.forEach((item, n) => item.classList.toggle("active", n === active));
    list.setAttribute("aria-activedescendant", items[active].id);
  }

  function open(wanted) {
    if (popup.hidden !== wanted) return;
    popup.hidden = !wanted;
    opener.setAttribute("aria-expanded", String(wanted));
    if (!wanted) return;
    point(Math.max(0, options.findIndex((o) => chosen.includes(o.value))));
    list.focus({ preventScroll: true });
    popup.scrollIntoView({ block: "nearest" });
  }

  function toggle(i) {
    const value = options[i].value;
    if (many) {
      chosen = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
      if (most === 1) chosen = chosen.slice(-1);
    } else chosen = [value];
    draw();
    if (form && !many) open(false);
    if (form) onDone(chosen);
    else if (!many) finish();
  }

  function finish() {
    open(false);
    opener.focus({ preventScroll: true });
    onDone(chosen);
  }

  opener.addEventListener("click", () => open(popup.hidden));
  done.addEventListener("click", finish);
  let typed = "";
  let timer = 0;
  list.addEventListener("keydown", (event) => {
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 };
    if (event.key in moves) point(moves[event.key]);
    else if (event.key === "Enter" && many && !form && chosen.length) finish();
    else if (event.key === "Enter" || event.key === " ") toggle(active);
    else if (event.key === "Escape") {
      open(false);
      opener.focus();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      clearTimeout(timer);
      typed += event.key.toLowerCase();
      timer = setTimeout(() => { typed = ""; }, 700);
      const found = options.findIndex((o) => o.label.toLowerCase().startsWith(typed));
      if (found >= 0) point(found);
    } else return;
    items[active]?.scrollIntoView({ block: "nearest" });
    event.preventDefault();
    event.stopPropagation();
  });
  node.addEventListener("focusout", (event) => {
    if (!node.contains(event.relatedTarget)) open(false);
  });
  draw();
  const reset = () => {
    chosen = options.filter((o) => o.default).map((o) => o.value);
    draw();
  };
  return { node, opener, reset, values: () => chosen };
}
