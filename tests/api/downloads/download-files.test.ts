import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requirePrograms } from '../../../tools/lib/system.ts';
import { FULL } from '../../../tools/lib/test-sets.ts';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { type Download, getDownloadLink, listDownloads } from '../../../src/features/downloads/contract.ts';
import { buyCart, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { signText } from '../../../src/platform/media/signing.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { parseFailure } from '../../support/site/api.ts';
import { listenCutting } from '../../support/services/cutting-server.ts';
import { KEY } from '../../support/media/media.ts';
import { FREE_FILM, openMoney, OTHER_FILM, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { topUp } from '../../support/money/shop.ts';
import { addRows } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
const FILE = randomBytes(300_000);
const CUTS = 20;
/** Sold alone; a film with the subscription; a free one; of a film that is sold to subscribers, too. */
const [SOLD, COVERED, FREE, EXTRA] = [901, 921, 931, 941];

let platform: Platform;
let site: MoneySite;
let who: Visitor;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  // Downloads are served by the real clock.
  site.clock.now = Math.floor(Date.now() / 1000);
  await sell(platform.env.DB, site.clock.now);
  await platform.env.MEDIA.put('download/film/240p.mp4', FILE);
  const downloads = [
    { id: COVERED, title_id: 10 },
    { id: FREE, title_id: FREE_FILM.id },
    { id: EXTRA, title_id: OTHER_FILM.id },
  ];
  const file = { bytes: FILE.byteLength, toman: 4000 };
  await addRows(
    platform.env.DB,
    'downloads',
    downloads.map((row) => ({ ...row, ...file })),
  );
  await site.sql(`UPDATE downloads SET file = 'download/film/240p.mp4', subtitles = '["fa"]' WHERE id <> 902`).run();
  await site.sql("UPDATE titles SET name_fa = 'طعم «گیلاس»/۱', name_en = 'Taste of Chérry' WHERE id = 40").run();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  who = await site.visitor();
});

const requestFile = (url: string, init: RequestInit = {}) =>
  serveMedia(new Request(url, init), platform.env, platform.ctx);
const session = ({ token }: Visitor) => ({ headers: { cookie: `${SESSION_COOKIE}=${token}` } });

async function buy(visitor: Visitor): Promise<string> {
  const { data } = await site.call(chargeWallet, { amount: 50_000 }, visitor);
  await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
  await site.call(buyCart, { items: [SOLD], payment_method: 'wallet' }, visitor);
  return findUrl(await offer(40, visitor), SOLD);
}
async function offer(id: number, visitor?: Visitor): Promise<Download[]> {
  const answer = await site.call(visitor ? getCart : getGhostCart, { id, type: 'movie' }, visitor);
  return answer.data.data.downloads;
}
const findUrl = (downloads: readonly Download[], id: number) => downloads.find((one) => one.id === id)?.url ?? '';

describe('subtitles beside a download', () => {
  const MASTER = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="fa",LANGUAGE="fa",URI="subs/fa-1a2b3c4d.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,SUBTITLES="subs"',
    '240p/index.m3u8',
    '',
  ].join('\n');

  test('are those that the film has now, as SRT, by the same right', async () => {
    await addRows(platform.env.DB, 'media_facts', [{ media: 'film', subtitles: '["fa","en"]' }]);
    await platform.env.MEDIA.put('video/film/master.m3u8', MASTER);
    const vtt = 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\n<c.white>سلام</c> <i>&amp;</i>\nدنیا\n';
    await platform.env.MEDIA.put('video/film/subs/fa-1a2b3c4d.vtt', vtt);
    const url = await buy(who);
    const [file] = (await site.call(listDownloads, {}, who)).data;
    const toAddress = (lang: string) => url.replace('.mp4', `.${lang}.srt`);
    expect(file?.subtitle_files).toEqual(['fa', 'en'].map((lang) => ({ lang, url: toAddress(lang) })));
    expect((await offer(40, who)).map(({ subtitle_files: files }) => files.length)).toEqual([2, 0]);
    const answer = await requestFile(toAddress('fa'));
    expect(await answer.text()).toBe('1\r\n00:00:01,000 --> 00:00:02,500\r\nسلام <i>&</i>\r\nدنیا\r\n');
    expect(answer.headers.get('content-disposition')).toContain('taste-of-cherry-480p.fa.srt');
    expect((await requestFile(toAddress('en'))).status).toBe(404);
    expect(await requestFile(toAddress('..')).then(({ status }) => status)).toBe(200);
    expect((await requestFile(toAddress('fa'), session(await site.visitor()))).status).toBe(403);
    await site.sql("UPDATE purchases SET ends_at = 1 WHERE user_id = ? AND kind = 'download'", who.id).run();
    expect((await requestFile(toAddress('fa'))).status).toBe(403);
    await site.sql("DELETE FROM media_facts WHERE media = 'film'").run();
  });
});

