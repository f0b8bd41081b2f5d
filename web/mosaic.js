// The pictures of all steps, put together from squares: render/core/mosaic.py says how they are written.

const KEPT_EVERY = 32; // frames: so far apart whole positions are kept, to jump from

function decoded(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The frames of a track: each a list of runs [place, first square, how many]. */
function framesOf(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const frames = [];
  while (at < bytes.length) {
    const runs = [];
    let end = 0;
    let after = 0;
    for (let left = number(); left; left--) {
      const place = end + number();
      const step = number();
      const first = after + (step % 2 ? -(step + 1) / 2 : step / 2);
      const count = number();
      runs.push([place, first, count]);
      end = place + count;
      after = first + count;
    }
    frames.push(runs);
  }
  return frames;
}

class Mosaic {
  constructor(reel, canvas) {
    this.reel = reel;
    this.pen = canvas.getContext("2d");
    [canvas.width, canvas.height] = reel.size;
    this.across = Math.ceil(reel.size[0] / reel.square);
    this.tracks = reel.tracks.map((track) => framesOf(decoded(track)));
    const places = this.across * Math.ceil(reel.size[1] / reel.square);
    this.kept = this.tracks.map(() => []);
    this.shown = new Int32Array(places).fill(-1);
  }

  /** Load the sheets of squares. */
  async load() {
    this.sheets = await Promise.all(this.reel.sheets.map(async (sheet) => {
      const image = new Image();
      image.src = `data:image/webp;base64,${sheet}`;
      await image.decode();
      return image;
    }));
  }

  /** Which square lies where in a frame. */
  position(track, frame) {
    const kept = this.kept[track];
    let from = Math.min(Math.floor(frame / KEPT_EVERY), kept.length - 1);
    const squares = from >= 0 ? kept[from].slice() : new Int32Array(this.shown.length);
    for (let n = from < 0 ? 0 : from * KEPT_EVERY + 1; n <= frame; n++) {
      for (const [place, first, count] of this.tracks[track][n]) {
        for (let i = 0; i < count; i++) squares[place + i] = first + i;
      }
      if (n === kept.length * KEPT_EVERY) kept.push(squares.slice());
    }
    return squares;
  }

  /** Draw a frame: only what differs from what is shown. */
  show(track, frame) {
    const { square, wide, high } = this.reel;
    const squares = this.position(track, frame);
    for (let place = 0; place < squares.length; place++) {
      const n = squares[place];
      if (this.shown[place] === n) continue;
      const sheet = this.sheets[Math.floor(n / (wide * high))];
      const on = n % (wide * high);
      this.pen.drawImage(
        sheet, (on % wide) * square, Math.floor(on / wide) * square, square, square,
        (place % this.across) * square, Math.floor(place / this.across) * square, square, square,
      );
    }
    this.shown = squares;
  }
}
