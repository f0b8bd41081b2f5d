// The connection to the playground: requests with answers, and events.

export class Link {
  constructor(onEvent, onState) {
    this.onEvent = onEvent;
    this.onState = onState;
    this.waiting = new Map();
    this.number = 0;
    this.socket = null;
    this.tries = 0;
    this.name = "";
  }

  /** Connects as one user; closes a former connection. */
  as(name) {
    this.name = name;
    this.tries = 0;
    this._open();
  }

  _open() {
    const old = this.socket;
    this.socket = null;
    if (old) old.close();
    for (const answer of this.waiting.values()) answer({ error: "The connection was lost." });
    this.waiting.clear();
    const url = new URL("play/socket", location.href);
    url.protocol = "ws:";
    url.search = new URLSearchParams({ as: this.name });
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this._take(JSON.parse(event.data));
    };
    socket.onopen = () => {
      this.tries = 0;
      this.onState(true);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.onState(false);
      this.tries += 1;
      setTimeout(() => socket === this.socket && this._open(), Math.min(4000, 250 * 2 ** this.tries));
    };
  }

  _take(data) {
    if (data.ev) {
      this.onEvent(data);
      return;
    }
    const answer = this.waiting.get(data.re);
    this.waiting.delete(data.re);
    if (answer) answer(data);
  }

  /** Sends a request; resolves with the answer, which has `error` if it failed. */
  ask(what, fields = {}) {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ error: "The playground is not reachable." });
    }
    this.number += 1;
    const n = this.number;
    return new Promise((resolve) => {
      this.waiting.set(n, resolve);
      this.socket.send(JSON.stringify({ n, do: what, ...fields }));
    });
  }
}
