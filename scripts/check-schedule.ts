// npm run check:schedule: reports gaps and overlaps in the weeks of the channels, and programmes without media. Of the
// local database, or with --remote of the deployed one, whose R2 is not looked at. Exits 1 where there is anything.
import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import { scheduleReport } from '../src/features/live/playout/report.ts';
import { openState } from './lib/open-state.ts';

const SQL = `SELECT c.slug AS channel, p.day, p.start, p.minutes, p.name_en,
  coalesce((SELECT t.media FROM titles t WHERE t.id = p.title_id AND t.release = 'released'), p.media) AS folder
  FROM channels c JOIN programmes p ON p.channel_id = c.id WHERE c.stream_url IS NULL ORDER BY c.id, p.day, p.start`;
const rows = v.array(
  v.object({
    channel: v.string(),
    ...{ day: v.number(), start: v.number(), minutes: v.number() },
    name_en: v.string(),
    folder: v.nullable(v.string()),
  }),
);
const remoteAnswer = v.pipe(v.string(), v.parseJson(), v.tuple([v.object({ results: rows })]));

async function local(): Promise<string[]> {
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  try {
    const { results } = await env.DB.prepare(SQL).all();
    const items = v.parse(rows, results);
    const folders = [...new Set(items.flatMap(({ folder }) => folder ?? []))];
    const stored = await Promise.all(folders.map((folder) => env.MEDIA.head(`video/${folder}/master.m3u8`)));
    const there = new Set(folders.filter((_, at) => stored[at] !== null));
    return scheduleReport(items, (folder) => there.has(folder));
  } finally {
    await dispose();
  }
}

function remote(): string[] {
  const args = ['d1', 'execute', 'pardeh', '--remote', '--json', '--command', SQL];
  const [{ results }] = v.parse(remoteAnswer, execFileSync('wrangler', args, { encoding: 'utf8' }));
  return scheduleReport(results, () => true);
}

const findings = process.argv.includes('--remote') ? remote() : await local();
for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? 'Every week is full.' : `${String(findings.length)} findings.`);
if (findings.length > 0) process.exitCode = 1;