describe('the address of a download', () => {
  test('comes with owning it, stays the same, and says who and what', async () => {
    expect(await offer(40, who)).toMatchObject([
      { id: SOLD, url: null, subtitles: ['fa'] },
      { id: 902, url: null, subtitles: [] },
    ]);
    const url = await buy(who);
    expect(url).toMatch(
      new RegExp(
        `^https://pardeh\\.test/media/d/${String(who.id)}\\.\\d{10}\\.[\\w-]{43}/${String(SOLD)}/taste-of-cherry-480p\\.mp4$`,
      ),
    );
    expect((await site.call(listDownloads, {}, who)).data).toMatchObject([{ id: SOLD, url, subtitles: ['fa'] }]);
    // The same all day.
    expect(findUrl(await offer(40, who), SOLD)).toBe(url);
    const { data } = await site.call(getDownloadLink, { id: SOLD }, who);
    expect(data.url).toBe(url);
    expect(data.expires_at - site.clock.now).toBeGreaterThan(3 * DAY);
    expect(data.expires_at - site.clock.now).toBeLessThanOrEqual(4 * DAY);
  });

  test('opens for programs without a session and for its owner, not for somebody else', async () => {
    const url = await buy(who);
    expect((await requestFile(url, { method: 'HEAD' })).status).toBe(200);
    expect((await requestFile(url, session(who))).status).toBe(200);
    expect((await requestFile(url, { headers: { authorization: `Bearer ${who.token}` } })).status).toBe(200);
    const other = await site.visitor();
    for (const init of [session(other), { headers: { authorization: `Bearer ${other.token}` } }]) {
      const refused = await requestFile(url, init);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ code: 'media_foreign' });
    }
    const swapped = url.replace(`/d/${String(who.id)}.`, `/d/${String(other.id)}.`);
    expect((await requestFile(swapped)).status).toBe(403);
    expect((await requestFile(url.replace(`/${String(SOLD)}/`, `/${String(COVERED)}/`))).status).toBe(403);
    expect((await requestFile(url.replace(/\.[\w-]{43}/, '.x'))).status).toBe(403);
  });

  test('is asked about at every request: what ends, ends', async () => {
    const url = await buy(who);
    expect((await requestFile(url)).status).toBe(200);
    await site.sql("UPDATE purchases SET ends_at = 1 WHERE user_id = ? AND kind = 'download'", who.id).run();
    expect(await (await requestFile(url)).json()).toMatchObject({ code: 'download_not_allowed' });

    const subscriber = await site.visitor({ subscribedUntil: site.clock.now + DAY });
    const covered = findUrl(await offer(10, subscriber), COVERED);
    expect((await requestFile(covered)).status).toBe(200);
    await site.sql('UPDATE users SET subscribed_until = 1 WHERE id = ?', subscriber.id).run();
    expect((await requestFile(covered)).status).toBe(403);
    expect(findUrl(await offer(10, who), COVERED)).toBe('');
  });

  test('of a film that is not in the subscription is sold to subscribers', async () => {
    const subscriber = await site.visitor({ subscribedUntil: site.clock.now + DAY });
    expect(await offer(OTHER_FILM.id, subscriber)).toMatchObject([{ id: EXTRA, amount: 4000, url: null }]);
    expect((await parseFailure(await site.ask(getDownloadLink, { id: EXTRA }, subscriber))).code).toBe(
      'download_not_allowed',
    );
    await topUp(site, subscriber, 50_000);
    await site.call(buyCart, { items: [EXTRA], payment_method: 'wallet' }, subscriber);
    const url = findUrl(await offer(OTHER_FILM.id, subscriber), EXTRA);
    expect((await requestFile(url)).status).toBe(200);
  });

  test('of what is free opens for everybody; a kids session keeps what is not for children shut', async () => {
    const url = findUrl(await offer(FREE_FILM.id), FREE);
    expect(url).toContain('/media/d/0.');
    expect((await requestFile(url)).status).toBe(200);
    expect((await requestFile(url, session(who))).status).toBe(200);
    await site.sql('UPDATE titles SET age = 18 WHERE id = ?', FREE_FILM.id).run();
    const kids = await kidsToken(KEY, { id: 'k'.repeat(22), on: true });
    expect((await requestFile(url, { headers: { cookie: `${KIDS_COOKIE}=${kids}` } })).status).toBe(403);
    expect((await requestFile(url)).status).toBe(200);
  });
});

