import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { allowStyle, findInlineElements, listPolicyTexts, pruneCspHashes } from '../../../src/edge/csp-hashes.ts';

const findInlineTexts = (html: string) => listPolicyTexts(findInlineElements(html));
const computeHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('keeps the hashes of what the page carries, and no other', async () => {
  const [script, style, other] = ['let a = "<b>";', 'p { color: red }', 'let b'];
  const html = `<style>${style}</style><p>فیلم</p><script type="module">${script}</script><script src="/x.js"></script>`;
  const policy = (...hashes: string[]) =>
    `default-src 'self'; script-src ${["'self'", ...hashes].join(' ')}; style-src 'self' ${computeHash(style)};`;
  expect(await pruneCspHashes(policy(computeHash(other), computeHash(script)), findInlineTexts(html))).toBe(
    policy(computeHash(script)),
  );
});

it('keeps that of a style whose signs are written as references in an SVG', async () => {
  const css = '@media (width<9px){a{& b{c:d}}}';
  const policy = `style-src 'self' ${computeHash(css)}`;
  const html = `<svg><style>${css.replace('&', '&amp;').replace('<', '&lt;')}</style></svg>`;
  expect(await pruneCspHashes(policy, findInlineTexts(html))).toBe(policy);
});

it('adds that of a style which the framework does not know', async () => {
  const policy = `script-src 'self'; style-src 'self' ${computeHash('b{}')}; img-src 'self'`;
  const texts = findInlineTexts('<style>a{}</style><style>b{}</style>');
  expect(await pruneCspHashes(await allowStyle(policy, 'a{}'), texts)).toBe(
    `script-src 'self'; style-src 'self' ${computeHash('b{}')} ${computeHash('a{}')}; img-src 'self'`,
  );
});
