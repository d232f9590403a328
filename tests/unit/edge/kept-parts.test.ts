import { describe, expect, it } from 'vitest';
import { findInlineElements, isData } from '../../../src/edge/csp-hashes.ts';
import { chooseKeptParts, encodePage, linkKeptParts } from '../../../src/edge/kept-parts.ts';
import {
  findPageParts,
  formatKeptParts,
  getPartPath,
  hashText,
  KEPT_PARTS_HEADER,
  STYLE_HOLDER,
} from '../../../src/platform/http/pages/page-parts.ts';
import { splitAtFold } from '../../../src/edge/critical-css.ts';
import { FOLD_MARK } from '../../../src/platform/ui/fold-mark.ts';

const [CSS, SCRIPT, EARLY] = ['.فیلم{& b{c:d}}@media (width<9px){a{}}', 'let a = "فیلم";', 'let early'];
const STYLE = `${STYLE_HOLDER}<style>${CSS.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</style></svg>`;
const ABOVE = `<p>جدایی</p><script>${EARLY}</script>${FOLD_MARK}`;
const BELOW = `<p>نادر</p><script>${SCRIPT}</script><script type="module">m</script>پایان`;
const RENDERED = `<style>${CSS}</style>${ABOVE}${BELOW}`;
const PAGE = `<style></style>${ABOVE}${STYLE}${BELOW}`;
const encode = async (html: string) => {
  const page = await splitAtFold([html], () => Promise.resolve(true));
  return encodePage(
    page,
    findInlineElements(page.below).filter(({ tag }) => tag === '<script>' || isData(tag)),
  );
};

const path = async (text: string, type: 'css' | 'js') => getPartPath(await hashText(text), type);
async function send(header: string | null): Promise<{ html: string; tag: string }> {
  const request = new Request('https://pardeh.test/', {
    headers: header === null ? {} : { [KEPT_PARTS_HEADER]: header },
  });
  const page = await encode(RENDERED);
  expect(new TextDecoder().decode(page.body)).toBe(PAGE);
  const { parts, tag } = chooseKeptParts(page.parts, request);
  return { html: await new Blob(linkKeptParts(page.body, parts) as BlobPart[]).text(), tag };
}

describe('a browser that has parts of the page', () => {
  it('gets links to them, and the other bytes as they are', async () => {
    const [style, script] = [await path(CSS, 'css'), await path(SCRIPT, 'js')];
    const { html } = await send(formatKeptParts([style, script]));
    const light = PAGE.replace(STYLE, `<link rel="stylesheet" href="${style}">`);
    expect(html).toBe(light.replace(`<script>${SCRIPT}</script>`, `<script defer src="${script}"></script>`));
  });

  it('gets each text that it does not name in the page, and an ETag of that page', async () => {
    const [style, script] = [await path(CSS, 'css'), await path(SCRIPT, 'js')];
    const answers = [await send(null), await send(formatKeptParts([style])), await send(formatKeptParts([script]))];
    expect(new Set(answers.map(({ html }) => html)).size).toBe(3);
    expect(new Set(answers.map(({ tag }) => tag)).size).toBe(3);
    expect(answers[0]).toEqual({ html: PAGE, tag: '' });
  });

  it('gets no data of search engines, which name no parts', async () => {
    const data = '<script type="application/ld+json">{"name":"فیلم"}</script>';
    const page = await encode(RENDERED.replace('پایان', `${data}پایان`));
    const choose = (header: string | null) =>
      chooseKeptParts(
        page.parts,
        new Request('https://pardeh.test/', { headers: header === null ? {} : { [KEPT_PARTS_HEADER]: header } }),
      );
    const read = async (header: string | null) =>
      new Blob(linkKeptParts(page.body, choose(header).parts) as BlobPart[]).text();
    expect(await read(null)).toBe(PAGE.replace('پایان', `${data}پایان`));
    const style = await path(CSS, 'css');
    expect(await read(formatKeptParts([style]))).not.toContain('ld+json');
    expect(await read(formatKeptParts([style]))).toContain('پایان');
    expect(choose(formatKeptParts([style])).tag).not.toBe(choose(null).tag);
  });

  it('gets nothing above the fold as a link: the first paint waits for no file', async () => {
    expect((await send(formatKeptParts([await path(EARLY, 'js')]))).html).toBe(PAGE);
    expect((await encode(RENDERED.replace(FOLD_MARK, ''))).parts).toBe('');
  });

  it.each(['true', '', '.', 'x'.repeat(10_000), '../../etc/pass', '"><script>', '____________.'])(
    'that names %j gets the whole page',
    async (header) => {
      expect(await send(header)).toEqual({ html: PAGE, tag: '' });
    },
  );
});

it('reads the text that the policy hashed', () => {
  expect(findPageParts(PAGE).map(({ type, text }) => [type, text])).toEqual([
    ['js', EARLY],
    ['css', CSS],
    ['js', SCRIPT],
  ]);
});
