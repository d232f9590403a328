// npm run oracle [-- --count N] [--seed S] [--at MS]: asks the production builds of both hosts the same requests, and
// prints each difference of their answers (docs/hosts.md).
import { parseArgs } from 'node:util';
import { parsePort } from '../lib/ports.ts';
import { stopChildrenOnExit } from '../lib/processes.ts';
import { command } from '../lib/progress.ts';
import { prepareHosts } from './hosts.ts';
import { describeDifference, runOracle } from './run.ts';

stopChildrenOnExit();
await command(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      at: { type: 'string', default: String(Date.now()) },
    },
  });
  const [count, seed, at] = [Number(values.count), Number(values.seed), Number(values.at)];
  const port = parsePort(process.env['TEST_PORT'], 4380);
  await prepareHosts();
  const report = await runOracle({ count, seed, at, port });
  for (const difference of report.differences) console.log(describeDifference(difference));
  const statuses = Object.entries(report.statuses).map(([status, number]) => `${status} ${String(number)}`);
  console.log(`Tables that differ: ${report.tables.join(', ') || 'none'}`);
  console.log(`${String(report.requests)} requests (${statuses.join(', ')}), ${String(report.recorded)} recorded.`);
  console.log(`${String(report.differences.length)} differences. Repeat: --seed ${String(seed)} --at ${String(at)}`);
  if (report.differences.length + report.tables.length > 0) process.exitCode = 1;
});
