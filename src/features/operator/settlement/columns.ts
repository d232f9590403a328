/** Fields of a bank's row that are read; a file may lack some of them. */
export const FIELDS = ['reference', 'trace', 'order', 'token', 'amount'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * Headers of SEP's and Zarinpal's settlement files, Persian and English, as `foldHeader` writes them. SEP: RefNum is
 * the reference, TraceNo the trace, ResNum our id (RRN is not kept here). Zarinpal: ref_id, authority and order_id.
 */
const NAMES: Record<Field, readonly string[]> = {
  reference: [
    'refnum',
    'refid',
    'referenceid',
    'referencenumber',
    'رسیددیجیتالی',
    'رسیددیجیتال',
    'شمارهارجاع',
    'کدرهگیری',
    'شمارهتراکنش',
  ],
  trace: ['traceno', 'straceno', 'stan', 'شمارهپیگیری', 'شمارهپیگیریتراکنش'],
  order: ['resnum', 'orderid', 'reservationnumber', 'شمارهسفارش', 'شمارهرزرو', 'کدرزرو', 'شمارهخرید', 'شمارهفاکتور'],
  token: ['authority', 'token', 'شناسهپرداخت', 'شناسهمرجع', 'اتوریتی'],
  amount: [
    'amount',
    'transactionamount',
    'originalamount',
    'orginalamount',
    'مبلغ',
    'مبلغتراکنش',
    'مبلغکل',
    'مبلغپرداخت',
    'مبلغپرداختی',
  ],
};
const UNIT = /(ریال|تومان|rial|irr|toman|irt)$/;
const TOMAN = /(تومان|toman|irt)$/;

export type BankFileFault = 'columns' | 'empty';

export type ColumnNames = Partial<Record<Field, string>>;

interface KnownColumns {
  header: readonly string[];
  found: ColumnNames;
}

/** The whole file was refused. `columns`: its header, and the columns in it that were recognised. */
export class BankFileError extends Error {
  readonly fault: BankFileFault;
  readonly columns: KnownColumns | null;

  constructor(fault: BankFileFault, message: string, columns: KnownColumns | null = null) {
    super(message);
    this.fault = fault;
    this.columns = columns;
  }
}

export interface Columns {
  at: Partial<Record<Field, number>>;
  /** Factor from the file's amounts to rial. */
  toRial: 1 | 10;
}

/** A header in one spelling: Persian letters, no spaces, marks or case. */
function foldHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ةۀ]/g, 'ه')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/**
 * Finds the columns by their names; `given` names a field's column where the file calls it something else. Throws with
 * what is missing: an amount, and one number to find a payment by.
 */
export function findColumns(header: readonly string[], columnNames: ColumnNames): Columns {
  const folded = header.map(foldHeader);
  const at: Columns['at'] = {};
  for (const field of FIELDS) {
    const name = columnNames[field];
    const names = name === undefined ? NAMES[field] : [foldHeader(name)];
    const index = folded.findIndex((text) => names.includes(text) || names.includes(text.replace(UNIT, '')));
    if (index !== -1) at[field] = index;
    else if (name !== undefined)
      throw new BankFileError('columns', `The file has no column “${name}”; it has ${header.join(', ')}.`);
  }
  const isFindable = FIELDS.some((field) => field !== 'amount' && at[field] !== undefined);
  if (at.amount === undefined || !isFindable) {
    throw new BankFileError(
      'columns',
      `No amount, or no number of a payment, among ${header.join(', ')}. Name them with --columns.`,
      { header, found: Object.fromEntries(Object.entries(at).map(([field, index]) => [field, header[index] ?? ''])) },
    );
  }
  return { at, toRial: TOMAN.test(folded[at.amount] ?? '') ? 10 : 1 };
}
