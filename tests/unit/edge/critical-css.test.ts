import { expect, test } from 'vitest';
import { splitAtFold } from '../../../src/edge/critical-css.ts';

const MARK = '<template id="fold"></template>';
const page = (css: string, first: string, rest = '') =>
  `<html lang="fa"><head><style>${css}</style></head><body class="dark">${first}${MARK}${rest}</body></html>`;
const cut = async (...pieces: string[]) => {
  const { above, style, late, below } = await splitAtFold(pieces, () => Promise.resolve(true));
  return { html: above + (late?.html ?? '') + below, style };
};
const inlineStyle = async (css: string, first: string) => (await cut(page(css, first))).style;

test.each([
  ['a class', '.hero{color:red}.foot{color:blue}', '.hero{color:red}'],
  ['an id', '#main{color:red}#end{color:blue}', '#main{color:red}'],
  ['a tag', 'h1{color:red}footer{color:blue}', 'h1{color:red}'],
  ['one of several selectors', '.foot,.hero b{color:red}', '.foot,.hero b{color:red}'],
  ['all that one selector needs', '.hero .foot{color:red}.hero>h1{color:blue}', '.hero>h1{color:blue}'],
  [
    'what no element has a name for',
    ':root{--a:1}*{margin:0}[data-x="a,b"]{c:d}',
    ':root{--a:1}*{margin:0}[data-x="a,b"]{c:d}',
  ],
  ['what a state or part belongs to', '.hero:hover:not(.foot)::before{a:b}', '.hero:hover:not(.foot)::before{a:b}'],
  ['alternatives in brackets', ':is(.foot,.hero) h1{a:b}:where(.x){a:b}', ':is(.foot,.hero) h1{a:b}:where(.x){a:b}'],
  ['names with signs', '.md\\:flex{a:b}.lg\\:flex{a:b}.w-\\[2px\\]{a:b}', '.md\\:flex{a:b}'],
  ['names written by numbers', '.\\32 xl{a:b}', '.\\32 xl{a:b}'],
  [
    'groups that are not empty',
    '@media print{.foot{a:b}}@media (width<9px){.hero{a:b}}',
    '@media (width<9px){.hero{a:b}}',
  ],
  [
    'layers in their order',
    '@layer a,b;@layer a{.foot{a:b}}@layer b{.hero{a:b}}',
    '@layer a,b;@layer a{}@layer b{.hero{a:b}}',
  ],
  [
    'fonts and key frames',
    '@font-face{src:url("a;}b")}@keyframes x{to{a:b}}',
    '@font-face{src:url("a;}b")}@keyframes x{to{a:b}}',
  ],
  ['rules within rules', '.hero{a:b;& .foot{c:d}}.foot{& h1{a:b}}', '.hero{a:b;& .foot{c:d}}'],
])('the head keeps %s', async (_, css, expected) => {
  const first = '<main id="main"><a class="hero md:flex"><h1>x</h1><b></b></a></main>';
  expect(await inlineStyle(css, first)).toBe(expected);
});

test('all rules come after the first screen, and nothing else is changed', async () => {
  const css = '.hero{a:b}@media (width<9px){.foot{a:b;& b{c:d}}}';
  const late = '.hero{a:b}@media (width&lt;9px){.foot{a:b;&amp; b{c:d}}}';
  const { html, style } = await cut(page(css, '<p class="hero">', '<p class="foot">'));
  expect(html).toBe(
    page(
      style ?? '',
      '<p class="hero">',
      `<svg class="absolute" width="0" height="0" aria-hidden="true"><style>${late}</style></svg><p class="foot">`,
    ),
  );
});

test.each([
  ['marks no first screen', '<head><style>.a{}</style></head><body><p class="a">'],
  ['has no style', `<head></head><body>${MARK}`],
  ['has its style only later', `<body>${MARK}<style>.a{}</style>`],
])('a page that %s stays as it is', async (_, html) => {
  expect(await cut(html)).toEqual({ html, style: null });
});

test('a page in pieces is cut as in one piece, wherever they meet', async () => {
  const html = page('.hero{a:b}.foot{c:d}', '<p class="hero">فیلم', '<p class="foot">');
  const [style, head] = [html.indexOf('<style>'), html.indexOf('</head>')];
  for (const [from, to] of [
    [0, html.length],
    [style, head],
    [style - 3, head + 7],
    [0, head],
    [style, html.indexOf(MARK) + MARK.length],
  ] as const)
    expect(await cut(html.slice(0, from), html.slice(from, to), html.slice(to))).toEqual(await cut(html));
});
