// One message in a channel.

import { avatar, byId, el, safeUrl, toast } from "./dom.js";
import { clockText, dayText, markdown } from "./markdown.js";
import { openForm } from "./forms.js";
import { piece } from "./pieces.js";
import { picture } from "./pictures.js";

/** Draws a message. `room` has the link, the names and the handler of commands. */
export function draw(message, room) {
  const bot = message.author.bot;
  const name = message.author.global_name || message.author.username;
  const classes = ["message", message.private && "private", message.for_me && "forme", message.loading && "loading"];
  const node = el("li", { class: classes.filter(Boolean).join(" "), id: `m${message.id}` });
  const time = el("time", { class: "at", datetime: new Date(message.at * 1000).toISOString(), title: dayText(message.at) }, clockText(message.at));
  const head = el("div", { class: "who" }, el("strong", {}, name), bot ? el("span", { class: "tag" }, "APP") : null, time);
  const body = el("div", { class: "body" }, usage(message), head, ...content(message, room), trouble());
  if (message.private) body.append(footnote(message, room));
  node.append(avatar(name, bot), body);
  return node;
}

function usage(message) {
  if (message.used) return el("p", { class: "used" }, el("b", {}, message.used.by), " used ", el("b", {}, message.used.command));
  if (message.answers) return el("p", { class: "used" }, "in answer to ", el("b", {}, message.answers.name), ` · ${message.answers.text}`);
  return null;
}

function content(message, room) {
  if (message.loading) {
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    return [el("p", { class: "thinking" }, dots, " thinking…")];
  }
  if (message.type === 18) return [el("p", { class: "text" }, `started a thread: ${message.content}`)];
  const deck = { context: room.context, act: (node, what, fields) => act(node, message, what, fields, room) };
  const out = [];
  const v2 = message.flags & (1 << 15);
  if (message.content) {
    const text = el("div", { class: "text" }, markdown(message.content, room.context));
    if (message.edited) {
      const tail = text.lastElementChild;
      (tail?.tagName === "P" ? tail : text).append(" ", el("span", { class: "edited" }, "(edited)"));
    }
    out.push(text);
  }
  if (!v2) out.push(...files(message), ...message.embeds.map((embed) => card(embed, room)));
  const pieces = message.components.map((component) => piece(component, deck));
  if (pieces.length) out.push(el("div", { class: v2 ? "pieces v2" : "pieces" }, pieces));
  const reactions = Object.entries(message.reactions || {});
  if (reactions.length) out.push(el("p", { class: "reactions" }, reactions.map(([emoji, who]) => el("span", {}, `${emoji} ${who.length}`))));
  if (message.thread) {
    const go = () => room.context.go(message.thread.id);
    out.push(el("button", { type: "button", class: "button secondary", onclick: go }, `Thread: ${message.thread.name}`));
  }
  return out;
}

function files(message) {
  return message.attachments.map((file) =>
    (file.content_type || "").startsWith("image/")
      ? picture(file, file.description)
      : el("p", { class: "file" }, el("a", { href: safeUrl(file.url), download: true }, `📄 ${file.filename}`)),
  );
}

function card(embed, room) {
  const node = el("div", { class: "embed" });
  if (embed.title) node.append(el("p", { class: "title" }, embed.title));
  if (embed.description) node.append(el("div", { class: "text" }, markdown(embed.description, room.context)));
  for (const field of embed.fields || []) {
    node.append(el("p", { class: "title" }, field.name), el("div", { class: "text" }, markdown(field.value, room.context)));
  }
  if (embed.footer) node.append(el("p", { class: "small" }, embed.footer.text));
  return node;
}

function footnote(message, room) {
  const dismiss = el("button", { type: "button", class: "plain link" }, "Dismiss");
  dismiss.addEventListener("click", async () => {
    const answer = await room.link.ask("dismiss", { message: message.id });
    if (answer.error) toast(answer.error);
    byId("input").focus({ preventScroll: true });
  });
  return el("p", { class: "footnote" }, el("span", { "aria-hidden": "true" }, "◉ "), "Only you can see this · ", dismiss);
}

function trouble() {
  return el("p", { class: "failed", role: "alert", hidden: true });
}

/** Sends a press or a choice, and shows at once that it is pending or has failed. */
async function act(node, message, what, fields, room) {
  if (node.getAttribute("aria-busy") === "true") return;
  node.setAttribute("aria-busy", "true");
  const answer = await room.link.ask(what, { message: message.id, ...fields });
  node.removeAttribute("aria-busy");
  const place = document.querySelector(`#m${message.id} .failed`);
  if (place) {
    place.hidden = !answer.error;
    place.textContent = answer.error || "";
  } else if (answer.error) toast(answer.error);
  if (answer.modal) openForm(answer, room);
}
