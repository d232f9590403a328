import type { Env } from '../../../platform/config/env.ts';
import { MAX_CASE_DAYS, type CaseKind } from '../cases.ts';

const RULED: readonly CaseKind[] = ['channel', 'screening', 'title', 'plays'];
const DEFAULTS = { minutes: 10, days: 1, aloneDays: 1000 };

interface CompensationSettings {
  /** A fault of fewer is not proposed. */
  minutes: number;
  /** Of a proposal of the schedule. */
  days: number;
  /** People times days that one person, or a rule, gives alone. */
  aloneDays: number;
  /** Kinds that are given without asking. */
  rules: readonly CaseKind[];
}

/** A setting that is not a number is its default, but for a bound, which is 0. */
export function readCompensation(env: Env): CompensationSettings {
  const { COMPENSATE_MINUTES = '', COMPENSATE_DAYS = '', COMPENSATE_ALONE_DAYS = '', COMPENSATE_RULES = '' } = env;
  const words = COMPENSATE_RULES.split(',').map((word) => word.trim());
  return {
    minutes: Math.max(1, readWhole(COMPENSATE_MINUTES) ?? DEFAULTS.minutes),
    days: Math.min(MAX_CASE_DAYS, Math.max(1, readWhole(COMPENSATE_DAYS) ?? DEFAULTS.days)),
    aloneDays: COMPENSATE_ALONE_DAYS === '' ? DEFAULTS.aloneDays : (readWhole(COMPENSATE_ALONE_DAYS) ?? 0),
    rules: RULED.filter((kind) => words.includes(kind)),
  };
}

function readWhole(text: string): number | null {
  return /^\d{1,8}$/.test(text) ? Number(text) : null;
}
