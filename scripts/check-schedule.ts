// npm run check:schedule [-- --data FOLDER | --remote]: reports gaps and overlaps in the weeks of the channels, and
// programmes without media. With --remote the deployed site's R2 is not looked at. Exits 1 where there is anything.
import * as v from 'valibot';
import { PROGRAMME_FOLDER, scheduleReport } from '../src/features/live/playout/report.ts';
import { STORE_TARGET_OPTIONS } from '../tools/import/open-store.ts';
import { openForReading } from '../tools/ledger/open-database.ts';
import { parseCommand } from '../tools/lib/arguments.ts';
import { command } from '../tools/lib/progress.ts';

const SQL = `SELECT c.slug AS channel, p.day, p.start, p.minutes, p.name_en,
  ${PROGRAMME_FOLDER} AS folder
  FROM channels c JOIN programmes p ON p.channel_id = c.id WHERE c.stream_url IS NULL ORDER BY c.id, p.day, p.start`;
const rows = v.array(
  v.object({
    channel: v.string(),
    ...{ day: v.number(), start: v.number(), minutes: v.number() },
    name_en: v.string(),
    folder: v.nullable(v.string()),
  }),
);

await command(async () => {
  const usage = 'Usage: npm run check:schedule [-- --data FOLDER | --remote]';
  const { values } = parseCommand(process.argv.slice(2), STORE_TARGET_OPTIONS, usage);
  const { db, openBucket, close } = await openForReading(values);
  const { results } = await db.prepare(SQL).all();
  const items = v.parse(rows, results);
  const bucket = openBucket();
  const folders = [...new Set(items.flatMap(({ folder }) => folder ?? []))];
  const stored = await Promise.all(folders.map(async (folder) => bucket?.head(`video/${folder}/master.m3u8`)));
  const missing = new Set(folders.filter((_, at) => stored[at] === null));
  await close();
  const findings = scheduleReport(items, (folder) => !missing.has(folder));
  for (const finding of findings) console.error(finding);
  console.log(findings.length === 0 ? 'Every week is full.' : `${String(findings.length)} findings.`);
  if (findings.length > 0) process.exitCode = 1;
});
