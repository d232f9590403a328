import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { proposeCompensation } from '../../../src/features/compensation/desk-contract.ts';
import { tehranDate, tehranMidnight, tehranMoment } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney, SCREENED } from '../../support/money/money.ts';
import { FOLDER, openFaults } from '../../support/money/faults.ts';

const { platform, site, tick, listCases, readEnd: end } = await openFaults();
const DAY = 24 * 60 * 60;

const setMedia = (media: string | null) =>
  site.sql('UPDATE all_titles SET media = ? WHERE id = ?', media, SCREENED.id).run();

/** A screening that begins in a minute, with so many tickets; nothing else runs. */
async function announce(tickets: number) {
  await site.sql('UPDATE screenings SET ends_at = ?', site.clock.now - 1).run();
  const id = 600 + (await site.count('screenings'));
  const starts_at = site.clock.now + 60;
  await addRow(site.env.DB, 'screenings', { id, title_id: SCREENED.id, starts_at, ends_at: starts_at + DAY });
  const people = [];
  for (let count = 0; count < tickets; count += 1) {
    const who = await site.visitor();
    await addRow(site.env.DB, 'purchases', {
      ...{ user_id: who.id, kind: 'screening', item_id: id, title_id: SCREENED.id, bought_at: site.clock.now },
      ends_at: starts_at + DAY,
    });
    people.push(who);
  }
  return { id, starts_at, people };
}

beforeEach(() => {
  site.clock.now += 2 * DAY;
});

describe('a screening that does not begin', () => {
  it('is proposed from its minute to the last look, once, for its tickets', async () => {
    await setMedia(FOLDER);
    const { starts_at } = await announce(3);
    await tick(0);
    expect(await listCases('screening')).toEqual([]);
    await setMedia(null);
    for (let looks = 0; looks < 8; looks += 1) await tick(120);
    expect(await listCases('screening')).toMatchObject([{ state: 'observed', starts_at, ends_at: site.clock.now }]);
    const last = site.clock.now;
    await setMedia(FOLDER);
    await Promise.all([tick(120), tick(0)]);
    await tick(120);
    expect(await listCases('screening')).toMatchObject([
      { state: 'proposed', starts_at, ends_at: last, people: 3, given: 0 },
    ]);
  });

  it('is forgotten after a short time, and after a gap counts from the next look', async () => {
    const count = (await listCases('screening')).length;
    const { id } = await announce(1);
    await setMedia(null);
    for (let looks = 0; looks < 3; looks += 1) await tick(120);
    await setMedia(FOLDER);
    await tick(120);
    expect(await listCases('screening')).toHaveLength(count);
    await setMedia(null);
    await tick(120);
    await tick(120);
    await tick(3600);
    const later = (await listCases('screening')).slice(count);
    expect(later).toMatchObject([{ state: 'observed', starts_at: site.clock.now }]);
    // A clock that was a day ahead is set right: no time is made of it.
    await tick(DAY);
    await tick(-DAY);
    await tick(120);
    for (const { starts_at, ends_at } of (await listCases('screening')).slice(count))
      expect(ends_at - starts_at).toBeLessThanOrEqual(120);
    await site.sql('DELETE FROM screenings WHERE id = ?', id).run();
    await tick(120);
  });

  it('is given by the rule without asking, below its bound, and nobody twice by two at once', async () => {
    const rule = { COMPENSATE_RULES: 'screening', COMPENSATE_DAYS: '2', COMPENSATE_ALONE_DAYS: '6' };
    for (const tickets of [3, 4]) {
      const { people } = await announce(tickets);
      await setMedia(null);
      for (let looks = 0; looks < 8; looks += 1) await tick(120, rule);
      await setMedia(FOLDER);
      await Promise.all([tick(120, rule), tick(0, rule)]);
      await tick(120, rule);
      const last = (await listCases('screening')).at(-1);
      const isSmall = tickets * 2 <= 6;
      expect(last).toMatchObject(
        isSmall ? { state: 'done', given: 3, people: 3 } : { state: 'proposed', given: 0, people: 4 },
      );
      for (const { id } of people) {
        if (isSmall) expect(await end(id)).toBeGreaterThan(site.clock.now + DAY);
        else expect(await end(id)).toBe(0);
      }
      const gifts = await site.count('compensations WHERE case_id = ?', last?.id ?? 0);
      expect(gifts).toBe(isSmall ? 3 : 0);
      const acts = await site.count(
        "operator_audit WHERE operator = 'rule' AND action = 'approveCompensation' AND status = 200 AND subject = ?",
        `compensation:${String(last?.id)}`,
      );
      expect(acts).toBe(isSmall ? 1 : 0);
    }
  });
});

