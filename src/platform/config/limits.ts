import { RESEND_SECONDS } from './constants.ts';

/**
 * The budgets of src/platform/http/rate-limit.ts, each in one place. A budget is a token bucket: `burst` requests at once,
 * then one more every `every` seconds. Any 24 hours allow at most burst + 86 400 / every requests.
 */
export interface Budget {
  burst: number;
  /** Seconds until one more. */
  every: number;
}

/** Budgets by network. Unknown addresses share one `ipv6Site` budget (decision 036). */
export interface NetworkBudgets {
  /** One IPv4 address. */
  ipv4: Budget;
  /** The IPv4 /24 around it. */
  ipv4Block: Budget;
  /** One IPv6 address. */
  ipv6: Budget;
  /** The /64 of one household or phone. */
  ipv6Household: Budget;
  /** The /48 of one customer of a provider or one rented server. */
  ipv6Site: Budget;
}

export interface Limit {
  /** For each subject that the caller names: a user, a mobile, an asker. */
  subject?: Budget;
  network?: NetworkBudgets;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Carrier NAT: Iranian mobile operators put many subscribers behind one IPv4 address. Assumption: up to 1,000 behind
 * one address, of whom each signs in every three months (SESSION_DAYS) and mistypes a code now and then: about 11 sends
 * and 3 wrong guesses a day from one address. IPv4 budgets are at least twenty times that; IPv6 has no such sharing.
 */
export const LIMITS = {
  /** Wrong login codes. A right one costs nothing. */
  guess: {
    network: {
      ipv4: { burst: 30, every: 2 * MINUTE },
      ipv4Block: { burst: 60, every: MINUTE },
      ipv6: { burst: 10, every: 5 * MINUTE },
      ipv6Household: { burst: 15, every: 4 * MINUTE },
      ipv6Site: { burst: 30, every: 2 * MINUTE },
    },
  },
  /** Login codes sent by SMS. */
  send: {
    network: {
      ipv4: { burst: 30, every: 5 * MINUTE },
      ipv4Block: { burst: 90, every: MINUTE },
      ipv6: { burst: 6, every: 20 * MINUTE },
      ipv6Household: { burst: 10, every: 12 * MINUTE },
      ipv6Site: { burst: 20, every: 6 * MINUTE },
    },
  },
  /** Views counted. A household watches a title at a time; a carrier's address has many. */
  play: {
    network: {
      ipv4: { burst: 200, every: 5 },
      ipv4Block: { burst: 600, every: 2 },
      ipv6: { burst: 30, every: 2 * MINUTE },
      ipv6Household: { burst: 60, every: MINUTE },
      ipv6Site: { burst: 120, every: 30 },
    },
  },
  /** Any code to a mobile; to a known device of it, of its own (spec 9.07). */
  code_spacing: { subject: { burst: 1, every: RESEND_SECONDS } },
  /** Four-digit codes of a mobile for browsers it never signed in with, and of each known device: 8 in 24 hours. */
  code_short: { subject: { burst: 5, every: 8 * HOUR } },
  code_known: { subject: { burst: 5, every: 8 * HOUR } },
  /** Long codes of a mobile whose four-digit codes are spent: 25 in 24 hours. */
  code_long: { subject: { burst: 1, every: HOUR } },
  /** Discount codes that are not valid, in quotes and purchases. A valid one costs nothing. */
  discount: {
    subject: { burst: 20, every: 2 * MINUTE },
    network: {
      ipv4: { burst: 40, every: MINUTE },
      ipv4Block: { burst: 100, every: 30 },
      ipv6: { burst: 10, every: 2 * MINUTE },
      ipv6Household: { burst: 15, every: 2 * MINUTE },
      ipv6Site: { burst: 30, every: MINUTE },
    },
  },
  /** Bank pages begun: each asks a bank for a token. */
  bank_page: {
    subject: { burst: 20, every: 2 * MINUTE },
    network: {
      ipv4: { burst: 60, every: 20 },
      ipv4Block: { burst: 120, every: 10 },
      ipv6: { burst: 20, every: 2 * MINUTE },
      ipv6Household: { burst: 30, every: MINUTE },
      ipv6Site: { burst: 60, every: 30 },
    },
  },
  /** Calls of the operator's own tools, right or wrong: a secret is checked in them. */
  operator: {
    subject: { burst: 60, every: 10 },
    network: {
      ipv4: { burst: 60, every: 10 },
      ipv4Block: { burst: 60, every: 10 },
      ipv6: { burst: 60, every: 10 },
      ipv6Household: { burst: 60, every: 10 },
      ipv6Site: { burst: 60, every: 10 },
    },
  },
  /** Likes, reports and ratings of a user; comments have a limit of their own (comments/comments.ts). */
  feedback: { subject: { burst: 30, every: 4 } },
  comment_report: { subject: { burst: 10, every: MINUTE } },
  /** Exports of one's own data (personal-data/server/export.ts); by user. */
  export: { subject: { burst: 5, every: HOUR } },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
