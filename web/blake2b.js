// BLAKE2b (RFC 7693) with a key and a digest of 8 bytes: what the luck of a game is drawn with.
// Checked against Python's hashlib by tests/e2e/page.

const MASK = (1n << 64n) - 1n;
const BLOCK = 128;
const ROUNDS = 12;
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
const DIAGONALS = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

function turned(word, bits) {
  return (word >> bits) | ((word << (64n - bits)) & MASK);
}

function mix(v, [a, b, c, d], x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 63n);
}

function compress(h, block, counted, last) {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK);
  const words = Array.from({ length: 16 }, (_, n) => view.getBigUint64(8 * n, true));
  const v = [...h, ...START];
  v[12] ^= BigInt(counted);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDER[round % 10];
    COLUMNS.forEach((at, n) => mix(v, at, words[order[2 * n]], words[order[2 * n + 1]]));
    DIAGONALS.forEach((at, n) => mix(v, at, words[order[2 * n + 8]], words[order[2 * n + 9]]));
  }
  return h.map((word, n) => word ^ v[n] ^ v[n + 8]);
}

/** The digest of 8 bytes, as a number whose first byte counts most. `message` and `key`: Uint8Array, the key at most 64. */
function blake2b(message, key) {
  const padded = new Uint8Array(key.length ? BLOCK + message.length : message.length);
  padded.set(key);
  padded.set(message, key.length ? BLOCK : 0);
  let h = [...START];
  h[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ 8n;
  const blocks = Math.max(1, Math.ceil(padded.length / BLOCK));
  for (let n = 0; n < blocks; n++) {
    const block = new Uint8Array(BLOCK);
    block.set(padded.subarray(n * BLOCK, (n + 1) * BLOCK));
    h = compress(h, block, Math.min(padded.length, (n + 1) * BLOCK), n + 1 === blocks);
  }
  let found = 0n;
  for (let byte = 0n; byte < 8n; byte++) found = (found << 8n) | ((h[0] >> (8n * byte)) & 255n);
  return found;
}
