type BenefitStatus = 'none' | 'network' | 'active' | 'given';

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
  user: { subscription: number; operator_fullrate: number } | null;
  /** The variant gives every visitor of this host the subscription (spec 4.26). */
  isGiven: boolean;
  isRestricted: boolean;
}

export function getBenefitStatus({ user, isGiven }: BenefitFacts): BenefitStatus {
  if (isGiven) return 'given';
  if (user?.subscription === 1) return 'active';
  return user?.operator_fullrate === 1 ? 'network' : 'none';
}

/** Benefits to show (spec 6.05, 1.06). The note on full rate is only for subscribers on such a network (spec 1.08). */
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
