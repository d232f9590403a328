/** Each operator's call names one of these. Money and staff ask the second factor again (`CONFIRMED`). */
export const PERMISSIONS = [
  'alarms.read',
  'alarms.write',
  'approvals.read',
  'approvals.write',
  'audit.read',
  'books.read',
  'comments.moderate',
  'comments.rules',
  'compensation.approve',
  'compensation.propose',
  'compensation.read',
  'figures.read',
  'gifts.write',
  'help.answer',
  'help.read',
  'ledger.correct',
  'payments.read',
  'payments.refund',
  'payments.verify',
  'people.block',
  'people.contact',
  'people.mobile',
  'people.notes',
  'people.read',
  'people.write',
  'prices.read',
  'prices.write',
  'progress.export',
  'quality.read',
  'staff.read',
  'staff.write',
  'titles.publish',
  'titles.read',
  'titles.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const STAFF_ROLES = ['owner', 'editor', 'support', 'finance', 'moderator', 'viewer'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const ROLE_PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  editor: [
    ...['comments.moderate', 'comments.rules', 'quality.read', 'titles.publish', 'titles.read', 'titles.write'],
  ] as const,
  support: [
    ...['alarms.read', 'approvals.read', 'approvals.write', 'payments.read', 'payments.refund', 'payments.verify'],
    ...['people.block', 'people.contact', 'people.mobile', 'people.notes', 'people.read', 'people.write'],
    ...['quality.read', 'figures.read'],
    ...['help.answer', 'help.read', 'compensation.propose', 'compensation.read'],
  ] as const,
  finance: [
    ...[
      'alarms.read',
      'alarms.write',
      'approvals.read',
      'approvals.write',
      'audit.read',
      'books.read',
      'figures.read',
      'gifts.write',
      'ledger.correct',
    ],
    ...[
      'payments.read',
      'payments.refund',
      'payments.verify',
      'people.notes',
      'people.read',
      'prices.read',
      'prices.write',
    ],
    ...['compensation.approve', 'compensation.propose', 'compensation.read'],
  ] as const,
  moderator: ['comments.moderate'],
  viewer: [
    'alarms.read',
    'compensation.read',
    'figures.read',
    'payments.read',
    'people.read',
    'quality.read',
    'titles.read',
  ],
};

/** A person confirms these by a code of the last minutes; a machine's key does not. */
export const CONFIRMED: readonly Permission[] = [
  ...([
    'approvals.write',
    'gifts.write',
    'ledger.correct',
    'payments.refund',
    'people.write',
    'prices.write',
    'staff.write',
  ] as const),
  ...(['people.block', 'people.mobile'] as const),
  'compensation.approve',
];