describe('an address that has ended', () => {
  /** The address that the site gave out so many days ago, and today's. */
  async function oldAndNew(visitor: Visitor, days: number): Promise<[string, string]> {
    const today = await buy(visitor);
    const { now } = site.clock;
    site.clock.now = now - days * DAY;
    // The session began today.
    await site.sql('UPDATE sessions SET created_at = 0 WHERE user_id = ?', visitor.id).run();
    const { data } = await site.call(getDownloadLink, { id: SOLD }, visitor);
    site.clock.now = now;
    return [data.url, today];
  }

  test('says so and where a new one is; the file goes on by that to the last byte', async () => {
    const [ended, fresh] = await oldAndNew(who, 4);
    const [resting] = await oldAndNew(who, 2);
    const half = FILE.byteLength / 2;
    const first = await requestFile(resting, { headers: { range: `bytes=0-${String(half - 1)}` } });
    expect(first.status).toBe(206);
    const refused = await requestFile(ended, { headers: { range: `bytes=${String(half)}-` } });
    expect(refused.status).toBe(403);
    const { code, message, message_fa: messageFa } = await refused.json<Record<string, string>>();
    expect(code).toBe('download_link_expired');
    expect(message).toContain('Open your downloads page');
    expect(messageFa).toContain('صفحهٔ دانلودهای خود');
    expect(fresh).not.toBe(resting);
    const etag = first.headers.get('etag') ?? '';
    const rest = await requestFile(fresh, { headers: { range: `bytes=${String(half)}-`, 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('etag')).toBe(etag);
    const file = new Blob([await first.arrayBuffer(), await rest.arrayBuffer()]);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(FILE));
  });

  test('ends nothing else: neither its date nor its user nor its download can be changed, nor is one of before good', async () => {
    const url = await buy(who);
    const { data } = await site.call(getDownloadLink, { id: SOLD }, who);
    const later = url.replace(String(data.expires_at), String(data.expires_at + DAY));
    expect(later).not.toBe(url);
    const before = url.replace(`.${String(data.expires_at)}.`, '.');
    const v1 = await signText(KEY, `download-v1\n${String(who.id)}\n${String(SOLD)}`);
    const signed = `/media/d/${String(who.id)}.${v1}/${String(SOLD)}/x.mp4`;
    for (const bad of [later, before, new URL(signed, url).href, url.replace(/\.\d{10}\./, '.0.')]) {
      const refused = await requestFile(bad);
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'download_link_expired' }]);
    }
  });

  test('is renewed for its owner only, who may still have it', async () => {
    await buy(who);
    const other = await site.visitor();
    const codes = async (visitor: Visitor | undefined, id: number) => {
      const { status, code } = await parseFailure(await site.ask(getDownloadLink, { id }, visitor));
      return [status, code];
    };
    expect(await codes(undefined, SOLD)).toEqual([401, 'unauthenticated']);
    expect(await codes(other, SOLD)).toEqual([403, 'download_not_allowed']);
    expect(await codes(who, 999_999)).toEqual([404, 'not_found']);
    await site.sql("UPDATE purchases SET ends_at = 1 WHERE user_id = ? AND kind = 'download'", who.id).run();
    expect(await codes(who, SOLD)).toEqual([403, 'download_not_allowed']);
  });

  test.each([
    ['refunded', 'DELETE FROM purchases WHERE user_id = ?'],
    ['cancelled', 'UPDATE users SET cancelled_at = 1 WHERE id = ?'],
    ['blocked', 'UPDATE users SET blocked_at = 1 WHERE id = ?'],
    ['gone', 'DELETE FROM users WHERE id = ?'],
  ])('is dead at once where the account is %s, on the media host, too', async (_, change) => {
    const url = await buy(who);
    const free = findUrl(await offer(FREE_FILM.id, who), FREE);
    const media = { ...platform.env, SITE_URL: 'https://pardeh.test', MEDIA_BASE_URL: 'https://media.test/media' };
    const elsewhere = (address: string) =>
      serveMedia(new Request(address.replace('pardeh.test', 'media.test')), media, platform.ctx);
    expect([(await requestFile(url)).status, (await elsewhere(url)).status]).toEqual([200, 200]);
    expect((await requestFile(free)).status).toBe(200);
    await site.sql(change, who.id).run();
    for (const answer of [await requestFile(url), await elsewhere(url)]) {
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'download_not_allowed' }]);
    }
    expect((await requestFile(free)).status).toBe(change.includes('users') ? 403 : 200);
  });
});

