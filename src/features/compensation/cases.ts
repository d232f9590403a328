export const CASE_KINDS = ['subscription', 'channel', 'screening', 'title', 'plays'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** A person proposes these; the counts of plays are the schedule's. */
export const PROPOSED_KINDS = ['subscription', 'channel', 'screening', 'title'] as const;
export const CASE_STATES = ['observed', 'proposed', 'refused', 'running', 'done'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Who decided where `COMPENSATE_RULES` does. */
export const RULE = 'rule';

/** For one fault. */
export const MAX_CASE_DAYS = 31;
/** Seconds: further back than any refund. */
export const MAX_CASE_AGE_SECONDS = 400 * 24 * 60 * 60;
