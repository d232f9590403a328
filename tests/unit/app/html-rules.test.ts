import { expect, test } from 'vitest';
import { findHtmlFaults } from '../../support/rules/html-rules.ts';

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="fa"><head><meta charset="utf-8"><title>A page</title>${head}</head><body>${body}</body></html>`;

test.each([
  ['<ul><div>x</div></ul>', 'element-permitted-content'],
  ['<ul><li>x</li><style>p{color:red}</style></ul>', 'element-permitted-content'],
  ['<p><div>x</div></p>', 'close-order'],
  ['<span><div>x</div></span>', 'element-permitted-content'],
  ['<a href="/a"><button type="button">x</button></a>', 'element-permitted-content'],
  ['<p id="a">x</p><p id="a">y</p>', 'no-dup-id'],
  ['<p class="a" class="b">x</p>', 'no-dup-attr'],
  ['<input aria-labelledby="nothing">', 'no-missing-references'],
  ['<div><b>x</div>', 'close-order'],
  ['<p>x', 'no-implicit-close'],
  ['<img src="/a.png">', 'wcag/h37'],
  ['<iframe src="/a"></iframe>', 'element-required-attributes'],
  ['<p style="color:red">x</p>', 'no-inline-style'],
  ['<input type="text">', 'input-missing-label'],
  ['<font color="red">x</font>', 'deprecated'],
])('%s is a fault', async (body, rule) => {
  const faults = await findHtmlFaults(page(body));
  expect(faults.map((fault) => fault.split(':')[0])).toContain(rule);
});

test('a style sheet in an SVG and what React writes are none', async () => {
  expect(
    await findHtmlFaults(
      page(
        '<svg width="0" height="0" aria-hidden="true"><style>p{color:red}</style></svg>' +
          '<label for="_a_">x</label><input id="_a_" type="text" maxLength="3" required=""/><form action="/a"><button>y</button></form>',
      ),
    ),
  ).toEqual([]);
});
