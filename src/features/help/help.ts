export const HELP_KINDS = ['payment', 'refund', 'playback', 'account', 'other'] as const;
export type HelpKind = (typeof HELP_KINDS)[number];
export const HELP_STATES = ['open', 'answered', 'closed'] as const;
export type HelpState = (typeof HELP_STATES)[number];
export const HELP_AUTHORS = ['user', 'staff'] as const;

export const HELP_TEXT_MAX = 2000; // Code points after cleaning
export const HELP_TYPED_MAX = 4 * HELP_TEXT_MAX; // UTF-16 units before it
/** In 24 hours, of one account. */
export const MAX_HELP_THREADS = 5;
export const MAX_HELP_MESSAGES = 20;
/** Of one thread; then a new one is begun. */
export const MAX_THREAD_MESSAGES = 200;
