import type { Database } from '../../../platform/db/client.ts';
import type { Verdict } from './gateways/port.ts';
import { forgetAsk, judgeRepeat, recordAnswer, type BankReference } from './bank-references.ts';

/** A question to a bank whose verdicts name no payment. */
export interface Ask extends BankReference {
  /** Whether this database has never asked about the reference before. */
  isFirst: boolean;
}

/**
 * A verdict as far as the history of its reference lets it be believed, for banks that name a reference only: a repeat
 * counts only where this database has verified the reference itself. Keeps the history.
 */
export async function weighVerdict(db: Database, ask: Ask, verdict: Verdict, now: number): Promise<Verdict> {
  switch (verdict.kind) {
    case 'unknown':
      return verdict;
    case 'refused':
      if (ask.isFirst) await forgetAsk(db, ask);
      return verdict;
    case 'mismatch':
      if (!verdict.isRepeat) await recordAnswer(db, ask, 'verified');
      else if (ask.isFirst) await recordAnswer(db, ask, 'foreign');
      return verdict;
    case 'paid': {
      if (!verdict.isRepeat) return verdict;
      if (ask.isFirst) await recordAnswer(db, ask, 'foreign');
      const judged = ask.isFirst ? 'foreign' : await judgeRepeat(db, ask, now);
      if (judged === 'ours') return verdict;
      return judged === 'undecided' ? { kind: 'unknown' } : { kind: 'refused', problem: 'reference_used' };
    }
  }
}
