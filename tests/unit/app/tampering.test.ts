import { describe, expect, it } from 'vitest';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { readKids, kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { isGranted, signFolder } from '../../../src/platform/media/media-address.ts';
import { signText, type SigningKeys } from '../../../src/platform/media/signing.ts';
import { createDownloadLink, isDownloadGranted } from '../../../src/features/downloads/server/link.ts';
import { isAiredGrant, signAired, type AiredGrant } from '../../../src/features/live/server/aired-address.ts';
import { isLiveGrant, signLiveUrl } from '../../../src/features/live/server/address.ts';

/** A stranger changes signed values in every way: nothing but the signed value itself is ever taken. */
const KEYS: SigningKeys = { current: 'the-key-of-today', previous: null };
const NOW = 1_800_000_000;
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
/** Signs that some decoder or other takes for a letter, an end or nothing. */
const STRANGE = ['+', '/', '=', '.', ' ', '\n', '\0', '%', 'é', 'ۀ', 'Ａ', ''];

type Fields = Record<string, string | number>;
interface Signed {
  fields: Fields;
  signature: string;
  check: (signature: string, fields: Fields, now?: number, keys?: SigningKeys) => Promise<boolean>;
}

const buildEnv = ({ current }: SigningKeys) => ({ MEDIA_SIGNING_KEY: current, MEDIA_BASE_URL: '' }) as unknown as Env;

/** Each kind of address that is signed, for something, until a moment. */
const KINDS: Readonly<Record<string, (keys?: SigningKeys) => Promise<Signed>>> = {
  media: async (keys = KEYS) => {
    const fields = { viewer: 'viewer-1', folder: 'clip-1', expires: NOW + 60 };
    const { signature } = await signFolder(keys, fields);
    return {
      fields,
      signature,
      check: (changedSignature, changed, now = NOW, keys = KEYS) =>
        isGranted(keys, changedSignature, changed as typeof fields, now),
    };
  },
  live: async (keys = KEYS) => {
    const fields = { audience: 'viewer-1', channel: 12, from: NOW - 60, expires: NOW + 60 };
    const address = await signLiveUrl(keys, 'https://pardeh.test', fields);
    return {
      fields,
      signature: new URL(address).pathname.split('/')[3]?.split('.')[1] ?? '',
      check: (signature, changed, now = NOW, keys = KEYS) =>
        isLiveGrant(keys, signature, changed as typeof fields, now),
    };
  },
  aired: async (keys = KEYS) => {
    const fields = {
      audience: 'viewer-1',
      folder: 'clip-1',
      as: 'again',
      startsAt: NOW - 60,
      count: 9,
      expires: NOW + 60,
    };
    const toGrant = ({ startsAt, count, ...others }: typeof fields) =>
      ({ ...others, airing: { startsAt, count } }) as AiredGrant;
    const { signature } = await signAired(keys, toGrant(fields));
    return {
      fields,
      signature,
      check: (changedSignature, changed, now = NOW, keys = KEYS) =>
        isAiredGrant(keys, changedSignature, toGrant(changed as typeof fields), now),
    };
  },
  download: async (keys = KEYS) => {
    const who = { env: buildEnv(keys), now: NOW, origin: 'https://pardeh.test', user: { id: 7 } };
    const row = { id: 901, file: 'a.mp4', name_en: 'Film', quality: '480p' };
    const link = await createDownloadLink(who as unknown as Parameters<typeof createDownloadLink>[0], row);
    const fields = { user: 7, id: 901, expires: link?.expires ?? 0 };
    return {
      fields,
      signature: /\.([\w-]{43})\//.exec(link?.url ?? '')?.[1] ?? '',
      check: (signature, changed, now = NOW, keys = KEYS) =>
        isDownloadGranted(keys, signature, changed as typeof fields, now),
    };
  },
};

describe.each(Object.keys(KINDS))('a %s address', (kind) => {
  const make = (keys?: SigningKeys) => KINDS[kind]!(keys);

  it('opens as it was signed', async () => {
    const { fields, signature, check } = await make();
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(await check(signature, fields)).toBe(true);
  });

  it('does not open with any letter of its signature changed', async () => {
    const { fields, signature, check } = await make();
    for (let at = 0; at < signature.length; at += 1) {
      for (const other of [...LETTERS, ...STRANGE]) {
        if (other === signature[at]) continue;
        const forged = signature.slice(0, at) + other + signature.slice(at + 1);
        expect(await check(forged, fields), forged).toBe(false);
      }
    }
  });

  it('does not open with a signature cut, lengthened, turned round or in other letters', async () => {
    const { fields, signature, check } = await make();
    const lengths = Array.from({ length: signature.length }, (_, at) => at);
    const forgeries = [
      ...lengths.map((length) => signature.slice(0, length)),
      ...lengths.slice(1).map((length) => signature.slice(length)),
      ...lengths.slice(1).map((at) => signature.slice(at) + signature.slice(0, at)),
      ...[...LETTERS, ...STRANGE.slice(0, -1)].flatMap((letter) => [signature + letter, letter + signature]),
      ...[signature + signature, Array.from(signature).toReversed().join(''), encodeURIComponent(`${signature}=`)],
      ...[signature.toLowerCase(), signature.toUpperCase()],
      signature.replace(/[a-z]/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      ),
    ];
    for (const forged of forgeries) expect(await check(forged, fields), forged).toBe(false);
  });

  it('does not open for any other field', async () => {
    const { fields, signature, check } = await make();
    for (const [name, value] of Object.entries(fields)) {
      const others =
        typeof value === 'number'
          ? [value + 1, value - 1, -value, value * 10, 0, value + 0.5, 2 ** 53, NaN, Infinity, `${String(value)} `]
          : [...changeLetters(value), value.slice(1), `${value}x`, '', value.toUpperCase(), `${value}\n`, `${value}\0`];
      for (const other of others) {
        const changed = { ...fields, [name]: other };
        expect(await check(signature, changed), `${name}: ${String(other)}`).toBe(false);
      }
    }
  });

  it('does not open where two fields change places, or a part of one goes to the next', async () => {
    const { fields, signature, check } = await make();
    const names = Object.keys(fields);
    for (const [at, name] of names.entries()) {
      const next = names[(at + 1) % names.length] ?? '';
      const swapped = { ...fields, [name]: fields[next] ?? '', [next]: fields[name] ?? '' };
      expect(await check(signature, swapped), `${name} and ${next}`).toBe(false);
      const [text, after] = [String(fields[name]), String(fields[next])];
      const moved = { ...fields, [name]: text.slice(0, -1), [next]: text.slice(-1) + after };
      expect(await check(signature, moved), `${name} to ${next}`).toBe(false);
    }
  });

  it('opens up to the second before it ends, and never again', async () => {
    const { fields, signature, check } = await make();
    const expires = Number(fields['expires']);
    expect(await check(signature, fields, expires - 1)).toBe(true);
    for (const now of [expires, expires + 1, expires + 86_400, Infinity, NaN]) {
      expect(await check(signature, fields, now), String(now)).toBe(false);
    }
  });

  it('does not open by another key, be it ever so near', async () => {
    const { fields, signature, check } = await make();
    const { current } = KEYS;
    const near = [...changeLetters(current), current.slice(1), `${current} `, current.toUpperCase(), 'x'];
    for (const key of near) {
      expect(await check(signature, fields, NOW, { current: key, previous: null }), key).toBe(false);
      expect(await check((await make({ current: key, previous: null })).signature, fields), key).toBe(false);
    }
    expect(await check(signature, fields, NOW, { current: 'new', previous: current })).toBe(true);
  });

  it('does not open by what was signed for anything else', async () => {
    const { fields, check } = await make();
    const values = Object.values(fields).join('\n');
    const others = await Promise.all(
      Object.entries(KINDS).flatMap(([name, other]) => (name === kind ? [] : [other().then((one) => one.signature)])),
    );
    const bare = await Promise.all(
      ['', 'media-v1\n', 'live-v1\n', 'aired-v0\n', 'download-v1\n', 'kids-v1\n', 'kids-pin-v1\n', 'play-v1\n'].map(
        (prefix) => signText(KEYS.current, prefix + values),
      ),
    );
    for (const signature of [...others, ...bare]) expect(await check(signature, fields)).toBe(false);
  });
});

describe('the cookie of a kids session', () => {
  const ID = 'abcdefghijklmnopqrstuv';
  const read = (token: string, keys = KEYS) =>
    readKids(new Request('https://pardeh.test/', { headers: { cookie: `${KIDS_COOKIE}=${token}` } }), {
      ...buildEnv(keys),
      API_BASE_URL: '',
    });

  it('is taken as it was signed, and with no letter of it changed', async () => {
    const token = await kidsToken(KEYS.current, { id: ID, on: true });
    expect(await read(token)).toEqual({ id: ID, on: true });
    for (let at = 0; at < token.length; at += 1) {
      for (const other of [...LETTERS, '.', '=', '%', '']) {
        if (other === token[at]) continue;
        const forged = token.slice(0, at) + other + token.slice(at + 1);
        expect(await read(forged), forged).toBeNull();
      }
    }
  });

  it('is not taken switched off, of another session, cut, lengthened, or by another key', async () => {
    const token = await kidsToken(KEYS.current, { id: ID, on: true });
    const signature = token.split('.')[2] ?? '';
    const forgeries = [
      `off.${ID}.${signature}`,
      `on.${ID.toUpperCase()}.${signature}`,
      ...[`on.${ID}`, `on.${ID}.`, `.${signature}`, `on..${signature}`, signature],
      ...[`${token}.`, `${token}A`, `${token}.${signature}`, token.toUpperCase(), token.toLowerCase()],
      `on.${ID}.${await signText(KEYS.current, `on.${ID}`)}`,
      `on.${ID}.${await signText(KEYS.current, `kids-pin-v1\non.${ID}`)}`,
      await kidsToken('another', { id: ID, on: true }),
    ];
    for (const forged of forgeries) expect(await read(forged), forged).toBeNull();
    expect(await read(token, { current: '', previous: null })).toBeNull();
    expect(await read(token, { current: 'another', previous: null })).toBeNull();
  });
});

/** The text with each of its letters changed, one at a time. */
function changeLetters(text: string): string[] {
  return Array.from(text, (letter, at) => text.slice(0, at) + (letter === 'x' ? 'y' : 'x') + text.slice(at + 1));
}
