import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { finishRender } from '../../../src/edge/html-passes.ts';
import { PARTS_HEADER } from '../../../src/edge/kept-parts.ts';
import { FOLD_MARK } from '../../../src/platform/ui/fold-mark.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const [SHEET, SCRIPT] = ['.hero{a:b}.foot{c:d}', 'start()'];
const POLICY = `script-src 'self' ${hash(SCRIPT)}; style-src 'self' ${hash(SHEET)};`;

async function finish(description: string, text: string) {
  const headers = new Headers({ 'content-security-policy': POLICY });
  const html = `<html><head><meta content="${description}"><style>${SHEET}</style></head><body class="hero">${FOLD_MARK}\
<p title="${text}"></p><script>${SCRIPT}</script></body></html>`;
  const page = new TextDecoder().decode(await finishRender([html], headers));
  return { html, page, policy: headers.get('content-security-policy') ?? '', parts: headers.get(PARTS_HEADER) ?? '' };
}

/** Even where a text came into the page without being escaped. */
const strange = fc
  .array(
    fc.constantFrom('<style>', '</style>', '*{display:none}', '<script>', '</script>', 'alert()', ' و ', FOLD_MARK),
  )
  .map((parts) => parts.join(''));

it('no text of a page becomes a style or a script: the policy allows the build alone, and parts of its sheets', async () => {
  const plain = await finish('', '');
  const allowed = new Set(plain.policy.match(/'sha256-[^']+'/g));
  await fc.assert(
    fc.asyncProperty(strange, strange, async (description, text) => {
      const { html, page, policy, parts } = await finish(description, text);
      if (description.includes('<style>')) expect(page).toBe(html);
      for (const source of policy.match(/'sha256-[^']+'/g) ?? []) {
        const isCut = !description.includes('<style>') && policy.includes(`'self' ${hash(SHEET)} ${source}`);
        expect(allowed.has(source) || isCut, source).toBe(true);
      }
      expect(parts.match(/\.js/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }),
  );
});

it('the rules of a brand stay above the fold, whole, and the policy allows them', async () => {
  const css = 'html:root{--accent:#123456}';
  const headers = new Headers({
    'content-security-policy': POLICY.replace(hash(SHEET), `${hash(SHEET)} ${hash(css)}`),
  });
  const html = `<html><head><style data-brand>${css}</style><style>${SHEET}</style></head><body class="hero">${FOLD_MARK}<p></p>`;
  const page = new TextDecoder().decode(await finishRender([html], headers));
  const [above = ''] = page.split(FOLD_MARK);
  expect(above).toContain(`<style data-brand>${css}</style><style>.hero{a:b}</style>`);
  expect(headers.get('content-security-policy')).toContain(hash(css));
});

it('a page without a policy is left as it is', async () => {
  const html = `<html><head><style>${SHEET}</style></head><body>${FOLD_MARK}<script>${SCRIPT}</script>`;
  const headers = new Headers();
  expect(new TextDecoder().decode(await finishRender([html], headers))).toBe(html);
  expect(headers.get(PARTS_HEADER)).toBe('');
});
