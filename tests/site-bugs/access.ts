import type { SiteBug } from './site-bug.ts';

/** Guards, rights, signatures and cookies. */
export const ACCESS_BUGS: readonly SiteBug[] = [
  {
    name: 'a guest opens the page of a receipt',
    file: 'src/platform/pages/personal-pages.ts',
    find: `'payments/[id].astro': MEMBER`,
    replace: `'payments/[id].astro': CLOSED`,
    tests: ['tests/api/app/guards.test.ts'],
  },
  {
    name: 'a page of another subdomain posts a form',
    file: 'src/app/origin-check.ts',
    find: `site === 'same-origin' || site === 'none' ? null`,
    replace: `site === 'same-origin' || site === 'same-site' || site === 'none' ? null`,
    tests: ['tests/api/app/origin-check.test.ts'],
  },
  {
    name: 'an operator of one role makes the calls of every role',
    file: 'src/features/staff/server/serve-operator.ts',
    find: `if (!permissions.includes(permission)) return`,
    replace: `if (permissions.length === 0) return`,
    tests: ['tests/api/operator/operator.test.ts', 'tests/api/comments/comments-moderation.test.ts'],
  },
  {
    name: 'a film that is only sold plays for every subscriber',
    file: 'src/features/entitlement/entitlement.ts',
    find: `  if (sale === 'only') return { state: 'needs_purchase', show_buy: true, show_free: false };
  if (subscribed) return { state: 'subscribed', show_buy: false, show_free: false };`,
    replace: `  if (subscribed) return { state: 'subscribed', show_buy: false, show_free: false };
  if (sale === 'only') return { state: 'needs_purchase', show_buy: true, show_free: false };`,
    tests: ['tests/unit/entitlement/entitlement.test.ts'],
  },
  {
    name: 'a signed address of media opens for six hours after its end',
    file: 'src/platform/media/media-address.ts',
    find: `isGrantOpen(grant.expires, now, MEDIA_SIGNATURE_SECONDS)`,
    replace: `isGrantOpen(grant.expires, now - MEDIA_SIGNATURE_SECONDS, 2 * MEDIA_SIGNATURE_SECONDS)`,
    tests: ['tests/unit/platform/signing.test.ts'],
  },
  {
    name: 'a redirect after the login leads off the site by a backslash',
    file: 'src/platform/safe-redirect.ts',
    find: String.raw` && !path.includes('\\')`,
    replace: '',
    tests: ['tests/unit/platform/safe-redirect.test.ts'],
  },
  {
    name: 'guesses at a code of a login are unlimited from one address',
    file: 'src/features/accounts/server/login.ts',
    find: `byNetwork: isLong || !isKnown`,
    replace: `byNetwork: isLong`,
    tests: ['tests/api/accounts/login-attack.test.ts'],
  },
  {
    name: 'a child sets another PIN',
    file: 'src/features/kids/server/kids.ts',
    find: `  if (kids?.on) return fail('kids_already');\n`,
    replace: '',
    tests: ['tests/api/kids/kids.test.ts'],
  },
  {
    name: 'a room lets in viewers without the right to its film',
    file: 'src/features/watch-party/server/rooms.ts',
    find: `return entitled.ok ? ok(about) : entitled;`,
    replace: `return entitled.ok || about.people > 0 ? ok(about) : entitled;`,
    tests: ['tests/api/watch-party/rooms.test.ts'],
  },
  {
    name: 'a script reads the cookie of the session',
    file: 'src/app/browser-session.ts',
    find: '`${SESSION_COOKIE}=${token}; Path=/; HttpOnly; ${attributes}`',
    replace: '`${SESSION_COOKIE}=${token}; Path=/; ${attributes}`',
    tests: ['tests/api/accounts/sessions.test.ts'],
  },
  {
    name: 'requests of other sites carry the cookie of kids mode',
    file: 'src/platform/http/session/kids-cookie.ts',
    find: 'HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}',
    replace: 'HttpOnly; Secure; Max-Age=${seconds}',
    tests: ['tests/api/kids/kids.test.ts'],
  },
];