it('a person proposes no case for a fault that the schedule still observes, however late its time', async () => {
  const root = { id: 0, mobile: '', token: 'r'.repeat(40) };
  const operators = { OPERATOR_TOKEN: `ali:${root.token}` };
  const desk = openMoney(platform, operators);
  await setMedia(FOLDER);
  const { id, starts_at } = await announce(1);
  await setMedia(null);
  for (let looks = 0; looks < 3; looks += 1) await tick(120);
  site.clock.now += 60;
  desk.clock.now = site.clock.now;
  const fault = { kind: 'screening', subject: id, from: site.clock.now - 30, until: site.clock.now } as const;
  const wanted = { key: 'case-of-a-person', ...fault, days: 1, reason: 'not shown' };
  const response = await desk.ask(proposeCompensation, wanted, root);
  expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('compensation_overlap')]);
  site.clock.now += 60;
  for (let looks = 0; looks < 5; looks += 1) await tick(looks === 0 ? 0 : 120);
  await setMedia(FOLDER);
  await tick(120);
  const cases = (await listCases('screening')).filter(({ subject }) => subject === id);
  expect(cases).toMatchObject([{ state: 'proposed', starts_at, ends_at: site.clock.now - 120 }]);
  desk.clock.now = site.clock.now;
  const after = { ...wanted, from: site.clock.now - 60, until: site.clock.now };
  expect((await desk.call(proposeCompensation, after, root)).data.state).toBe('proposed');
});

describe('rules of one day', () => {
  const rule = { COMPENSATE_RULES: 'screening', COMPENSATE_ALONE_DAYS: '4' };
  const fail = async (minutes: number) => {
    await setMedia(null);
    for (let looks = 0; looks < minutes / 2; looks += 1) await tick(120, rule);
    await setMedia(FOLDER);
    await tick(120, rule);
    return (await listCases('screening')).at(-1);
  };
  const begin = () => {
    site.clock.now = tehranMidnight(tehranDate(site.clock.now)) + 10 * 3600;
  };

  it('give a person the days of one fault, however many there are', async () => {
    begin();
    const { id: screening, people } = await announce(2);
    expect(await fail(16)).toMatchObject({ state: 'done', people: 2, given: 2 });
    const ends = await Promise.all(people.map(({ id }) => end(id)));
    await tick(3600, rule);
    expect(await fail(16)).toMatchObject({ state: 'done', people: 2, given: 0 });
    expect(await Promise.all(people.map(({ id }) => end(id)))).toEqual(ends);
    site.clock.now += DAY;
    const [next = 0] = ends;
    await site.sql('UPDATE screenings SET ends_at = ? WHERE id = ?', site.clock.now + DAY, screening).run();
    await site.sql('UPDATE purchases SET ends_at = ? WHERE item_id = ?', site.clock.now + DAY, screening).run();
    expect(await fail(16)).toMatchObject({ state: 'done', given: 2 });
    expect(await end(people[0]?.id ?? 0)).toBeGreaterThan(next);
  });

  it('give together no more than the bound of one person alone', async () => {
    begin();
    for (const [tickets, state] of [
      [3, 'done'],
      [2, 'proposed'],
      [1, 'done'],
    ] as const) {
      await announce(tickets);
      expect(await fail(16)).toMatchObject({ state });
    }
  });
});

it('a channel that is away concerns who held a stream of it, also after streams are removed', async () => {
  let isUp = false;
  const server = createServer((_, response) => {
    response.writeHead(isUp ? 200 : 503, { 'content-type': 'application/vnd.apple.mpegurl' });
    response.end('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n');
  }).listen(0);
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const plain = { STREAM_PLAIN_HOSTS: host };
  const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '', access: 'subscription' };
  await addRow(site.env.DB, 'channels', { id: 81, slug: 'paid-81', ...names, stream_url: `http://${host}/x.m3u8` });
  const [before, during] = [await site.visitor(), await site.visitor()];
  const stream = { item: 'c81', began_at: site.clock.now - 3600 };
  await addRow(site.env.DB, 'streams', { id: 'b1', user_id: before.id, ...stream, ends_at: site.clock.now - 60 });
  await tick(0, plain);
  await addRow(site.env.DB, 'streams', {
    ...{ id: 'd1', user_id: during.id, item: 'c81', began_at: site.clock.now + 60, ends_at: site.clock.now + 180 },
  });
  for (let looks = 0; looks < 6; looks += 1) await tick(120, plain);
  await site.sql('DELETE FROM streams').run();
  isUp = true;
  await sleep(1500);
  await tick(120, plain);
  server.close();
  expect(await listCases('channel')).toMatchObject([{ state: 'proposed', people: 1 }]);
  expect(await site.count('outage_viewers WHERE user_id = ?', during.id)).toBe(1);
  await site.sql('DELETE FROM channels WHERE id = 81').run();
});

