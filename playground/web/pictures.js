// Pictures, and their enlarged view.

import { byId, el, safeUrl } from "./dom.js";

export function picture(media, description, kind = "single") {
  const url = safeUrl(media.url);
  if (!url) return "";
  const alt = description || "";
  const image = el("img", { src: url, alt: alt || "Picture without description", loading: "lazy", width: media.width, height: media.height });
  const node = el("button", { type: "button", class: `picture ${kind}`, title: "Look at it large" }, image);
  if (media.width && media.height) {
    // Reserves the space before the picture is loaded, so that the page does not jump.
    node.style.setProperty("--ratio", `${media.width} / ${media.height}`);
    node.style.setProperty("--fit", `${Math.round(Math.min(media.width, 640, (440 * media.width) / media.height))}px`);
  }
  node.addEventListener("click", () => large(url, alt));
  return node;
}

/** Full window; a press toggles true size, in which the picture scrolls. */
function large(url, alt) {
  const dialog = byId("large");
  const image = el("img", { src: url, alt: alt || "Picture without description" });
  const frame = el("div", { class: "frame", tabindex: "0" }, image);
  const close = el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Close");
  const zoom = el("button", { type: "button", class: "button secondary" }, "True size");
  const flip = () => {
    const big = frame.classList.toggle("true");
    zoom.textContent = big ? "Fit" : "True size";
  };
  zoom.addEventListener("click", flip);
  image.addEventListener("click", flip);
  dialog.onclick = (event) => {
    if (event.target === dialog || event.target === frame) dialog.close();
  };
  dialog.replaceChildren(frame, alt ? el("p", { class: "alt" }, alt) : "", el("div", { class: "bar" }, zoom, close));
  dialog.showModal();
  close.focus();
}
