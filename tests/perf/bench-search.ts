// npm run bench:search: quick queries of the API in workerd with D1 at 100 000 titles, beside LIKE on the same rows.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fingerprint } from '../../tools/seed/fingerprint.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, withProgress } from '../../tools/lib/progress.ts';
import { serve } from '../../tools/lib/serve.ts';
import { CLASSES } from '../search-queries/rules.ts';
import { CONFIG, fill, STATE } from './search/database.ts';
import { measure } from './search/measure.ts';
import { sampleQueries } from './search/queries.ts';
import { report, writeToDocs, type Measured } from './search/report.ts';
import { subjects } from './search/subjects.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4397);
const QUICK = '/api/v1/ghost/get/getSearchQuick';
/** LIKE is so much slower that fewer queries tell as much. */
const LIKE_SHARE = 10;

stopChildrenOnExit();
await command(async () => {
  const { values } = parseArgs({
    options: {
      titles: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '100' },
      write: { type: 'boolean', default: false },
    },
  });
  await requireFreePort(PORT);
  const [titles, perClass] = [Number(values.titles), Number(values.queries)];
  const all = await withProgress('Making names', async () => [...subjects(titles)]);
  const filled = await withProgress('Filling D1', () => fill(`${fingerprint()}/${values.titles}`, all));
  const queries = sampleQueries(all, perClass);
  const load = loadavg()[0] ?? 0;
  if (load > cpus().length / 2) console.log('! This machine is busy: times will be too long.');
  const site = await serve({ port: PORT, stateDir: STATE, envFile: '/dev/null', config: CONFIG });
  try {
    const base = `http://127.0.0.1:${String(PORT)}`;
    await withProgress('Warming up', () => measure(base, QUICK, queries.slice(0, 50)));
    const measured: Measured[] = [];
    for (const kind of CLASSES) {
      const kindQueries = queries.filter((query) => query.kind === kind);
      measured.push({ name: kind, times: await withProgress(kind, () => measure(base, QUICK, kindQueries)) });
    }
    const some = queries.filter((_, at) => at % LIKE_SHARE === 0);
    const like = await withProgress('LIKE', () => measure(base, '/like', some));
    const { text, met } = report({ titles, filled, measured, like, load, args: process.argv.slice(2) });
    console.log(`\n${text}`);
    if (values.write) writeToDocs(text);
    if (!met) process.exitCode = 1;
  } finally {
    await site.stop();
  }
});
