import { beforeEach, expect, it } from 'vitest';
import * as calls from '../../../src/features/ingest/contract.ts';
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { hashBytes, makeBytes, openDrip, openTus } from '../../support/site/tus.ts';

/** Two hosts of one database whose clocks are 90 seconds apart. Publications: publish-due.test.ts and front-pages.test.ts. */
const APART = 90;
const { platform, site, as } = await openDeskTitles();
const START = site.clock.now;
const tus = openTus(site, platform, as('editor').token);
const { data: key } = await site.call(addKey, { name: 'encoder', permissions: ['ingest.work'] }, as('owner'));
const machine = { id: 0, mobile: '', token: key.secret };
const film = { title: '10', kind: 'film', filename: 'film.mkv' };
type Host = 'slow' | 'fast';
let seconds = 0;

/** Begins a request at one of the hosts, which reads its clock at once. */
function at<T>(host: Host, work: () => Promise<T>): Promise<T> {
  site.clock.now = START + seconds + (host === 'fast' ? APART : 0);
  return work();
}
const take = (host: Host) =>
  at(host, () => site.call(calls.takeIngest, { worker: host }, machine).then(({ data }) => data));
const report = (host: Host, { id, lease }: calls.IngestWork, progress: number) =>
  at(host, () => site.ask(calls.reportIngest, { id, lease, progress, step: '' }, machine).then(({ status }) => status));

beforeEach(() => {
  seconds = 0;
});

it('a job that its worker reports by either host is taken by neither, and by one when the worker is gone', async () => {
  const path = await at('slow', () => tus.begin(6, film));
  expect((await at('slow', () => tus.patch(path, 0, 'a film'))).status).toBe(204);
  const [one, two] = await Promise.all([take('slow'), take('fast')]);
  expect([one, two].filter((job) => job !== null)).toHaveLength(1);
  const job = one ?? two;
  if (!job) throw new Error('nobody has the job');
  for (const [at, host] of (['fast', 'slow', 'slow', 'fast', 'slow', 'slow', 'fast', 'slow'] as const).entries()) {
    seconds = at * 20;
    expect(await report(host, job, at + 1)).toBe(200);
    seconds += 19;
    expect([await take('slow'), await take('fast')]).toEqual([null, null]);
  }
  // Of the slow host's last report the fast host sees the shortest lease: 90 seconds without a word.
  seconds = 140 + 89;
  expect([await take('slow'), await take('fast')]).toEqual([null, null]);
  seconds = 140 + 90;
  const jobs = await Promise.all([take('fast'), take('slow'), take('fast')]);
  expect(jobs.filter((other) => other !== null)).toHaveLength(1);
  expect(await report('slow', job, 99)).toBe(409);
});

it('a part that comes at both hosts is stored once, and the file is whole', async () => {
  const bytes = makeBytes(PART_BYTES + 5000, 7);
  const part = bytes.subarray(0, PART_BYTES);
  const path = await at('slow', () => tus.begin(bytes.byteLength, film));
  const id = path.split('/').at(-1) ?? '';
  const { body, send } = openDrip();
  const first = at('slow', () => tus.patch(path, 0, body));
  send(part.subarray(0, 10));
  // To the fast host the lease of a part of now is over.
  expect((await at('fast', () => tus.patch(path, 0, part))).status).toBe(204);
  const { status, code } = await parseFailure(await first);
  expect(['400 upload_part', '409 upload_offset', '423 upload_locked']).toContain(`${String(status)} ${code}`);
  expect(await at('slow', () => tus.readOffset(path))).toBe(PART_BYTES);
  const rest = bytes.subarray(PART_BYTES);
  const ends = await Promise.all(
    (['slow', 'fast', 'slow'] as const).map((host) => at(host, () => tus.patch(path, PART_BYTES, rest))),
  );
  expect(ends.filter((answer) => answer.status === 204)).toHaveLength(1);
  const object = await site.env.MEDIA.get(`originals/${id}`);
  expect(hashBytes(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(hashBytes(bytes));
  expect(await site.sql('SELECT count(*) AS n FROM ingest_jobs WHERE upload_id = ?', id).first('n')).toBe(1);
});
