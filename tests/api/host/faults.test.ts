import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { explain, openChecked, requireFeatures } from '@pardeh/workers-on-node/database/check';
import { RESTORE_ADVICE, openDataFolder } from '../../../src/host/node/run/data-folder.ts';
import { endLease, takeLease } from '@pardeh/workers-on-node/process/lease';
import { listen } from '@pardeh/workers-on-node/process/listen';
import { maskMobiles } from '../../../src/host/node/run/log.ts';
import { makeSettings, readSettings } from '../../../src/host/node/run/settings.ts';
import { openHostDatabase } from '@pardeh/workers-on-node/stores/host-database';
import { createMediaFiles } from '@pardeh/workers-on-node/stores/media-files';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

describe('a start that cannot succeed says why', () => {
  it('on a damaged database, and names the restore', () => {
    const file = inFolder('damaged.db');
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE t (a); CREATE INDEX i ON t (a); BEGIN');
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    for (let at = 0; at < 3000; at += 1) insert.run(`row ${String(at)}`);
    db.exec('COMMIT');
    db.close();
    writeFileSync(file, new Uint8Array(6000).fill(7), { flag: 'r+' });
    expect(() => openChecked(file, RESTORE_ADVICE)).toThrow('npm run restore');
    writeFileSync(inFolder('text.db'), 'this is no database, and it is longer than a header of SQLite. '.repeat(40));
    expect(() => openChecked(inFolder('text.db'), RESTORE_ADVICE)).toThrow('npm run restore');
  });

  it.each([
    [5, 'another process holds its lock'],
    [8, 'read-only'],
    [13, 'the disk is full'],
    [14, 'the owner and the rights'],
  ])('on SQLite code %d', (errcode, text) => {
    expect(explain('site.db', Object.assign(new Error('x'), { errcode }), RESTORE_ADVICE).message).toContain(text);
  });

  it('on an old SQLite, or one without FTS5', () => {
    expect(() => requireFeatures({ version: '3.42.0', hasFts5: true })).toThrow('too old');
    expect(() => requireFeatures({ version: '3.43.0', hasFts5: false })).toThrow('FTS5');
    requireFeatures({ version: '3.43.0', hasFts5: true });
    requireFeatures({ version: '4.0.0', hasFts5: true });
  });

  it('on a data folder that is a file or cannot be made', () => {
    writeFileSync(inFolder('file'), '');
    expect(() => openDataFolder(inFolder('file'))).toThrow('cannot be used');
    expect(() => openDataFolder('/dev/null/none')).toThrow('Check its owner and rights');
  });

  it('on a port that is taken', async () => {
    const server = createServer();
    await listen(server, { host: '127.0.0.1', port: 0 }, {});
    const { port } = server.address() as AddressInfo;
    await expect(listen(createServer(), { host: '127.0.0.1', port }, {})).rejects.toThrow(
      `Port ${String(port)} is taken`,
    );
    server.close();
  });

  it('on a setting that nobody reads', () => {
    const file = inFolder('site.env');
    makeSettings(file, { SITE_URL: 'https://pardeh.example' });
    const settings = readSettings(file, { TRIAL_DAYS: '3' });
    expect(settings).toMatchObject({ SITE_URL: 'https://pardeh.example', TRIAL_DAYS: '3', CLIENT_ADDRESS_HEADER: '' });
    expect(settings['MEDIA_SIGNING_KEY']).toMatch(/^[\da-f]{64}$/);
    writeFileSync(file, 'SITEURL=https://pardeh.example\n');
    expect(() => readSettings(file, {})).toThrow('SITEURL');
  });
});

describe('media files', () => {
  it('appear whole, in parts by range, and never outside of their folder', async () => {
    mkdirSync(inFolder('media', '.partial'), { recursive: true });
    writeFileSync(inFolder('media', '.partial', 'half'), 'half of a fil');
    const media = createMediaFiles(inFolder('media'));
    expect(readdirSync(inFolder('media', '.partial'))).toEqual([]);
    const broken = new ReadableStream({
      pull: (stream) => {
        stream.enqueue(new Uint8Array(10));
        stream.error(new Error('cut'));
      },
    });
    await expect(media.put('video/a/1.m4s', broken)).rejects.toThrow('cut');
    expect(await media.head('video/a/1.m4s')).toBeNull();
    await media.put('video/a/1.m4s', '0123456789');
    const object = await media.get('video/a/1.m4s');
    expect([await object?.text(), object?.size]).toEqual(['0123456789', 10]);
    const read = async (range: R2Range) => (await media.get('video/a/1.m4s', { range }))?.text();
    expect(await read({ offset: 2, length: 3 })).toBe('234');
    expect(await read({ suffix: 4 })).toBe('6789');
    expect(await read({ offset: 8, length: 50 })).toBe('89');
    const stale = await media.get('video/a/1.m4s', { onlyIf: { etagMatches: 'another' } });
    expect(stale && 'body' in stale).toBe(false);
    await media.put('video/a/1.m4s', 'another text');
    expect((await media.head('video/a/1.m4s'))?.etag).not.toBe(object?.etag);
    await media.put('video/b/2.m4s', '');
    expect((await media.list({ prefix: 'video/' })).objects.map(({ key }) => key)).toEqual([
      'video/a/1.m4s',
      'video/b/2.m4s',
    ]);
    const first = await media.list({ limit: 1 });
    expect(first.truncated && (await media.list({ cursor: first.cursor })).objects.map(({ key }) => key)).toEqual([
      'video/b/2.m4s',
    ]);
    await media.delete(['video/a/1.m4s', 'none']);
    expect(await media.get('video/a/1.m4s')).toBeNull();
    expect(await media.get('video/a')).toBeNull();
    for (const key of ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a\0b', '..', '', 'a\\..\\b', 'x'.repeat(1100)]) {
      await expect(media.get(key), key).rejects.toThrow('no path of a file');
      await expect(media.put(key, 'x'), key).rejects.toThrow('no path of a file');
    }
    expect(existsSync(inFolder('x'))).toBe(false);
  });
});

describe('the lease of a job', () => {
  it('is one process at a time, once for each tick, and outlives a clock that is set back', () => {
    const db = openHostDatabase(inFolder('host.db'));
    const minute = 60_000;
    const noon = 1_800_000_000_000;
    expect(takeLease(db, 'cron', 'one', noon, noon)).toBe(true);
    expect(takeLease(db, 'cron', 'two', noon, noon)).toBe(false);
    expect(takeLease(db, 'cron', 'two', noon + 2 * minute, noon + 2 * minute)).toBe(false);
    endLease(db, 'cron', 'two');
    expect(takeLease(db, 'cron', 'two', noon + 2 * minute, noon + 2 * minute)).toBe(false);
    endLease(db, 'cron', 'one');
    expect(takeLease(db, 'cron', 'two', noon, noon + 1)).toBe(false);
    expect(takeLease(db, 'cron', 'two', noon + 2 * minute, noon + 2 * minute)).toBe(true);
    // Its holder died.
    expect(takeLease(db, 'cron', 'one', noon + 20 * minute, noon + 20 * minute)).toBe(true);
    const yesterday = noon - 24 * 60 * minute;
    expect(takeLease(db, 'cron', 'two', yesterday, yesterday)).toBe(true);
    db.close();
  });
});

it('keeps mobile numbers out of the log', () => {
  const text = 'code for 09121234567, +98 912 123 4567, ۰۹۱۲۱۲۳۴۵۶۷ and 989121234567; payment 1800000000';
  expect(maskMobiles(text)).toBe('code for …67, …67, …67 and …67; payment 1800000000');
});
