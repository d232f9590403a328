import { paths, type ProfilePage } from '../paths.ts';
import { definePage, type PageDefinition } from './define-page.ts';

const CLOSED = definePage({
  cache: 'personal',
  access: 'anyone',
  kids: 'closed',
  header: 'solid',
  menus: 'expected',
  sitemap: [],
});
const OPEN = definePage({ ...CLOSED, kids: 'open' });
const MEMBER = definePage({ ...CLOSED, access: 'member' });
const DEMO = definePage({ ...OPEN, access: 'demo' });
const BARE = definePage({ ...CLOSED, header: 'bare' });

/** They know whether the visitor is signed in, and search engines may list them. */
const describeText = (page: ProfilePage) => definePage({ ...CLOSED, sitemap: [paths.profilePage(page)] });

/** By file of src/pages. */
export const PERSONAL_PAGES = {
  'login.astro': definePage({ ...CLOSED, access: 'guest' }),
  'logout.ts': CLOSED,
  'locale.astro': OPEN,
  'kids.astro': OPEN,
  'continue.astro': OPEN,
  'profile/index.astro': MEMBER,
  'profile/list/[...list].astro': MEMBER,
  'profile/help/index.astro': MEMBER,
  'profile/help/[number].astro': MEMBER,
  'profile/access.astro': MEMBER,
  'profile/gift/index.astro': MEMBER,
  'profile/gift/[id].astro': MEMBER,
  'profile/settings.astro': MEMBER,
  'profile/subscription.astro': MEMBER,
  'profile/plans.astro': describeText('plans'),
  'profile/about-contact.astro': describeText('about-contact'),
  'profile/faq.astro': describeText('faq'),
  'profile/internet.astro': describeText('internet'),
  'profile/terms.astro': describeText('terms'),
  'profile/terms/[version].astro': CLOSED,
  'payments.astro': MEMBER,
  'payments/[id].astro': MEMBER,
  'plan/[...id].astro': CLOSED,
  'callback.astro': BARE,
  'download.astro': BARE,
  'movie/download/[...id].astro': BARE,
  'series/download/[...id].astro': BARE,
  'episode/download/[...id].astro': BARE,
  'comments/[id].astro': CLOSED,
  'app.astro': definePage({ ...CLOSED, menus: 'none', sitemap: [paths.app()] }),
  'ref/[...id].ts': definePage({ ...CLOSED, menus: 'none' }),
  'operator/quality.ts': definePage({ ...CLOSED, access: 'operator', menus: 'none' }),
  'desk/[...path].astro': definePage({ ...CLOSED, access: 'operator', menus: 'none' }),
  'dev/inbox.astro': DEMO,
  'dev/gateway/[token].astro': DEMO,
} satisfies Record<string, PageDefinition>;
