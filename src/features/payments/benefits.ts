/** How a visitor stands to the subscription, for the list of benefits (spec 6.05). */
export type BenefitStatus = 'none' | 'network' | 'active' | 'given';

/** A benefit, by the name of its text. */
export type Benefit =
  | 'given'
  | 'titles'
  | 'titles_yours'
  | 'downloads'
  | 'downloads_yours'
  | 'data'
  | 'data_network'
  | 'data_yours'
  | 'fullrate_note';

export interface BenefitFacts {
  /** The visitor's record; null where nothing is known of them. */
  user: { subscription: number; operator_fullrate: number } | null;
  /** Whether the variant gives every visitor of this host the subscription (spec 4.26). */
  isGiven: boolean;
  /** Whether this host hides the note on full rate (spec 1.08). */
  isRestricted: boolean;
}

/**
 * `given`: by the variant. `active`: the record's subscription is 1. `network`: none, on a network whose visitors watch
 * without one at full rate. `none`: everybody else.
 */
export function getBenefitStatus({ user, isGiven }: BenefitFacts): BenefitStatus {
  if (isGiven) return 'given';
  if (user?.subscription === 1) return 'active';
  return user?.operator_fullrate === 1 ? 'network' : 'none';
}

/**
 * Which benefits show (spec 6.05, 1.06). Without a subscription: the three that one brings; on a full-rate network the
 * price of data comes first, since titles can be watched there already. With one: what it gives, and on such a network
 * the note on full rate, which nobody without a subscription reads (spec 1.08).
 */
export function listBenefits(facts: BenefitFacts): readonly Benefit[] {
  const status = getBenefitStatus(facts);
  if (status === 'none') return ['titles', 'downloads', 'data'];
  if (status === 'network') return ['data_network', 'downloads', 'titles'];
  const isNoteShown = facts.user?.operator_fullrate === 1 && !facts.isRestricted;
  return [
    ...(status === 'given' ? (['given'] as const) : []),
    ...(['titles_yours', 'downloads_yours', 'data_yours'] as const),
    ...(isNoteShown ? (['fullrate_note'] as const) : []),
  ];
}
