// npm run debit -- PAYMENT …: shows a direct debit, or resolves one that took a wrong amount, by the operator's API (docs/money.md).
import * as calls from '../src/features/operator/contract.ts';
import { parseFileCommand } from '../tools/lib/arguments.ts';
import { LOCAL_SITE, openOperator } from '../tools/lib/operator-client.ts';
import { command, problem } from '../tools/lib/progress.ts';

const USAGE = `npm run debit -- PAYMENT                                        shows it
npm run debit -- PAYMENT --taken TOMAN --wallet --reason TEXT           what was taken becomes credit of its user
npm run debit -- PAYMENT --taken TOMAN --outside NUMBER --reason TEXT   it was paid back, under the provider's number
  --again   collects the right amount once more   --site URL (default ${LOCAL_SITE})`;

await command(async () => {
  const { file: payment, values } = parseFileCommand(
    process.argv.slice(2),
    {
      taken: { type: 'string' },
      wallet: { type: 'boolean', default: false },
      outside: { type: 'string' },
      again: { type: 'boolean', default: false },
      reason: { type: 'string' },
      site: { type: 'string', default: LOCAL_SITE },
    },
    USAGE,
  );
  const operator = openOperator(values.site);
  const { taken, wallet, outside: tracking = null, again, reason } = values;
  if (taken === undefined && !wallet && tracking === null) {
    console.log(JSON.stringify((await operator(calls.getOperatorPayment, { id: payment })).data, null, 2));
    return;
  }
  if (taken === undefined || !/^\d{1,12}$/.test(taken)) throw problem(`--taken is no whole number.\n${USAGE}`);
  if (wallet === (tracking !== null)) throw problem(`Either --wallet or --outside.\n${USAGE}`);
  if (reason === undefined) throw problem(`--reason is missing.\n${USAGE}`);
  const destination = wallet ? ('wallet' as const) : ('outside' as const);
  const input = { payment_id: payment, taken: Number(taken), destination, tracking, collect_again: again, reason };
  console.log(JSON.stringify((await operator(calls.resolveDebit, input)).data, null, 2));
});
