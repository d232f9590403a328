// npm run alarms: lists the alarms of a site that nobody has seen, or marks one as seen with --seen ID (docs/money.md).
import { parseArgs } from 'node:util';
import { listAlarms, seeAlarm } from '../src/features/operator/alarms-contract.ts';
import { LOCAL_SITE, openOperator } from '../tools/lib/operator-client.ts';
import { command } from '../tools/lib/progress.ts';

await command(async () => {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      seen: { type: 'string', multiple: true },
      site: { type: 'string', default: LOCAL_SITE },
    },
  });
  const operator = openOperator(values.site);
  for (const id of values.seen ?? []) await operator(seeAlarm, { id });
  let count = 0;
  for (let before: number | null | undefined; before !== null;) {
    const cursor: { before?: string } = before === undefined ? {} : { before: String(before) };
    const { data, next } = await operator(listAlarms, { all: values.all ? '1' : '0', ...cursor });
    for (const { id, kind, text, created_at, delivered_at, seen_at } of data) {
      const state = seen_at !== null ? 'seen' : delivered_at !== null ? 'sent' : 'not sent';
      console.log(`${String(id)}  ${new Date(created_at * 1000).toISOString()}  ${kind}  ${state}\n    ${text}`);
    }
    count += data.length;
    before = next;
  }
  console.log(`${String(count)} alarms.`);
});
