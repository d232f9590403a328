import { describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/ingest/contract.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import { prepareRows } from '../../support/database/rows.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { openTus } from '../../support/site/tus.ts';

const { platform, site, as, refuse } = await openDeskTitles();
const tus = openTus(site, platform, as('editor').token);
const { data: key } = await site.call(addKey, { name: 'encoder', permissions: ['ingest.work'] }, as('owner'));
const machine = { id: 0, mobile: '', token: key.secret };
const REPORT: calls.FileReport = {
  ...{ seconds: 90.5, width: 1920, height: 804, frame_rate: 23.976, is_hdr: false, chapters: 2 },
  sounds: [{ language: 'fa', channels: 6, title: 'دوبله', is_description: false }],
  subtitles: [{ language: null, is_text: false, is_forced: true, is_for_deaf: false }],
  renditions: ['240p', '360p'],
};

async function upload(title: number, values: Record<string, string> = {}, text = 'a film') {
  const path = await tus.begin(text.length, { title: String(title), kind: 'film', filename: 'film.mkv', ...values });
  if ((await tus.patch(path, 0, text)).status !== 204) throw new Error('not stored');
  return path.split('/').at(-1) ?? '';
}
const list = async (input = {}) => (await site.call(calls.listIngests, input, as('viewer'))).data;
const take = async (worker = 'one') => (await site.call(calls.takeIngest, { worker }, machine)).data;
const takeOne = async (worker?: string) => {
  const job = await take(worker);
  if (!job) throw new Error('the queue is empty');
  return job;
};
const lease = ({ id, lease }: calls.IngestWork) => ({ id, lease });
const clear = async () => {
  for (let job = await take(); job; job = await take()) await site.call(calls.finishIngest, lease(job), machine);
};

describe('the queue', () => {
  it('gives a file to one worker, which tells how far it is, and ends', async () => {
    const id = await upload(10);
    const [waiting] = await list();
    expect(waiting).toMatchObject({
      title_id: 10,
      state: 'waiting',
      progress: 0,
      file: 'film.mkv',
      operator: 'editor',
    });
    const job = await takeOne();
    expect(job).toMatchObject({
      title: { kind: 'movie', id: 10 },
      ...{ kind: 'film', original: { key: `originals/${id}`, bytes: 6 }, subtitles: [] },
    });
    expect(await take('two')).toBeNull();
    expect(await list({ state: 'leased' })).toMatchObject([{ worker: 'one', tries: 1 }]);
    const message = { ...lease(job), progress: 420, step: '720p', report: REPORT };
    await site.call(calls.reportIngest, message, machine);
    expect(await list({ title: 10 })).toMatchObject([
      { state: 'working', progress: 420, step: '720p', report: REPORT },
    ]);
    await site.call(calls.finishIngest, lease(job), machine);
    expect(await list({ state: 'done' })).toMatchObject([{ progress: 1000, report: REPORT }]);
    for (const call of [calls.finishIngest, calls.reportIngest, calls.failIngest]) {
      const more = { progress: 1, step: '', code: 'damaged', detail: '' };
      expect(await refuse(call, { ...lease(job), ...more }, machine)).toBe('409 ingest_lost');
    }
    const { results } = await site
      .sql("SELECT action FROM operator_audit WHERE operator = 'key:encoder' ORDER BY id")
      .all();
    expect(results.map(({ action }) => action)).toEqual([
      ...['takeIngest', 'finishIngest', 'finishIngest', 'reportIngest', 'failIngest'],
    ]);
  });

  it('never gives one job to two workers, nor two jobs of a title at once', async () => {
    for (const title of [10, 11, 12, 13, 10]) await upload(title);
    const jobs = await Promise.all(Array.from({ length: 12 }, (_, at) => take(`worker ${String(at)}`)));
    const leasedJobs = jobs.filter((job) => job !== null);
    expect(leasedJobs.map(({ title }) => title.id).sort()).toEqual([10, 11, 12, 13]);
    for (const job of leasedJobs) await site.call(calls.finishIngest, lease(job), machine);
    expect((await takeOne()).title.id).toBe(10);
    await site.tick(200);
    await clear();
  });

  it('takes a job over when the worker’s lease has ended, and the lost worker changes nothing', async () => {
    await upload(10);
    const first = await takeOne('killed');
    await site.call(calls.reportIngest, { ...lease(first), progress: 300, step: 'picture' }, machine);
    site.clock.now += 170;
    expect(await take('two')).toBeNull();
    site.clock.now += 11;
    expect(await list({ title: 10, state: 'working' })).toMatchObject([{ is_late: true, progress: 300 }]);
    const second = await takeOne('two');
    expect(second).toMatchObject({ id: first.id, original: first.original });
    expect(second.lease).not.toBe(first.lease);
    expect(await refuse(calls.finishIngest, lease(first), machine)).toBe('409 ingest_lost');
    await site.call(calls.finishIngest, lease(second), machine);
  });

  it('gives up a file at which five workers died in a row without a step forward', async () => {
    await upload(10);
    const die = async (progress: number | null) => {
      const job = await takeOne();
      if (progress !== null) await site.call(calls.reportIngest, { ...lease(job), progress, step: '' }, machine);
      site.clock.now += 181;
    };
    for (const progress of [null, null, null, 100, 100, 100, 100, 100]) await die(progress);
    expect(await take()).toBeNull();
    expect((await list())[0]).toMatchObject({ state: 'failed', code: 'worker_lost' });
  });

  it('has the newest subtitles of each language for a film, and none for a trailer', async () => {
    await upload(10, { kind: 'subtitle', language: 'fa', filename: 'old.srt' }, 'old');
    site.clock.now += 1;
    const newer = await upload(10, { kind: 'subtitle', language: 'fa', filename: 'new.ass' }, 'newer');
    await upload(10, { kind: 'subtitle', language: 'en', filename: 'en.vtt' }, 'english');
    expect(await take()).toBeNull();
    await upload(10);
    const job = await takeOne();
    expect(job.subtitles.map(({ language }) => language).sort()).toEqual(['en', 'fa']);
    expect(job.subtitles).toContainEqual({
      key: `originals/${newer}`,
      language: 'fa',
      text_kind: 'full',
      name: 'new.ass',
      bytes: 5,
    });
    await site.call(calls.finishIngest, lease(job), machine);
    await upload(10, { kind: 'trailer' });
    const trailer = await takeOne();
    expect(trailer).toMatchObject({ kind: 'trailer', subtitles: [] });
    await site.call(calls.failIngest, { ...lease(trailer), code: 'damaged', detail: 'two seconds' }, machine);
    expect((await list())[0]).toMatchObject({ state: 'failed', code: 'damaged', detail: 'two seconds' });
  });
});

describe('the desk', () => {
  it('cancels a job, also from its worker, tries again, and puts one before the others', async () => {
    for (const title of [10, 11]) await upload(title);
    const [second, first] = await list();
    const act = async (call: Parameters<typeof site.ask>[0], input: object) => refuse(call, { ...input }, as('editor'));
    await site.call(calls.setIngestPriority, { id: second?.id, priority: 1 }, as('editor'));
    const job = await takeOne();
    expect(job.id).toBe(second?.id);
    expect(await act(calls.setIngestPriority, { id: job.id, priority: 0 })).toBe('409 ingest_state');
    expect(await act(calls.retryIngest, { id: job.id })).toBe('409 ingest_state');
    expect(await act(calls.cancelIngest, { id: job.id, reason: '' })).toMatch('422 invalid_input');
    await site.call(calls.cancelIngest, { id: job.id, reason: 'wrong file' }, as('editor'));
    expect(await refuse(calls.reportIngest, { ...lease(job), progress: 5, step: '' }, machine)).toBe('409 ingest_lost');
    expect(await act(calls.cancelIngest, { id: job.id, reason: 'twice' })).toBe('409 ingest_state');
    const answers = await Promise.all([1, 2, 3].map(() => site.ask(calls.retryIngest, { id: job.id }, as('editor'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const call of [calls.cancelIngest, calls.retryIngest, calls.setIngestPriority])
      expect(await act(call, { id: 987_654, reason: 'none there', priority: 0 })).toBe('404 ingest_unknown');
    await site.call(calls.cancelIngest, { id: first?.id, reason: 'not now' }, as('editor'));
    await clear();
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'cancelIngest' ORDER BY id LIMIT 1 OFFSET 1")
      .first();
    expect(row).toMatchObject({ subject: `ingest:${String(job.id)}`, status: 200 });
    expect(String(row?.['after'])).toContain('wrong file');
    const { results } = await site
      .sql('SELECT DISTINCT s.subject, a.action FROM audit_subjects s JOIN operator_audit a ON a.id = s.audit_id')
      .all();
    for (const action of ['cancelIngest', 'retryIngest', 'setIngestPriority'])
      expect(results).toContainEqual({ subject: `title:${String(job.title.id)}`, action });
  });

  it('lists all by pages', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      upload_id: `u${String(at)}`,
      title_id: 987_654,
      state: 'done',
    }));
    await site.env.DB.batch([prepareRows(site.env.DB, 'ingest_jobs', rows)]);
    const first = await site.call(calls.listIngests, {}, as('viewer'));
    expect(first.data).toHaveLength(50);
    expect(first.data[0]).toMatchObject({ title_kind: null, name_fa: null });
    const next = await site.call(calls.listIngests, { before: first.next }, as('viewer'));
    expect(next.data.length).toBeGreaterThan(10);
    expect(Math.max(...next.data.map(({ id }) => id))).toBeLessThan(Math.min(...first.data.map(({ id }) => id)));
    expect(await refuse(calls.listIngests, {}, as('moderator'))).toBe('403 operator_role');
  });
});
