// SHA-256 (FIPS 180-4): a file opened from a disk may not have the one of the browser. Returns hexadecimal digits.

function firstPrimes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/** The first 32 bits behind the point of a root. */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function sha256(message) {
  const primes = firstPrimes(64);
  const constants = primes.map((p) => fraction(Math.cbrt(p)));
  const h = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const padded = new Uint8Array((Math.ceil((message.length + 9) / 64)) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const right = (word, bits) => (word >>> bits) | (word << (32 - bits));
  for (let at = 0; at < padded.length; at += 64) {
    const w = [];
    for (let n = 0; n < 64; n++) {
      if (n < 16) {
        w.push(view.getInt32(at + 4 * n));
        continue;
      }
      const a = right(w[n - 15], 7) ^ right(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const b = right(w[n - 2], 17) ^ right(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w.push((w[n - 16] + a + w[n - 7] + b) | 0);
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let n = 0; n < 64; n++) {
      const one = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const first = (last + one + ((e & f) ^ (~e & g)) + constants[n] + w[n]) | 0;
      const two = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((word, n) => { h[n] = (h[n] + word) | 0; });
  }
  return h.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
