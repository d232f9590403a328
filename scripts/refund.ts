// npm run refund -- PAYMENT …: shows a payment, or gives it back, by the operator's API of a site (docs/money.md).
import * as calls from '../src/features/operator/contract.ts';
import { parseFileCommand } from '../tools/lib/arguments.ts';
import { LOCAL_SITE, openOperator } from '../tools/lib/operator-client.ts';
import { command, problem } from '../tools/lib/progress.ts';

const USAGE = `npm run refund -- PAYMENT                       shows it, with its lines
npm run refund -- PAYMENT --wallet --reason TEXT               gives back all that is left, to the wallet
npm run refund -- PAYMENT --outside NUMBER --reason TEXT       the same, outside, with the bank's tracking number
  --line N [--toman N] [--days N]   only one line; a part of it; days that a plan loses with it
npm run refund -- PAYMENT|none --from ACCOUNT --to ACCOUNT --toman N --reason TEXT [--outside NUMBER]   a correction
  --key KEY (of a try whose answer was lost)   --site URL (default ${LOCAL_SITE})`;

await command(async () => {
  const { file: payment, values } = parseFileCommand(
    process.argv.slice(2),
    {
      wallet: { type: 'boolean', default: false },
      outside: { type: 'string' },
      line: { type: 'string' },
      toman: { type: 'string' },
      days: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      reason: { type: 'string' },
      key: { type: 'string' },
      site: { type: 'string', default: LOCAL_SITE },
    },
    USAGE,
  );
  const operator = openOperator(values.site);
  const isRefund = values.wallet || values.outside !== undefined;
  const isCorrection = values.from !== undefined && values.to !== undefined;
  if (!isRefund && !isCorrection) {
    console.log(JSON.stringify((await operator(calls.getOperatorPayment, { id: payment })).data, null, 2));
    return;
  }
  const { reason, key = `cli-${crypto.randomUUID()}`, outside: tracking = null } = values;
  if (reason === undefined) throw problem(`--reason is missing.\n${USAGE}`);
  // Printed first: with it a try whose answer is lost is repeated, not doubled.
  console.log(`Key ${key}`);
  if (isCorrection) {
    const { from = '', to = '' } = values;
    const payment_id = payment === 'none' ? null : payment;
    const toman = parseInteger('--toman', values.toman) ?? 0;
    console.log((await operator(calls.correctLedger, { key, from, to, toman, payment_id, tracking, reason })).data);
    return;
  }
  if (values.wallet && tracking !== null) throw problem(`Either --wallet or --outside.\n${USAGE}`);
  const line = parseInteger('--line', values.line);
  const [toman, days] = [parseInteger('--toman', values.toman), parseInteger('--days', values.days)];
  if (line === undefined && (toman ?? days) !== undefined) throw problem('--toman and --days are of one --line.');
  const lines = line === undefined ? undefined : [{ line, toman: toman ?? null, days: days ?? 0 }];
  const destination = values.wallet ? ('wallet' as const) : ('outside' as const);
  const input = { key, payment_id: payment, destination, tracking, reason, lines };
  console.log(JSON.stringify((await operator(calls.refundPayment, input)).data, null, 2));
});

function parseInteger(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,12}$/.test(text)) throw problem(`${name} is not a whole number.`);
  return text === undefined ? undefined : Number(text);
}
