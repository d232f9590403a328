import type { SiteBug } from './site-bug.ts';

/** Search, imports, what search engines read, comments, messages, progress and channels. */
export const CONTENT_BUGS: readonly SiteBug[] = [
  {
    name: 'an Arabic kaf finds nothing',
    file: 'src/platform/text/persian-text.ts',
    find: `  ك: 'ک', // Arabic kaf\n`,
    replace: '',
    tests: ['tests/unit/platform/persian-text.test.ts'],
  },
  {
    name: 'a day in Persian digits is not imported',
    file: 'src/features/titles/facts/date.ts',
    find: `const folded = foldNumber(raw);`,
    replace: `const folded = raw;`,
    and: [
      {
        file: 'src/features/titles/facts/date.ts',
        find: `import { foldNumber } from '../../../platform/text/digits.ts';\n`,
        replace: '',
      },
    ],
    tests: ['tests/unit/scripts/import-parsers.test.ts'],
  },
  {
    name: 'the sitemap leaves out the first part of the people',
    file: 'src/features/seo/server/parts.ts',
    find: `...peopleParts.map(`,
    replace: `...peopleParts.slice(1).map(`,
    tests: ['tests/api/seo/sitemap.test.ts'],
  },
  {
    name: 'a name ends the script element of structured data',
    file: 'src/platform/seo/json-ld.ts',
    find: String.raw`    .replace(/</g, '\\u003c')` + '\n',
    replace: '',
    tests: ['tests/unit/platform/json-ld.test.ts'],
  },
  {
    name: 'a comment with a telephone number of ten digits is shown unread',
    file: 'src/features/comments/comment-words.ts',
    find: `[\\s()._-]{0,3}\\d){9,}/`,
    replace: `[\\s()._-]{0,3}\\d){10,}/`,
    tests: ['tests/unit/comments/comments.test.ts'],
  },
  {
    name: 'a viewer who jumps to the end of a film rates it',
    file: 'src/features/comments/server/rate.ts',
    find: 'sql`min(progress.furthest, progress.watched) * 100',
    replace: 'sql`max(progress.furthest, progress.watched) * 100',
    tests: ['tests/api/comments/comments-ratings.test.ts'],
  },
  {
    name: 'a guest reads what gives the story away',
    file: 'src/features/comments/server/list.ts',
    find: `watchedTo: viewer?.watched_to ?? 0`,
    replace: `watchedTo: viewer?.watched_to ?? Number.MAX_SAFE_INTEGER`,
    tests: ['tests/api/comments/comments.test.ts'],
  },
  {
    name: 'sms.ir gets the code under another name than its template has',
    file: 'src/platform/sms/smsir.ts',
    find: `name: 'Code', value: code`,
    replace: `name: 'code', value: code`,
    tests: ['tests/api/accounts/sms.test.ts'],
  },
  {
    name: 'a film that was seen to its end on another device is unseen here',
    file: 'src/features/progress/progress.ts',
    find: `seen: Math.max(a.seen, b.seen)`,
    replace: `seen: a.seen`,
    tests: ['tests/unit/progress/progress.test.ts'],
  },
  {
    name: 'the address of a film of subscribers on a free channel opens for everybody',
    file: 'src/features/live/server/viewer-right.ts',
    find: `if (state === 'subscribed') return getSubscriberRight(context);`,
    replace: `if (state === 'subscribed') return channelRight;`,
    tests: ['tests/api/live/live-attack.test.ts'],
  },
  {
    name: 'a page of a channel is valid until the last of its programmes ends',
    file: 'src/features/live/valid-until.ts',
    find: `Math.min(...ends) : undefined`,
    replace: `Math.max(...ends) : undefined`,
    tests: ['tests/unit/live/valid-until.test.ts'],
  },
];
