// The luck of the game, drawn again from its key: rules/core/chance.py in other words.

const WORDS = 1n << 64n;
const AT_ONCE = 40; // numbers between two breaths of the page

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) || [], (digits) => parseInt(digits, 16));
}

/** The number from 0 to `below` - 1 that the key draws after `used` others. */
function drawn(key, used, below) {
  const n = BigInt(below);
  const limit = WORDS - (WORDS % n); // the tail is rejected, so that no number is likelier
  const at = new Uint8Array(16);
  const view = new DataView(at.buffer);
  view.setBigUint64(0, BigInt(used));
  for (let attempt = 0n; ; attempt++) {
    view.setBigUint64(8, attempt);
    const word = blake2b(at, key);
    if (word < limit) return Number(word % n);
  }
}

/** Whether the sealed hash binds key and table, and every number drawn is the one of the key:
 *  {sealed, numbers, wrong: the entries with another number}. `steps` as in the data of the page. */
async function verified(luck, steps) {
  const key = bytesOf(luck.key);
  const table = new TextEncoder().encode(luck.table);
  const sealed = sha256(new Uint8Array([...key, ...table])) === luck.sealed;
  const found = { sealed, numbers: 0, wrong: [] };
  for (const step of steps) {
    for (const [entry, first, numbers, below] of step.draws || []) {
      for (let n = 0; n < numbers.length; n++) {
        if (drawn(key, first + n, below[n]) !== numbers[n] && !found.wrong.includes(entry)) found.wrong.push(entry);
        if (++found.numbers % AT_ONCE === 0) await new Promise((on) => setTimeout(on));
      }
    }
  }
  return found;
}
