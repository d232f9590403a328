import { callDesk } from '../../../platform/desk/call-desk.ts';
import { WORKBOOK_FAULTS } from '../../../platform/desk/workbook-texts.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { tehranDayEnd, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { WorkbookError } from '../../../platform/workbook/workbook-error.ts';
import type { GatewayId } from '../../ledger/payment-kinds.ts';
import { listGatewayPayments } from '../contract.ts';
import { BankFileError, type BankFileFault, type ColumnNames } from '../settlement/columns.ts';
import { matchSettlement } from '../settlement/match.ts';
import { readBankFile, type BankFile } from '../settlement/read-file.ts';
import { readPages } from '../settlement/read-pages.ts';

const MAX_FILE_BYTES = 8_000_000;
const MAX_PAGES = 40;
const DAY_SECONDS = 24 * 60 * 60;
/** Without a period, as in `npm run settlement`. */
const DAYS_BACK = 62;

const FAULTS: Record<BankFileFault, () => string> = {
  columns: m.settlement_columns,
  empty: m.settlement_empty,
};

export interface SettlementRequest {
  file: File;
  gateway: GatewayId;
  /** Days in Tehran, both included; empty: from the first to the last payment that matched. */
  from: string;
  to: string;
  /** Of the file, where its own are not recognised. */
  columns: ColumnNames;
}

export type SettlementResult = ReturnType<typeof matchSettlement> & Pick<BankFile, 'unreadable'>;

/** The file stays in the browser. Throws with a reason in the reader's language; its cause may be a `BankFileError`. */
export async function compareSettlement(request: SettlementRequest): Promise<SettlementResult> {
  const { file, gateway, from, to, columns } = request;
  if (file.size > MAX_FILE_BYTES) throw new Error(m.settlement_large({ most: formatNumber(MAX_FILE_BYTES / 1e6) }));
  if ((from === '') !== (to === '') || from > to) throw new Error(m.settlement_period_wrong());
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new Error(m.settlement_unread(), { cause: error });
  });
  const bank = await readBankFile(new Uint8Array(bytes), columns).catch((error: unknown) => {
    if (error instanceof WorkbookError) throw new Error(WORKBOOK_FAULTS[error.fault](), { cause: error });
    throw error instanceof BankFileError ? new Error(FAULTS[error.fault](), { cause: error }) : error;
  });
  const now = Math.floor(Date.now() / 1000);
  const period = from === '' ? null : { from: tehranMidnight(from), to: tehranDayEnd(to) };
  const range = {
    gateway,
    from: String((period?.from ?? now - DAYS_BACK * DAY_SECONDS) - DAY_SECONDS),
    to: String((period?.to ?? now) + DAY_SECONDS),
  };
  const payments = await readPages(
    (after) => callDesk(listGatewayPayments, { ...range, ...(after !== null && { after }) }),
    MAX_PAGES,
  ).catch((error: unknown) => {
    throw error instanceof RangeError ? new Error(m.settlement_many(), { cause: error }) : error;
  });
  return { ...matchSettlement(bank.rows, payments, period), unreadable: bank.unreadable };
}
