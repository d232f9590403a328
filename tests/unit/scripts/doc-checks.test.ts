import { describe, expect, it } from 'vitest';
import { missingDocPaths } from '../../../scripts/check/doc-paths.ts';
import { settings } from '../../../scripts/check/settings.ts';
import { prose } from '../../../scripts/check/prose.ts';

const lines = (findings: { line: number }[]) => findings.map(({ line }) => line);
const messages = (findings: { message: string }[]) => findings.map(({ message }) => message);

describe('paths in documents', () => {
  const files = ['docs/a.md', 'docs/shot.jpg', 'src/app/guards.ts', 'src/features/live/server/routes.ts'];
  const check = (text: string) => missingDocPaths({ path: 'docs/a.md', text }, files);

  it('may leave out src and src/features, end in a folder and hold a star', () => {
    const text =
      '`src/app/guards.ts` `app/guards.ts` `live/server/routes.ts` `guards.ts` `src/features/` `src/app/*.ts`';
    expect(check(text)).toEqual([]);
  });

  it('are found where they name nothing, with their line', () => {
    const text = 'One.\n`src/app/gone.ts`, `gone.ts`\n`src/nowhere`, `other/gone.md`\n![shot](gone.jpg)';
    expect(lines(check(text))).toEqual([2, 2, 3, 3, 4]);
  });

  it('are not addresses, calls, settings or generated files', () => {
    const text = '`/media/x.jpg` `get/cart` `.dev.vars` `.wrangler/state` `npm run x` `src/<name>/` [a](https://x.org)';
    expect(check(`${text} ![shot](shot.jpg) [top](#top)`)).toEqual([]);
  });
});

describe('prose', () => {
  const doc = (text: string) => prose({ path: 'a.md', text });
  const code = (text: string) => prose({ path: 'a.ts', text });

  it('has no banned words, whatever line they break over', () => {
    expect(messages(doc('The player begins anew.'))).toEqual(['"anew": again']);
    expect(lines(doc('One line.\nThe import goes\non. Whoever asks.'))).toEqual([2, 3]);
    expect(doc('`anew` and "goes on" are banned.\n\n```\nanew\n```\n\n    anew\n')).toEqual([]);
  });

  it('begins no statement with a what-clause, and may ask', () => {
    const bad = [
      'What is kept is small.',
      'It ends. What is left goes.',
      '- What is kept stays.',
      '## What there is\n',
    ];
    for (const text of bad) expect(doc(text), text).toHaveLength(1);
    expect(lines(doc('| a | b |\n|---|---|\n| x | What it holds |'))).toEqual([3]);
    expect(doc('What is kept? All of what\nsomebody saved.')).toEqual([]);
  });

  it('reads only the comments of code', () => {
    expect(code("const anew = 'anew';\nconst a = `what goes on`;")).toEqual([]);
    expect(lines(code('/**\n * The player\n * begins anew.\n */\nconst a = 1; // What is kept.'))).toEqual([3, 5]);
  });
});

describe('settings', () => {
  const env = { path: 'env.ts', text: 'export interface Env {\n  DB: D1Database;\n  SITE_URL?: string;\n}' };
  const host = { path: 'settings.ts', text: "const OTHERS = ['METRICS_TOKEN'];" };
  const check = (text: string) => messages(settings({ path: 'docs/settings.md', text }, env, host));

  it('have one row each, and no others have one', () => {
    const rows = ['| `DB` | D1 |', '| `SITE_URL` | none |', '| `METRICS_TOKEN` | secret |'];
    expect(check(rows.join('\n'))).toEqual([]);
    expect(check([...rows.slice(1), '| `SITE_URL` | again |', '| `OLD` | |'].join('\n'))).toEqual([
      'DB has no row',
      'nobody reads OLD',
      'SITE_URL has a row already',
    ]);
  });
});