it('a programme of an own channel without its file is a fault of the channel for its minutes, and no gap is', async () => {
  const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '', stream_url: null };
  await site.sql('UPDATE screenings SET ends_at = ?', site.clock.now - 1).run();
  site.clock.now = tehranMidnight(tehranDate(site.clock.now)) + 20 * 3600;
  const start = site.clock.now;
  const { day, minute } = tehranMoment(start);
  for (const [id, access, state] of [
    [82, 'subscription', 'released'],
    [83, 'free', 'released'],
    [84, 'subscription', 'hidden'],
  ] as const) {
    await addRow(site.env.DB, 'channels', { id, slug: `own-${String(id)}`, ...names, access, state });
    const programme = { channel_id: id, day, minutes: 20 };
    await addRow(site.env.DB, 'programmes', { ...programme, start: minute, media: FOLDER });
    await addRow(site.env.DB, 'programmes', { ...programme, start: minute + 20, title_id: SCREENED.id, media: null });
  }
  await site
    .sql("UPDATE all_titles SET media = ?, hidden = 0, release = 'released' WHERE id = ?", FOLDER, SCREENED.id)
    .run();
  const who = await site.visitor();
  const stream = { user_id: who.id, began_at: start, ends_at: start + 25 * 60 };
  for (const item of ['c82', 'c84']) await addRow(site.env.DB, 'streams', { ...stream, id: `own-${item}`, item });
  for (let looks = 0; looks < 9; looks += 1) await tick(120);
  await site.sql('UPDATE all_titles SET hidden = 1 WHERE id = ?', SCREENED.id).run();
  for (let looks = 0; looks < 13; looks += 1) await tick(120);
  expect((await listCases('channel')).filter(({ subject }) => [82, 83, 84].includes(subject))).toMatchObject([
    { state: 'proposed', subject: 82, starts_at: start + 20 * 60, ends_at: start + 38 * 60, people: 1 },
  ]);
  await site.sql("UPDATE all_titles SET hidden = 0, release = 'not_released' WHERE id = ?", SCREENED.id).run();
  for (const table of ['programmes WHERE channel_id', 'channels WHERE id'])
    await site.sql(`DELETE FROM ${table} IN (82, 83, 84)`).run();
});

describe('plays that failed', () => {
  const failures = async (user: number, answers: number, first_at: number) => {
    const stream = `f${String(user)}-${String(first_at)}-${String(answers)}`;
    await addRow(site.env.DB, 'stream_failures', { stream, user_id: user, answers, first_at, last_at: first_at + 30 });
  };
  const passDay = () => {
    const day = tehranDate(site.clock.now - DAY);
    site.clock.now = tehranMidnight(day) + DAY + 3600;
    return tehranMidnight(day);
  };

  it('by the players’ counts are proposed once for a day, and name nobody', async () => {
    const day = tehranDate(site.clock.now - DAY);
    await addRow(site.env.DB, 'qoe_days', { day, height: 720, failures: 60, stall_ms: 0, played_ms: 0 });
    await addRow(site.env.DB, 'qoe_starts', { day, height: 720, bucket: 1, starts: 2000 });
    await tick(0);
    expect(await listCases('plays')).toEqual([]);
    await site.sql('UPDATE qoe_starts SET starts = 400').run();
    const starts_at = passDay();
    for (let looks = 0; looks < 3; looks += 1) await tick(120);
    expect(await listCases('plays')).toMatchObject([
      { state: 'proposed', people: null, starts_at, reason: '60 / 460' },
    ]);
  });

  it('by this site give days to exactly those who saw it, by the rule, and not to who was asked for again', async () => {
    const start = passDay();
    const [twice, retry, earlier, later] = await Promise.all(Array.from({ length: 4 }, () => site.visitor()));
    await failures(twice?.id ?? 0, 3, start);
    await failures(twice?.id ?? 0, 9, start + DAY - 1);
    await failures(retry?.id ?? 0, 2, start + 60);
    await failures(earlier?.id ?? 0, 9, start - 1);
    await failures(later?.id ?? 0, 9, start + DAY);
    const rule = { COMPENSATE_RULES: 'plays', COMPENSATE_DAYS: '2' };
    for (let looks = 0; looks < 3; looks += 1) await tick(120, rule);
    await site.sql('DELETE FROM stream_failures').run();
    await tick(120, rule);
    expect((await listCases('plays')).at(-1)).toMatchObject({ state: 'done', people: 1, given: 1, starts_at: start });
    const { results } = await site
      .sql(
        "SELECT user_id, days FROM compensations WHERE case_id IN (SELECT id FROM compensation_cases WHERE kind = 'plays')",
      )
      .all();
    expect(results).toEqual([{ user_id: twice?.id, days: 2 }]);
  });
});

it('of sixty channels each is looked at in two ticks, and one that is away at every tick', async () => {
  const names = { name_fa: 'ش', name_en: 'c', synopsis_fa: '', synopsis_en: '', access: 'subscription' };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const isAway = request.url === '/5.m3u8';
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/vnd.apple.mpegurl' });
    response.end('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n');
  }).listen(0);
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  for (let at = 0; at < 60; at += 1)
    await addRow(site.env.DB, 'channels', {
      id: 500 + at,
      slug: `c-${String(at)}`,
      ...names,
      stream_url: `http://${host}/${String(at)}.m3u8`,
    });
  for (let looks = 0; looks < 2; looks += 1) await tick(120, { STREAM_PLAIN_HOSTS: host });
  expect(new Set(requests).size).toBe(60);
  for (let looks = 0; looks < 6; looks += 1) await tick(120, { STREAM_PLAIN_HOSTS: host });
  expect((await listCases('channel')).filter(({ state }) => state === 'observed')).toMatchObject([
    { ends_at: site.clock.now },
  ]);
  server.close();
  await site.sql('DELETE FROM channels WHERE id >= 500').run();
});
