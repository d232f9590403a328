import { describe, expect, it } from 'vitest';
import { brandNames, unfilledBrands } from '../../../scripts/check/brand.ts';
import { listSubjectFaults } from '../../../scripts/check/commits.ts';
import { decisions } from '../../../scripts/check/decisions.ts';
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
    expect(messages(doc('A fox is no dog.'))).toEqual(['"is no dog": is not a …']);
    expect(doc('There is no dog; it is no longer here.')).toEqual([]);
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

describe('decisions', () => {
  // The check reads this file, too.
  const word = 'decision';
  const folder = `docs/${word}s`;
  const head = '# 007. Sell tea\n\nDate: 2026-01-02\nStatus: accepted\n\n**Context.** Thirst.\n';
  const record = {
    path: `${folder}/007-sell-tea.md`,
    text: `${head}\n**What would make us take it back.** Rain.\n`,
  };
  const row = '| 007 | [Sell tea](007-sell-tea.md) | 2026-01-02 |';
  const index = { path: `${folder}/README.md`, text: `${row}\n` };

  it('that have their parts, a row in the index and exist pass', () => {
    const code = { path: 'a.ts', text: `// Tea (${word} 007), see ${folder}/007-sell-tea.md.` };
    expect(decisions([record, index, code])).toEqual([]);
  });

  it('without the reversal, a row or a record are found', () => {
    expect(messages(decisions([{ ...record, text: head }, index]))).toEqual([
      'has no part **What would make us take it back.**',
    ]);
    expect(messages(decisions([record, { ...index, text: '| 008 | x |' }]))).toEqual([
      `${folder}/README.md lacks the row ${row}`,
      '008 has no record',
    ]);
    expect(
      messages(decisions([record, index, { path: 'b.md', text: `A ${word} 009.\n${word}s 007 and\n010` }])),
    ).toEqual([`${word} 009 does not exist`, `${word} 010 does not exist`]);
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

describe('subjects of commits', () => {
  it('are short, imperative and plain', () => {
    const good = [
      'Keep deleted plans deleted after a restart',
      'Press pause until it holds',
      'Seed fifty bugs',
      'Bring a film',
    ];
    for (const subject of good) expect(listSubjectFaults(subject), subject).toEqual([]);
    const bad = [
      'x'.repeat(73),
      'fix: a bug',
      'Fixed a bug',
      'Fixing a bug',
      'Fixes a bug',
      'Hang no visitor',
      'Mend a bug.',
    ];
    for (const subject of bad) expect(listSubjectFaults(subject), subject).not.toEqual([]);
  });
});

describe('the name of the site', () => {
  it('is in no text, style or component; common words and addresses are not the name', () => {
    const good = 'به‌زودی روی پرده\n{{brand}}\nhttps://pardeh.example';
    expect(brandNames([{ path: 'locales/fa.json', text: good }])).toEqual([]);
    const bad = { path: 'src/a.astro', text: 'x\nورود به پرده\n<p>Pardeh</p>' };
    expect(lines(brandNames([bad]))).toEqual([2, 3]);
  });

  it('is filled where a text comes from the file of a language', () => {
    const locale = { path: 'locales/fa.json', text: '{"a": "{{brand}}", "b": "x"}' };
    const read = "import fa from '../locales/fa.json';\n";
    const good = [`${read}fa.b;`, `${read}fillBrand(fa.a, 'fa');`, 'm.a();'].map((text) => ({ path: 'a.ts', text }));
    expect(unfilledBrands(locale, good)).toEqual([]);
    expect(lines(unfilledBrands(locale, [{ path: 'b.ts', text: `${read}send(fa.a);` }]))).toEqual([2]);
  });
});
