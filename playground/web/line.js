// The command line: parsing, completing and sending what was typed.

import { byId, el, toast } from "./dom.js";
import { openForm } from "./forms.js";

/** All commands as flat paths with their options. */
export function flatten(commands) {
  const out = [];
  const visit = (path, item) => {
    const branches = (item.options || []).filter((o) => o.type === 1 || o.type === 2);
    if (branches.length) for (const branch of branches) visit(`${path} ${branch.name}`, branch);
    else out.push({ path, description: item.description, options: item.options || [] });
  };
  for (const command of commands) visit(`/${command.name}`, command);
  return out;
}

/** The message for a line that names no command, or only the beginning of some. */
function unknown(text, commands) {
  const first = text.split(" ")[0];
  const under = commands.filter((c) => c.path.startsWith(`${first} `)).map((c) => c.path);
  if (!under.length) return `There is no command ${first} here.`;
  const more = under.length > 3 ? " …" : "";
  return `${first} needs one more word, such as ${under.slice(0, 3).join(", ")}${more}`;
}

/** Parses a line: command, options with values, and the part at the caret. */
export function parse(text, commands, caret = text.length) {
  if (!text.startsWith("/")) return { plain: true };
  const command = commands
    .filter((c) => text === c.path || text.startsWith(`${c.path} `))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!command) return { typing: text };
  const values = {};
  const marks = [];
  const names = command.options.map((o) => o.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (names.length) {
    const rest = new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gu");
    for (const match of text.matchAll(rest)) {
      if (match.index >= command.path.length) marks.push({ name: match[1], from: match.index + match[0].length, start: match.index });
    }
  }
  marks.forEach((mark, i) => {
    mark.to = marks[i + 1] ? marks[i + 1].start : text.length;
    values[mark.name] = text.slice(mark.from, mark.to).trim();
  });
  const inside = marks.find((mark) => caret >= mark.from && caret <= mark.to);
  const free = text.slice(command.path.length, marks[0] ? marks[0].start : text.length).trim();
  return { command, values, inside, free, marks };
}

