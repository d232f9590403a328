import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DOOR_SECRET_HEADER } from '../../../src/platform/config/door.ts';
import { PageDictionaries } from '../../../src/host/node/http/dictionaries.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const hash = (text: string) => createHash('sha256').update(text).digest();
const nameDictionary = (text: string) => `:${hash(text).toString('base64')}:`;
/** Long, without repetition inside it, so that only a dictionary makes it small. */
const writePage = (title: string) =>
  `<title>${title}</title>${Array.from({ length: 400 }, (_, at) => hash(String(at)).toString('base64')).join('')}`;
const HOME = writePage('home');
const FILM = writePage('film');
const GUESTS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, max-age=60, stale-while-revalidate=600',
  vary: 'cookie',
};
const answerPage = (text: string, headers: Record<string, string> = GUESTS, status = 200) =>
  new Response(text, { headers, status });
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://pardeh.test/', {
    method,
    headers: { 'accept-encoding': 'gzip, br, zstd, dcb, dcz', ...headers },
  });

async function openAfterHome(maxBytes?: number): Promise<PageDictionaries> {
  const dictionaries = new PageDictionaries(maxBytes);
  await (await dictionaries.offer(ask(), answerPage(HOME))).text();
  return dictionaries;
}

describe('a guest’s page', () => {
  it('goes out as it is at first, and is offered as the dictionary of the next pages', async () => {
    const answer = await new PageDictionaries().offer(ask(), answerPage(HOME));
    expect(answer.headers.get('use-as-dictionary')).toBe('match="/*", match-dest=("document")');
    expect(answer.headers.get('vary')).toBe('cookie, available-dictionary');
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(await answer.text()).toBe(HOME);
  });

  it('comes in dcz for a browser that has the page before (RFC 9842, section 5)', async () => {
    const dictionaries = await openAfterHome();
    const answer = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(HOME) }), answerPage(FILM));
    expect(answer.headers.get('content-encoding')).toBe('dcz');
    expect(answer.headers.get('vary')).toBe('cookie, available-dictionary');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(bytes.byteLength).toBeLessThan(FILM.length / 20);
    expect([...bytes.subarray(0, 8)]).toEqual([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
    expect([...bytes.subarray(8, 40)]).toEqual([...hash(HOME)]);
    expect(zstdDecompressSync(bytes.subarray(40), { dictionary: encode(HOME) }).toString()).toBe(FILM);
  });

  it('that came in dcz is a dictionary, too', async () => {
    const dictionaries = await openAfterHome();
    await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(HOME) }), answerPage(FILM));
    const answer = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(FILM) }), answerPage(HOME));
    expect(answer.headers.get('content-encoding')).toBe('dcz');
  });

  it.each<[string, Record<string, string>]>([
    ['names a page that nobody was sent', { 'available-dictionary': nameDictionary('another') }],
    ['takes no dcz', { 'available-dictionary': nameDictionary(HOME), 'accept-encoding': 'gzip, br, dcb' }],
    ['refuses dcz', { 'available-dictionary': nameDictionary(HOME), 'accept-encoding': 'br, dcz;q=0' }],
    ['names none', {}],
    ['names a hash that is no byte sequence', { 'available-dictionary': hash(HOME).toString('base64') }],
    ['names a hash of another length', { 'available-dictionary': ':AAAA:' }],
    ['names two', { 'available-dictionary': `${nameDictionary(HOME)}, ${nameDictionary(HOME)}` }],
    ['sends rubbish', { 'available-dictionary': `:${'=*'.repeat(5000)}:` }],
  ])('comes whole where the request %s', async (_, headers) => {
    const dictionaries = await openAfterHome();
    const answer = await dictionaries.offer(ask(headers), answerPage(FILM));
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(await answer.text()).toBe(FILM);
  });

  it('comes whole through the door, whose copy is everybody’s, and is no dictionary there', async () => {
    const dictionaries = await openAfterHome();
    const headers = { [DOOR_SECRET_HEADER]: 'any', 'available-dictionary': nameDictionary(HOME) };
    const answer = await dictionaries.offer(ask(headers), answerPage(FILM));
    expect([answer.headers.has('content-encoding'), answer.headers.has('use-as-dictionary')]).toEqual([false, false]);
  });

  it('that broke off is no dictionary', async () => {
    const dictionaries = new PageDictionaries();
    const pull = (stream: ReadableStreamDefaultController) => {
      stream.enqueue(encode(HOME));
      stream.error(new Error('cut'));
    };
    const broken = new Response(new ReadableStream({ pull }), { headers: GUESTS });
    await expect((await dictionaries.offer(ask(), broken)).text()).rejects.toThrow();
    const answer = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(HOME) }), answerPage(FILM));
    expect(answer.headers.has('content-encoding')).toBe(false);
  });

  it('leaves the memory when newer ones fill it', async () => {
    const dictionaries = await openAfterHome(HOME.length + FILM.length - 1);
    await (await dictionaries.offer(ask(), answerPage(FILM))).text();
    const isKnown = async (text: string) => {
      const answer = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(text) }), answerPage(FILM));
      return answer.headers.has('content-encoding');
    };
    expect(await isKnown(FILM)).toBe(true);
    expect(await isKnown(HOME)).toBe(false);
  });
});