describe('the file', () => {
  test('has its length, a strong tag and its Persian name; a part of another version is not given', async () => {
    const url = await buy(who);
    const head = await requestFile(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(FILE.byteLength));
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    expect(await head.text()).toBe('');
    const etag = head.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(head.headers.get('content-disposition')).toBe(
      `attachment; filename="taste-of-cherry-480p.mp4"; filename*=UTF-8''${encodeURIComponent('طعم «گیلاس» ۱ 480p.mp4')}`,
    );
    const part = await requestFile(url, { headers: { range: 'bytes=100-199', 'if-range': etag } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(FILE.subarray(100, 200)));
    expect((await requestFile(url, { headers: { range: 'bytes=100-199', 'if-range': '"older"' } })).status).toBe(200);
    expect((await requestFile(url, { headers: { range: `bytes=${String(FILE.byteLength)}-` } })).status).toBe(416);
    expect((await requestFile(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test(
    `cut ${String(CUTS)} times at random and resumed by curl, is the same to the last byte`,
    { tags: FULL },
    async () => {
      requirePrograms('curl');
      const url = await buy(who);
      const cuts = Array.from({ length: CUTS }, () => 1 + Math.floor(Math.random() * (FILE.byteLength / CUTS - 1)));
      const server = await listenCutting((request) => serveMedia(request, platform.env, platform.ctx), [...cuts]);
      const folder = mkdtempSync(join(tmpdir(), 'pardeh-download-'));
      try {
        const file = join(folder, 'film.mp4');
        const address = server.url + new URL(url).pathname;
        const resume = () =>
          new Promise<number>((done) => {
            const child = execFile('curl', ['-sS', '-C', '-', '-o', file, address], () => done(child.exitCode ?? -1));
          });
        for (let at = 0; at < CUTS; at += 1) expect(await resume()).not.toBe(0);
        expect(await resume()).toBe(0);
        const starts = cuts.map((_, at) => cuts.slice(0, at + 1).reduce((sum, cut) => sum + cut, 0));
        expect(server.ranges).toEqual(['', ...starts.map((start) => `bytes=${String(start)}-`)]);
        const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
        expect(digest(readFileSync(file))).toBe(digest(FILE));
      } finally {
        server.close();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
