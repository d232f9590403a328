/** One transaction as a bank's own book has it. */
export interface Transaction {
  bank: string;
  token: string;
  /** The merchant's number of the order. */
  order: string;
  rial: number;
  callback: string;
  reference: string;
  /** `captured`: the merchant has confirmed it and has the money. `returned`: the payer has it again. */
  state: 'open' | 'paid' | 'captured' | 'returned' | 'cancelled';
  /** The amount that was really paid; banks have been seen to differ. */
  paidRial: number;
  /** Epoch seconds. */
  openedAt: number;
  paidAt: number;
}

/** Seconds: what is not confirmed by then goes back to the payer. */
const UNCONFIRMED_SECONDS = 30 * 60;

/** The transactions of all banks. */
export class BankBook {
  readonly transactions: Transaction[] = [];
  private readonly byToken = new Map<string, Transaction>();

  open(bank: string, token: string, order: string, rial: number, callback: string, now: number): Transaction {
    const reference = `${bank}-ref-${String(this.transactions.length + 1)}`;
    const made: Transaction = {
      ...{ bank, token, order, rial, callback, reference },
      ...{ state: 'open', paidRial: rial, openedAt: now, paidAt: 0 },
    };
    this.transactions.push(made);
    this.byToken.set(token, made);
    return made;
  }

  restore(transactions: Transaction[]): void {
    for (const one of transactions) {
      this.transactions.push(one);
      this.byToken.set(one.token, one);
    }
  }

  find(token: string): Transaction | undefined {
    return this.byToken.get(token);
  }

  findByReference(bank: string, reference: string): Transaction | undefined {
    return this.transactions.find((one) => one.bank === bank && one.reference === reference && isPaid(one));
  }

  /** Money that was paid and never confirmed goes back. */
  passTime(now: number): void {
    for (const one of this.transactions) {
      if (one.state === 'paid' && one.paidAt + UNCONFIRMED_SECONDS <= now) one.state = 'returned';
    }
  }

  /** The payer presses a button; a page that is not open any more stays what it is. */
  press(one: Transaction, button: 'pay' | 'cancel', paidRial: number, now: number): void {
    if (one.state !== 'open') return;
    one.state = button === 'pay' ? 'paid' : 'cancelled';
    one.paidRial = paidRial;
    one.paidAt = button === 'pay' ? now : 0;
  }
}

/** True if the payer has paid, also where the money went back since. */
export function isPaid({ state }: Transaction): boolean {
  return state !== 'open' && state !== 'cancelled';
}
