// Around either host's built app: a request that names its moment and its seed (`x-oracle: 1800000000000.7`) meets that
// clock and that randomness, so that codes, tokens and signed addresses are equal on both hosts.
/* global crypto, Request -- both runtimes have them */
const HEADER = 'x-oracle';
const RealDate = Date;
let now = 0;
let state = 1;

/** Mulberry32. */
function nextWord() {
  state = (state + 0x6d2b79f5) >>> 0;
  let word = Math.imul(state ^ (state >>> 15), state | 1);
  word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
  return (word ^ (word >>> 14)) >>> 0;
}

function fillRandom(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = nextWord() & 255;
  return array;
}

function makeUuid() {
  const bytes = fillRandom(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const readNow = () => (now === 0 ? RealDate.now() : now);
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(
      target,
      values.length === 0 ? [readNow()] : values,
      newTarget === globalThis.Date ? target : newTarget,
    ),
  get: (target, name) => (name === 'now' ? readNow : Reflect.get(target, name)),
});
Math.random = () => nextWord() / 2 ** 32;
Object.defineProperty(crypto, 'getRandomValues', { value: fillRandom });
Object.defineProperty(crypto, 'randomUUID', { value: makeUuid });

/** The fetch handler of an app in the world that each request names. */
export function fixWorld(answer) {
  return (request, env, ctx) => {
    const [moment, seed] = (request.headers.get(HEADER) ?? '').split('.').map(Number);
    if (!(moment > 0)) return answer(request, env, ctx);
    now = moment;
    state = seed >>> 0;
    const plain = new Request(request);
    plain.headers.delete(HEADER);
    return answer(plain, env, ctx);
  };
}
