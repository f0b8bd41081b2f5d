// A list of events to trigger for the user, the bot and the open channel; requested when it opens.

import { el, toast } from "./dom.js";

/** `room`: the open channel and the link to the server. */
export function fateTool(room) {
  const list = el("div", { class: "fates" });
  const box = el("details", { id: "fate" }, el("summary", {}, "What befalls them"), list);

  async function draw() {
    const answer = await room.link.ask("fates", { channel: room.channel });
    if (answer.error) return;
    list.replaceChildren(...answer.fates.map(([key, words]) =>
      el("button", { type: "button", class: "button secondary tiny", onclick: () => befall(key) }, words)));
  }

  async function befall(key) {
    const answer = await room.link.ask("fate", { channel: room.channel, key });
    if (answer.error) toast(answer.error);
    await draw();
  }

  box.addEventListener("toggle", () => box.open && draw());
  box.redraw = () => box.open && draw();
  return box;
}
