import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { fileAddress, isGranted, signFolder, type MediaGrant } from '../../../src/platform/media/media-address.ts';
import { base64Url, isSignedText, signingKeys, signText } from '../../../src/platform/media/signing.ts';

const KEYS = { current: 'the-key-of-today', previous: 'the-key-of-yesterday' };
const NOW = 1_800_000_000;
const GRANT: MediaGrant = { viewer: 'u1', folder: 'clip-1', expires: NOW + 60 };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const createKeys = (current?: string, previous?: string) =>
  signingKeys({ MEDIA_SIGNING_KEY: current, MEDIA_SIGNING_KEY_PREVIOUS: previous } as unknown as Env);

async function readSignature(grant: MediaGrant, keys = KEYS): Promise<string> {
  return (await signFolder(keys, grant)).signature;
}

describe('the keys', () => {
  it.each([
    ['none', undefined, undefined, null],
    ['an empty one', '', 'old', null],
    ['one', 'new', undefined, { current: 'new', previous: null }],
    ['one, and an empty one before it', 'new', '', { current: 'new', previous: null }],
    ['two', 'new', 'old', { current: 'new', previous: 'old' }],
  ])('of a Worker that was given %s', (_, current, previous, expected) => {
    expect(createKeys(current, previous)).toEqual(expected);
  });
});

describe('base64url', () => {
  it('holds bytes of any number, without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = base64Url(bytes);
        expect(text).toMatch(/^[\w-]*$/);
        const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
        expect(Uint8Array.from(decoded, (char) => char.charCodeAt(0))).toEqual(bytes);
      }),
    );
  });
});

describe('a signed text', () => {
  it('carries the HMAC-SHA256 of its bytes by its key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ unit: 'binary' }), async (key, text) => {
        const expected = createHmac('sha256', key).update(text).digest('base64url');
        expect(await signText(key, text)).toBe(expected);
        expect(await isSignedText({ current: key, previous: null }, expected, text)).toBe(true);
      }),
    );
  });

  it('is ours by either key, and by none other', async () => {
    for (const [key, isOurs] of [
      ['the-key-of-today', true],
      ['the-key-of-yesterday', true],
      ['the-key-of-nobody', false],
    ] as const) {
      expect(await isSignedText(KEYS, await signText(key, 'text'), 'text'), key).toBe(isOurs);
    }
    expect(await isSignedText({ current: 'a', previous: null }, await signText('b', 'text'), 'text')).toBe(false);
  });

  it('is not ours with any one letter changed, and none that is not a signature at all is', async () => {
    const good = await signText(KEYS.current, 'text');
    expect(good).toMatch(/^[\w-]{43}$/);
    for (let at = 0; at < good.length; at += 1) {
      for (const other of ALPHABET.replace(good.charAt(at), '')) {
        const forged = good.slice(0, at) + other + good.slice(at + 1);
        expect(await isSignedText(KEYS, forged, 'text'), forged).toBe(false);
      }
    }
    for (const forged of ['', good.slice(1), `${good}A`, `${good}=`, ` ${good.slice(1)}`, `${good.slice(0, 42)}+`]) {
      expect(await isSignedText(KEYS, forged, 'text'), forged).toBe(false);
    }
  });
});

describe('a media address', () => {
  it('says for whom, until when and for which folder', async () => {
    const address = fileAddress.build({ ...(await signFolder(KEYS, GRANT)), path: 'clip-1/a.vtt' });
    const text = `media-v2\nu1\nclip-1\n${String(GRANT.expires)}`;
    expect(address).toBe(`v/u1.${await signText(KEYS.current, text)}/${String(GRANT.expires)}/clip-1/a.vtt`);
  });

  it('opens until it expires, and not from that second on', async () => {
    const signature = await readSignature(GRANT);
    expect(await isGranted(KEYS, signature, GRANT, GRANT.expires - 1)).toBe(true);
    expect(await isGranted(KEYS, signature, GRANT, GRANT.expires)).toBe(false);
    expect(await isGranted(KEYS, signature, GRANT, GRANT.expires + 1)).toBe(false);
  });

  it.each<[string, Partial<MediaGrant>]>([
    ['another viewer', { viewer: 'u2' }],
    ['everybody', { viewer: 'anyone' }],
    ['another folder', { folder: 'clip-2' }],
    ['longer', { expires: GRANT.expires + 1 }],
    ['what is left where a line ends elsewhere', { viewer: 'u1\nclip-1', folder: '' }],
  ])('does not open for %s', async (_, change) => {
    expect(await isGranted(KEYS, await readSignature(GRANT), { ...GRANT, ...change }, NOW)).toBe(false);
  });

  it.each([Number.NaN, Infinity, 1.5, 2 ** 60])('never opens until %s, whoever signed it', async (expires) => {
    const grant = { ...GRANT, expires };
    expect(await isGranted(KEYS, await readSignature(grant), grant, NOW)).toBe(false);
  });

  it('opens while keys are changed', async () => {
    const old = await readSignature(GRANT, { current: KEYS.previous, previous: 'older' });
    expect(await isGranted(KEYS, old, GRANT, NOW)).toBe(true);
    expect(await isGranted({ current: KEYS.current, previous: null }, old, GRANT, NOW)).toBe(false);
  });
});
