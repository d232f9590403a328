import { ESLint } from 'eslint';
import astro from 'eslint-plugin-astro';
import stylelint from 'stylelint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { restrictMarkup } from '../../../scripts/check/markup.ts';

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.tsx'], languageOptions: { parser: ts.parser, parserOptions: { ecmaFeatures: { jsx: true } } } },
    ...astro.configs['flat/base'],
    ...restrictMarkup([]),
  ],
});

/** The line of each finding in markup of src. */
async function lintMarkup(text: string, filePath = 'src/features/titles/A.tsx'): Promise<number[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ line }) => line);
}

/** The line of each finding in a stylesheet or in style blocks, by the project's own configuration. */
async function lintStyles(code: string, codeFilename = 'src/features/titles/a.css'): Promise<number[]> {
  const { results } = await stylelint.lint({ code, codeFilename });
  return (results[0]?.warnings ?? []).map(({ line }) => line).sort();
}

describe('stylesheets', () => {
  const physical = '.a {\n  margin-left: 1px;\n  left: 0;\n  text-align: right;\n  border-top-left-radius: 1px;\n}\n';

  it('have no physical properties, in style blocks neither', async () => {
    expect(await lintStyles(physical)).toEqual([2, 3, 4, 5]);
    expect(await lintStyles(`<b class="x" />\n<style>\n${physical}</style>`, 'src/features/titles/A.astro')).toEqual([
      4, 5, 6, 7,
    ]);
    expect(await lintStyles('.a { padding: 0 1px 0 2px; }')).toEqual([1]);
    expect(await lintStyles('/* left: 0 */\n.a { inset-inline-start: 0; padding: 1px 2px; }')).toEqual([]);
  });

  it('have a physical property only with a reason', async () => {
    const disable = '/* stylelint-disable-next-line property-layout-mappings';
    expect(await lintStyles(`.b {\n${disable} -- Follows the pointer. */\nleft: 0;\n}`)).toEqual([]);
    expect(await lintStyles(`.b {\n${disable} */\nleft: 0;\n}`)).toEqual([2]);
  });

  it('have colours by token', async () => {
    const raw = '#fade { color: var(--ink) }\n.a { background: rgb(0 0 0) }\n.b { color: #fff }\n.c { color: white }';
    expect(await lintStyles(raw)).toEqual([2, 3, 4]);
    expect(await lintStyles(':root { --ink: #111 }', 'src/shell/tokens.css')).toEqual([]);
    expect(await lintStyles('.a { color: oklch(from var(--ink) l c h / 0.5) }')).toEqual([]);
  });
});

describe('markup', () => {
  const PHYSICAL = [
    'ml-4',
    'md:pr-2',
    '-left-1',
    'hover:right-0',
    'text-left',
    'rounded-l',
    'border-r-2',
    'rounded-tl-lg',
  ];

  it.each(PHYSICAL)('has no physical class %s', async (name) => {
    expect(await lintMarkup(`<i className="flex ${name} p-1" />`)).toEqual([1]);
    expect(await lintMarkup(`<i className={\`flex ${name} \${more}\`} />`)).toEqual([1]);
    expect(await lintMarkup(`---\n---\n<i class:list={['${name}']} />`, 'src/features/titles/A.astro')).toEqual([3]);
  });

  it('takes logical classes, and words that look physical', async () => {
    const logical = 'ms-4 pe-2 start-0 text-start rounded-s right-to-left rounded-lg border-red place-left';
    expect(await lintMarkup(`<i className="${logical}" />`)).toEqual([]);
  });

  it('has no physical style in a script', async () => {
    expect(await lintMarkup('<i style={{\nmarginLeft: 1,\ntextAlign: "left",\nmarginInlineStart: 1 }} />')).toEqual([
      2, 3,
    ]);
  });

  it('has colours by token', async () => {
    expect(await lintMarkup('<a href="#abc" className="text-ink">1</a>')).toEqual([]);
    expect(await lintMarkup('<path fill="#0af" className="bg-red-500" />')).toEqual([1, 1]);
    expect(await lintMarkup('<path fill="rgb(0 0 0)" />')).toEqual([1]);
  });

  it('has no inline styles in .astro files', async () => {
    const text =
      '<i style="top:0" />\n<b style={x} />\n<style>.a { top: 0 }</style>\n<style define:vars={{ x }}></style>';
    expect(await lintMarkup(text, 'src/features/titles/A.astro')).toEqual([1, 2, 4]);
  });

  it('has no text of its own, in no language, and no language of its own', async () => {
    const wrong =
      '<p>\n  Pay now\n</p>;\n<p>\n  پرداخت\n</p>;\n<p title="پرداخت" />;\nm.pay({}, { locale });\nnew Intl.NumberFormat("fa-IR");';
    expect(await lintMarkup(wrong)).toEqual([1, 4, 7, 8, 9]);
    expect(await lintMarkup('<p>Pay now</p>\n<p>{`پرداخت`}</p>', 'src/features/titles/A.astro')).toEqual([1, 2]);
    const right = '<p>\n  {m.pay({ amount })} × {"x"}\n</p>;\nnew Intl.NumberFormat(locale);\nconst letter = "آ ا";';
    expect(await lintMarkup(right)).toEqual([]);
  });
});
