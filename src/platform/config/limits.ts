import { RESEND_SECONDS } from './constants.ts';

/** A token bucket: `burst` requests at once, then one every `every` seconds. */
export interface Budget {
  burst: number;
  every: number;
}

/** Unknown addresses share one `ipv6Site` budget (decision 036). */
export interface NetworkBudgets {
  ipv4: Budget;
  ipv4Block: Budget; // /24
  ipv6: Budget;
  ipv6Household: Budget; // /64
  ipv6Site: Budget; // /48
}

export interface Limit {
  subject?: Budget;
  network?: NetworkBudgets;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Carrier NAT: 1,000 subscribers behind one IPv4 address make about 11 sends and 3 wrong guesses a day. */
export const LIMITS = {
  guess: {
    // Only wrong codes count.
    network: {
      ipv4: { burst: 30, every: 2 * MINUTE },
      ipv4Block: { burst: 60, every: MINUTE },
      ipv6: { burst: 10, every: 5 * MINUTE },
      ipv6Household: { burst: 15, every: 4 * MINUTE },
      ipv6Site: { burst: 30, every: 2 * MINUTE },
    },
  },
  send: {
    network: {
      ipv4: { burst: 30, every: 5 * MINUTE },
      ipv4Block: { burst: 90, every: MINUTE },
      ipv6: { burst: 6, every: 20 * MINUTE },
      ipv6Household: { burst: 10, every: 12 * MINUTE },
      ipv6Site: { burst: 20, every: 6 * MINUTE },
    },
  },
  play: {
    network: {
      ipv4: { burst: 200, every: 5 },
      ipv4Block: { burst: 600, every: 2 },
      ipv6: { burst: 30, every: 2 * MINUTE },
      ipv6Household: { burst: 60, every: MINUTE },
      ipv6Site: { burst: 120, every: 30 },
    },
  },
  /** A viewer sends about one a minute; many share the address of a mobile network. */
  quality: {
    network: {
      ipv4: { burst: 600, every: 1 },
      ipv4Block: { burst: 1200, every: 1 },
      ipv6: { burst: 60, every: 10 },
      ipv6Household: { burst: 120, every: 5 },
      ipv6Site: { burst: 240, every: 2 },
    },
  },
  /** A viewer opens few such pages an hour; many share the address of a mobile network. */
  empty_search: {
    network: {
      ipv4: { burst: 30, every: MINUTE },
      ipv4Block: { burst: 90, every: 20 },
      ipv6: { burst: 10, every: 5 * MINUTE },
      ipv6Household: { burst: 15, every: 4 * MINUTE },
      ipv6Site: { burst: 30, every: 2 * MINUTE },
    },
  },
  /** A kids session, which anybody may begin, is kept for a year; a browser begins one, and returns to it. */
  kids_session: {
    network: {
      ipv4: { burst: 20, every: 10 * MINUTE },
      ipv4Block: { burst: 60, every: 2 * MINUTE },
      ipv6: { burst: 5, every: 30 * MINUTE },
      ipv6Household: { burst: 8, every: 20 * MINUTE },
      ipv6Site: { burst: 20, every: 10 * MINUTE },
    },
  },
  code_spacing: { subject: { burst: 1, every: RESEND_SECONDS } }, // Spec 9.07.
  /** 8 four-digit codes in 24 hours for unknown browsers, and 8 for each known device. */
  code_short: { subject: { burst: 5, every: 8 * HOUR } },
  code_known: { subject: { burst: 5, every: 8 * HOUR } },
  code_long: { subject: { burst: 1, every: HOUR } }, // 25 in 24 hours
  discount: {
    // Only invalid codes count.
    subject: { burst: 20, every: 2 * MINUTE },
    network: {
      ipv4: { burst: 40, every: MINUTE },
      ipv4Block: { burst: 100, every: 30 },
      ipv6: { burst: 10, every: 2 * MINUTE },
      ipv6Household: { burst: 15, every: 2 * MINUTE },
      ipv6Site: { burst: 30, every: MINUTE },
    },
  },
  gift: {
    // Only codes that gave nothing count.
    subject: { burst: 10, every: 10 * MINUTE },
    network: {
      ipv4: { burst: 30, every: 2 * MINUTE },
      ipv4Block: { burst: 60, every: MINUTE },
      ipv6: { burst: 10, every: 10 * MINUTE },
      ipv6Household: { burst: 15, every: 5 * MINUTE },
      ipv6Site: { burst: 30, every: 2 * MINUTE },
    },
  },
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
  // A case on the telephone is some fifteen calls. A title's record is eight and its save four: editors open six a minute.
  operator: {
    subject: { burst: 240, every: 1 },
    network: {
      ipv4: { burst: 60, every: 10 },
      ipv4Block: { burst: 60, every: 10 },
      ipv6: { burst: 60, every: 10 },
      ipv6Household: { burst: 60, every: 10 },
      ipv6Site: { burst: 60, every: 10 },
    },
  },
  /** Parts of 16 MiB, and what a worker of the queue tells. */
  machine: { subject: { burst: 1000, every: 1 } },
  /** Parts of files: 20,000 rows, read and written. */
  intake: { subject: { burst: 600, every: 1 } },
  /** Codes of one member: 288 a day against a million that change each half minute. */
  staffCode: { subject: { burst: 5, every: 5 * MINUTE } },
  /** Codes for a change of the mobile number: of one number, and of one member. */
  mobile_code: { subject: { burst: 5, every: HOUR } },
  mobile_codes: { subject: { burst: 20, every: 10 * MINUTE } },
  /** Tests of banks and of SMS, of one member and of all. */
  service_test: { subject: { burst: 5, every: 2 * MINUTE } },
  feedback: { subject: { burst: 30, every: 4 } },
  comment_report: { subject: { burst: 10, every: MINUTE } },
  export: { subject: { burst: 5, every: HOUR } },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