export class Line {
  constructor(room) {
    this.room = room;
    this.commands = [];
    this.input = byId("input");
    this.list = byId("suggest");
    this.strip = byId("strip");
    this.items = [];
    this.active = -1;
    this.labels = {};
    this.asked = 0;
    this.past = [];
    this.busy = false;
    this.input.addEventListener("input", () => this.refresh());
    this.input.addEventListener("click", () => this.refresh());
    this.input.addEventListener("focus", () => this.input.value.startsWith("/") && this.refresh());
    this.input.addEventListener("blur", () => setTimeout(() => !byId("line").contains(document.activeElement) && this.close(), 150));
    this.input.addEventListener("keydown", (event) => this.key(event));
    byId("line").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  set(text, focus = true) {
    this.input.value = text;
    if (focus) {
      this.input.focus();
      this.input.setSelectionRange(text.length, text.length);
    }
    this.refresh();
  }

  state() {
    const state = parse(this.input.value, this.commands, this.input.selectionStart ?? undefined);
    if (state.inside && this.ended(state)) state.inside = undefined;
    return state;
  }

  /** Whether a space ended the value before the caret; only free text may contain spaces. */
  ended(state) {
    const { name, from } = state.inside;
    const typed = this.input.value.slice(from, this.input.selectionStart ?? undefined);
    if (!/\S\s+$/.test(typed)) return false;
    const option = state.command.options.find((o) => o.name === name);
    return option.type !== 3 || `${name}\n${typed.trim()}` in this.labels;
  }

  refresh() {
    const state = this.state();
    this.drawStrip(state);
    this.asked += 1;
    if (state.plain) return this.close();
    if (state.typing !== undefined) return this.offerCommands(state.typing);
    if (state.inside) return this.offerValues(state);
    return this.offerOptions(state);
  }

  offerCommands(typed) {
    const words = typed.slice(1).toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.commands.filter((c) => words.every((w) => c.path.toLowerCase().includes(w)));
    const first = (c) => (c.path.startsWith(typed.trim()) ? 0 : 1);
    found.sort((a, b) => first(a) - first(b));
    this.show(found.slice(0, 40).map((c) => ({ label: c.path, note: c.description, take: () => this.set(`${c.path} `) })), 0);
    return null;
  }

  offerOptions(state) {
    if (this.input.value === state.command.path) return this.close();
    const left = state.command.options.filter((o) => !(o.name in state.values) && o.name.startsWith(state.free));
    return this.show(
      left.map((o) => ({ label: `${o.name}:`, note: `${o.description}${o.required ? " (needed)" : ""}`, take: () => this.addOption(o.name) })),
      state.free || left.some((o) => o.required) ? 0 : -1,
    );
  }

  addOption(name) {
    const state = this.state();
    let text = this.input.value;
    if (state.free && !state.marks.length) text = `${state.command.path} `;
    this.set(`${text.trimEnd()} ${name}:`);
  }

  async offerValues(state) {
    const option = state.command.options.find((o) => o.name === state.inside.name);
    const typed = state.values[option.name];
    const take = (choice) => () => this.takeValue(option.name, choice);
    if (option.autocomplete) {
      const mine = this.asked;
      await new Promise((resolve) => setTimeout(resolve, 90));
      if (mine !== this.asked) return;
      const others = this.sent(state, option.name);
      const answer = await this.room.link.ask("complete", {
        channel: this.room.channel, path: state.command.path, option: option.name, typed, options: others,
      });
      if (mine !== this.asked || document.activeElement !== this.input) return;
      const choices = (answer.choices || []).map((c) => ({ label: c.name, value: String(c.value) }));
      for (const choice of choices) this.labels[`${option.name}\n${choice.label}`] = choice.value;
      this.showChoices(choices, typed, take);
      return;
    }
    const choices = this.fixedChoices(option).filter((c) => c.label.toLowerCase().includes(typed.toLowerCase()));
    for (const choice of choices) this.labels[`${option.name}\n${choice.label}`] = choice.value;
    this.showChoices(choices, typed, take);
  }

  showChoices(choices, typed, take) {
    const exact = choices.some((c) => c.label === typed || c.value === typed);
    this.show(choices.map((c) => ({ label: c.label, note: c.label === c.value ? "" : c.value, take: take(c) })), exact ? -1 : 0);
  }

  fixedChoices(option) {
    if (option.choices) return option.choices.map((c) => ({ label: c.name, value: String(c.value) }));
    if (option.type === 5) return [{ label: "True", value: "true" }, { label: "False", value: "false" }];
    if (option.type === 6 || option.type === 9) return this.room.context.people().map((p) => ({ label: `@${p.name}`, value: p.id }));
    if (option.type === 7) return this.room.context.channels().map((c) => ({ label: `#${c.name}`, value: c.id }));
    return [];
  }

  takeValue(name, choice) {
    const state = this.state();
    const mark = state.marks.find((m) => m.name === name);
    const text = this.input.value;
    const after = text.slice(mark.to);
    this.labels[`${name}\n${choice.label}`] = choice.value;
    const head = text.slice(0, mark.from) + choice.label;
    this.input.value = after ? head + after : `${head} `;
    this.input.focus();
    const caret = head.length + (after ? 0 : 1);
    this.input.setSelectionRange(caret, caret);
    this.close();
    const now = this.state();
    this.drawStrip(now);
    if (now.command && now.command.options.some((o) => o.required && !(o.name in now.values))) this.refresh();
  }

  /** Values to send: a label is replaced by the value of its choice. */
  sent(state, without = "") {
    const out = {};
    for (const [name, typed] of Object.entries(state.values)) {
      if (name !== without && typed !== "") out[name] = this.labels[`${name}\n${typed}`] ?? typed;
    }
    return out;
  }

  drawStrip(state) {
    this.strip.hidden = !state.command;
    if (!state.command) return;
    const chips = state.command.options.map((o) => {
      const filled = Boolean(state.values[o.name]);
      const chip = el(
        "button",
        { type: "button", class: `chip${filled ? " filled" : ""}${o.required ? " needed" : ""}`, title: o.description },
        o.name,
      );
      chip.addEventListener("click", () => (o.name in state.values ? this.input.focus() : this.addOption(o.name)));
      return chip;
    });
    this.strip.replaceChildren(el("span", { class: "about" }, el("b", {}, state.command.path), ` ${state.command.description}`), ...chips);
  }

  show(items, active) {
    this.items = items;
    this.list.hidden = !items.length;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.list.replaceChildren(
      ...items.map((item, i) => {
        const node = el("li", { role: "option", id: `s${i}` }, el("span", { class: "label" }, item.label), item.note ? el("span", { class: "note" }, item.note) : null);
        node.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          item.take();
        });
        return node;
      }),
    );
    this.point(items.length ? active : -1);
  }

  point(i) {
    this.active = i;
    [...this.list.children].forEach((node, n) => node.setAttribute("aria-selected", String(n === i)));
    if (i >= 0) {
      this.input.setAttribute("aria-activedescendant", `s${i}`);
      this.list.children[i]?.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.asked += 1;
    this.show([], -1);
  }

  key(event) {
    const open = !this.list.hidden;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const start = this.active < 0 && step < 0 ? 0 : this.active;
      this.point((start + step + this.items.length) % this.items.length);
    } else if (open && event.key === "Tab" && !event.shiftKey) this.items[Math.max(0, this.active)].take();
    else if (open && event.key === "Enter" && this.active >= 0 && !this.complete()) this.items[this.active].take();
    else if (event.key === "Escape" && open) this.close();
    else if (!open && event.key === "ArrowUp" && !this.input.value && this.past.length) this.set(this.past.at(-1));
    else return;
    event.preventDefault();
  }

  /** A command without required options can be sent while options are still offered. */
  complete() {
    const state = this.state();
    return Boolean(state.command && !state.inside && !state.free && this.missing(state) === undefined);
  }

  missing(state) {
    return state.command.options.find((o) => o.required && !state.values[o.name]);
  }

  /** The option of text without a name: the first one, if none has been named yet. */
  first(state) {
    const option = state.command.options[0];
    return option && option.type === 3 && !state.marks.length ? option : undefined;
  }

  /** Puts such text into its option, to be checked and sent. */
  filled(state, option) {
    this.set(`${state.command.path} ${option.name}:${state.free}`);
    toast(`"${state.free}" now stands in ${option.name} (${option.description}). Press Enter to send it.`);
    return null;
  }

  async send() {
    const text = this.input.value.trim();
    if (!text || this.busy) return;
    const state = parse(text, this.commands);
    if (state.plain) return this.finish(text, await this.room.link.ask("say", { channel: this.room.channel, text }));
    if (!state.command) return toast(unknown(text, this.commands));
    const open = this.first(state);
    if (state.free && open) return this.filled(state, open);
    const missing = this.missing(state);
    if (missing) {
      toast(`Still needed: ${missing.name} (${missing.description})`);
      if (!(missing.name in state.values)) this.addOption(missing.name);
      return null;
    }
    if (state.free) return toast(`"${state.free}" belongs to no option. Options are written as name:value.`);
    this.busy = true;
    this.close();
    this.input.setAttribute("aria-busy", "true");
    const answer = await this.room.link.ask("slash", { channel: this.room.channel, path: state.command.path, options: this.sent(state) });
    this.busy = false;
    this.input.removeAttribute("aria-busy");
    return this.finish(text, answer);
  }

  finish(text, answer) {
    if (answer.error) return toast(answer.error);
    this.past.push(text);
    this.input.value = "";
    this.refresh();
    if (answer.modal) openForm(answer, this.room);
    return null;
  }
}
