import * as v from 'valibot';
import { addAlarms } from '../../src/features/operator/contract.ts';
import { GATEWAY_IDS } from '../../src/features/ledger/payment-kinds.ts';
import { TEHRAN_OFFSET_SECONDS } from '../../src/platform/text/tehran-week.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { raiseAlarm } from '../../src/features/alarms/server/alarm.ts';
import { parseFileCommand } from '../lib/arguments.ts';
import { openOperator } from '../lib/operator-client.ts';
import { openState } from '../lib/open-state.ts';
import { problem } from '../lib/progress.ts';
import { FIELDS, type ColumnNames } from '../../src/features/operator/settlement/columns.ts';
import {
  buildSettlementAlarm,
  describeDifference,
  sendSettlementAlarms,
} from '../../src/features/operator/settlement/alarms.ts';
import { matchSettlement, type Difference, type Period } from '../../src/features/operator/settlement/match.ts';
import { WorkbookError } from '../../src/platform/workbook/workbook-error.ts';
import { WORKBOOK_FAULTS } from '../lib/workbook-faults.ts';
import { readBankFile } from '../../src/features/operator/settlement/read-file.ts';
import { readExport, readRemote, readState } from './sources.ts';

const USAGE = `npm run settlement -- FILE [--gateway saman|zarinpal] [--from 2026-11-01 --to 2026-11-30] [--alarm]
  --site URL       the payments of a site, by its operator's API (OPERATOR_TOKEN)
  --export FILE    payments as JSON, as the operator's API lists them
                   (neither: the local database)
  --columns order=NAME,amount=NAME   the file's names for ${FIELDS.join(', ')}`;
const DAY = 24 * 60 * 60;
/** Without --from the payments of so many days are read. */
const DAYS_BACK = 62;
const gateways = v.picklist(GATEWAY_IDS);

/** Reads, matches, and answers what to print. Throws a Problem where the command or the file makes no sense. */
export async function runSettlement(
  args: string[],
  read: (file: string) => Uint8Array,
): Promise<{ lines: string[]; isEqual: boolean }> {
  const { file, values } = parseFileCommand(
    args,
    {
      gateway: { type: 'string', default: 'saman' },
      from: { type: 'string' },
      to: { type: 'string' },
      site: { type: 'string' },
      export: { type: 'string' },
      columns: { type: 'string' },
      alarm: { type: 'boolean', default: false },
    },
    USAGE,
  );
  const gateway = v.safeParse(gateways, values.gateway);
  if (!gateway.success) throw problem(`--gateway is one of ${GATEWAY_IDS.join(', ')}.\n${USAGE}`);
  const period = readPeriod(values.from, values.to);
  const bank = await readBankFile(read(file), readColumns(values.columns)).catch((error: unknown) => {
    if (error instanceof WorkbookError) throw problem(`${file} ${WORKBOOK_FAULTS[error.fault]}.`);
    throw problem(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const now = Math.floor(Date.now() / 1000);
  // Begun a day before it was settled at the earliest, or it settles no more.
  const range = { from: (period?.from ?? now - DAYS_BACK * DAY) - DAY, to: (period?.to ?? now) + DAY };
  const payments =
    values.site !== undefined
      ? await readRemote(openOperator(values.site), gateway.output, range)
      : values.export !== undefined
        ? readExport(read(values.export), gateway.output)
        : await readState(gateway.output, range);
  const result = matchSettlement(bank.rows, payments, period);
  if (values.alarm) await raise(gateway.output, result.differences, values.site, now);
  const lines = [
    ...bank.unreadable.map(({ line, reason }) => `line ${String(line)}: not read, ${reason}`),
    ...result.differences.map(describeDifference),
    `${String(bank.rows.length)} rows, ${String(result.matched)} matched, ${String(result.differences.length)} differences, ` +
      `${String(bank.unreadable.length)} not read${result.period === null ? '' : `; ${formatPeriod(result.period)}`}.`,
  ];
  return { lines, isEqual: result.differences.length + bank.unreadable.length === 0 };
}

async function raise(gateway: string, differences: Difference[], site: string | undefined, now: number): Promise<void> {
  const alarms = differences.map((difference) => buildSettlementAlarm(gateway, difference));
  if (site !== undefined) {
    const operator = openOperator(site);
    await sendSettlementAlarms(alarms, async (part) => (await operator(addAlarms, { alarms: part })).data.added);
    return;
  }
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  const db = openDatabase(env.DB);
  for (const { payment_id: paymentId, ...alarm } of alarms) await raiseAlarm({ db, now }, { ...alarm, paymentId });
  await dispose();
}

function formatPeriod({ from, to }: Period): string {
  return `settled from ${new Date(from * 1000).toISOString()} to ${new Date(to * 1000).toISOString()}`;
}

/** Whole days in Tehran, both included. */
function readPeriod(from: string | undefined, to: string | undefined): Period | null {
  if (from === undefined && to === undefined) return null;
  const day = (text: string | undefined) => {
    const midnight = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text ?? ''}T00:00:00Z`) / 1000 : Number.NaN;
    if (Number.isNaN(midnight)) throw problem(`--from and --to are days such as 2026-11-01, both of them.\n${USAGE}`);
    return midnight - TEHRAN_OFFSET_SECONDS;
  };
  return { from: day(from), to: day(to) + DAY };
}

function readColumns(text: string | undefined): ColumnNames {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', column = ''] = pair.split('=', 2);
      if (!FIELDS.some((field) => field === name) || column === '') throw problem(`--columns: “${pair}”?\n${USAGE}`);
      return [name, column];
    }),
  );
}
