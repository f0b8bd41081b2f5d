// Forms (modals) opened by the bot.

import { byId, el } from "./dom.js";
import { markdown } from "./markdown.js";
import { listbox } from "./pieces.js";

let number = 0;

export function openForm(answer, room) {
  const { modal } = answer;
  const dialog = byId("form");
  const fields = [];
  const rows = modal.components.map((row) => rowOf(row, fields, room));
  const failed = el("p", { class: "failed", role: "alert", hidden: true });
  const cancel = el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel");
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const form = el("form", { method: "dialog" }, el("h2", { id: "form-title" }, modal.title), rows, failed, el("div", { class: "bar" }, cancel, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const values = Object.fromEntries(fields.map((field) => [field.name, field.value()]));
    const outcome = await room.link.ask("submit", { form: answer.form, values });
    send.disabled = false;
    failed.hidden = !outcome.error;
    failed.textContent = outcome.error || "";
    if (!outcome.error) dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector("input, textarea, .opener")?.focus();
}

function rowOf(row, fields, room) {
  if (row.type === 10) return el("div", { class: "text" }, markdown(row.content, room.context));
  if (row.type === 18) return labelled(row.label, row.description, row.component, fields, room);
  return (row.components || []).map((field) => labelled(field.label, "", field, fields, room));
}

function labelled(label, description, field, fields, room) {
  number += 1;
  const id = `field${number}`;
  const control = controlOf(field, id, label, fields, room);
  const star = field.required === false ? null : el("span", { class: "star", "aria-hidden": "true" }, " *");
  return el("div", { class: "field" }, el("label", { for: id }, label, star), description ? el("small", {}, description) : null, control);
}

function controlOf(field, id, label, fields, room) {
  const required = field.required !== false;
  if (field.type === 4) {
    const shared = { id, required, placeholder: field.placeholder, minlength: field.min_length, maxlength: field.max_length ?? 4000 };
    const input = field.style === 2 ? el("textarea", { ...shared, rows: 5 }) : el("input", { ...shared, type: "text" });
    input.value = field.value || "";
    fields.push({ name: field.custom_id, value: () => input.value });
    return input;
  }
  if (field.type === 23) {
    const input = el("input", { id, type: "checkbox" });
    input.checked = Boolean(field.default);
    fields.push({ name: field.custom_id, value: () => input.checked });
    return input;
  }
  if (field.type === 21 || field.type === 22) return boxes(field, label, fields);
  const options = field.options || (field.type === 8 ? room.context.channels() : room.context.people()).map((t) => ({ label: t.name, value: t.id }));
  const box = listbox({
    options,
    placeholder: field.placeholder || label,
    least: required ? (field.min_values ?? 1) : 0,
    most: field.max_values ?? 1,
    disabled: false,
    onDone: () => {},
    form: true,
  });
  box.opener.id = id;
  fields.push({ name: field.custom_id, value: () => box.values() });
  return box.node;
}

function boxes(field, label, fields) {
  const kind = field.type === 21 ? "radio" : "checkbox";
  const inputs = field.options.map((option) => {
    const input = el("input", { type: kind, name: field.custom_id, value: option.value });
    input.checked = Boolean(option.default);
    return input;
  });
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  fields.push({ name: field.custom_id, value: () => (kind === "radio" ? (chosen()[0] ?? null) : chosen()) });
  return el("div", { role: "group", "aria-label": label }, field.options.map((o, i) => el("label", { class: "tick" }, inputs[i], ` ${o.label}`)));
}
