import type { Database } from '../../../platform/db/client.ts';
import type { Verdict } from './gateways/port.ts';
import { deleteReference, classifyRepeat, saveReferenceState, type BankReference } from './bank-references.ts';

export interface ReferenceInquiry extends BankReference {
  isFirst: boolean;
}

/** For banks that verify by reference: a repeat counts only where this database verified it. Records the answer. */
export async function weighVerdict(
  db: Database,
  inquiry: ReferenceInquiry,
  verdict: Verdict,
  now: number,
): Promise<Verdict> {
  switch (verdict.kind) {
    case 'unknown':
      return verdict;
    case 'refused':
      if (inquiry.isFirst) await deleteReference(db, inquiry);
      return verdict;
    case 'mismatch':
      if (!verdict.isRepeat) await saveReferenceState(db, inquiry, 'verified');
      else if (inquiry.isFirst) await saveReferenceState(db, inquiry, 'foreign');
      return verdict;
    case 'paid': {
      if (!verdict.isRepeat) return verdict;
      if (inquiry.isFirst) await saveReferenceState(db, inquiry, 'foreign');
      const origin = inquiry.isFirst ? 'foreign' : await classifyRepeat(db, inquiry, now);
      if (origin === 'ours') return verdict;
      return origin === 'undecided' ? { kind: 'unknown' } : { kind: 'refused', problem: 'reference_used' };
    }
  }
}