describe('many guests who fill the memory', () => {
  const MAX = 20 * HOME.length;
  const pages = Array.from({ length: 400 }, (_, at) => writePage(`page ${String(at)}`));
  const isKnown = async (dictionaries: PageDictionaries, text: string) => {
    const request = ask({ 'available-dictionary': nameDictionary(text) });
    return (await dictionaries.offer(request, answerPage(HOME))).headers.has('content-encoding');
  };

  it('get whole pages, and the memory holds no more than it may', async () => {
    const dictionaries = await openAfterHome(MAX);
    const answers = await Promise.all(
      pages.map(async (text) => (await dictionaries.offer(ask(), answerPage(text))).text()),
    );
    expect(answers).toEqual(pages);
    const known = [];
    for (const text of pages.toReversed()) if (await isKnown(dictionaries, text)) known.push(text);
    expect(known.length).toBeGreaterThan(0);
    expect(known.reduce((bytes, text) => bytes + text.length, 0)).toBeLessThanOrEqual(MAX);
  });

  it('do not push out a page that others go on from', async () => {
    const dictionaries = await openAfterHome(MAX);
    for (const text of pages) {
      await (await dictionaries.offer(ask(), answerPage(text))).text();
      const answer = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(HOME) }), answerPage(FILM));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(zstdDecompressSync(bytes.subarray(40), { dictionary: encode(HOME) }).toString()).toBe(FILM);
    }
    expect(await isKnown(dictionaries, pages[0] ?? '')).toBe(false);
  });

  it('name dictionaries that leave while they are asked for: each answer is whole', async () => {
    const dictionaries = await openAfterHome(2 * HOME.length + 100);
    const answers = await Promise.all(
      pages.slice(0, 100).map(async (text, at) => {
        const before = pages[at - 1] ?? HOME;
        const answer = await dictionaries.offer(
          ask({ 'available-dictionary': nameDictionary(before) }),
          answerPage(text),
        );
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (!answer.headers.has('content-encoding')) return new TextDecoder().decode(bytes);
        return zstdDecompressSync(bytes.subarray(40), { dictionary: encode(before) }).toString();
      }),
    );
    expect(answers).toEqual(pages.slice(0, 100));
  });
});

describe('what is not a guest’s page', () => {
  it.each<[string, Record<string, string>, number]>([
    ['a page with a session', { ...GUESTS, 'cache-control': 'private, no-cache' }, 200],
    ['a page that is not stored', { ...GUESTS, 'cache-control': 'private, no-store' }, 200],
    ['a page that sets a cookie', { ...GUESTS, 'set-cookie': 'a=b' }, 200],
    ['an error', GUESTS, 404],
    ['an answer of the API', { ...GUESTS, 'content-type': 'application/json' }, 200],
  ])('is neither packed with a page nor offered as one: %s', async (_, headers, status) => {
    const dictionaries = await openAfterHome();
    const request = ask({ 'available-dictionary': nameDictionary(HOME) });
    const answer = await dictionaries.offer(request, answerPage(FILM, headers, status));
    expect([answer.headers.has('content-encoding'), answer.headers.has('use-as-dictionary')]).toEqual([false, false]);
    await answer.text();
    const next = await dictionaries.offer(ask({ 'available-dictionary': nameDictionary(FILM) }), answerPage(HOME));
    expect(next.headers.has('content-encoding')).toBe(false);
  });
});
