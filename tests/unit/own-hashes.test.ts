import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownHashes } from '../../src/server/lib/own-hashes.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('keeps the hashes of what the page carries, and no other', async () => {
  const [script, style, other] = ['let a = "<b>";', 'p { color: red }', 'let b'];
  const html = `<style>${style}</style><p>فیلم</p><script type="module">${script}</script><script src="/x.js"></script>`;
  const policy = (...hashes: string[]) =>
    `default-src 'self'; script-src ${["'self'", ...hashes].join(' ')}; style-src 'self' ${hashOf(style)};`;
  expect(await ownHashes(policy(hashOf(other), hashOf(script)), html)).toBe(policy(hashOf(script)));
});

it('adds that of a style which the framework does not know', async () => {
  const policy = `script-src 'self'; style-src 'self' ${hashOf('b{}')}; img-src 'self'`;
  expect(await ownHashes(policy, '<style>a{}</style><style>b{}</style>', 'a{}')).toBe(
    `script-src 'self'; style-src 'self' ${hashOf('b{}')} ${hashOf('a{}')}; img-src 'self'`,
  );
});
