import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMarkdown, listPlainLines } from '../../../src/platform/text/markdown/plain-markdown.ts';
import { renderMarkdown } from '../../../src/platform/text/markdown/render-markdown.ts';

/** Tags of the renderer itself; a text adds none. */
const OWN_TAGS =
  /<\/?(?:p|h[234]|ul|ol|li|strong|em|bdi|a)(?: dir="auto"| start="\d{1,4}"| href="(?:\/|https:\/\/|tel:|mailto:)[^"<>]*"(?: rel="noopener noreferrer")?)?>/g;
const MARKS = ['*', '**', '[', '](', ')', '\\', '#', '- ', '1. ', '\n', '\n\n', '<', '>', '"', "'", '&', ' ', '\u202e'];
const WORDS = ['<script>', 'javascript:alert(1)', 'https://a.example/x', '//evil.example', 'data:text/html,', '/faq'];
const hostile = fc.array(
  fc.oneof(fc.constantFrom(...MARKS, ...WORDS, 'فیلم', 'film', '021-91', '\u0000'), fc.string({ unit: 'binary' })),
  { maxLength: 60 },
);

describe('a text in Markdown', () => {
  it('has headings, paragraphs, lists, bold, italics and links', () => {
    expect(
      renderMarkdown('# عنوان\nیک\nدو\n\n- الف\n- ب **پررنگ**\n\n۳. سه\n4) چهار\n\n*کج* [پرسش](/profile/faq)'),
    ).toBe(
      [
        '<h2 dir="auto">عنوان</h2>',
        '<p dir="auto">یک دو</p>',
        '<ul><li dir="auto">الف</li><li dir="auto">ب <strong>پررنگ</strong></li></ul>',
        '<ol start="3"><li dir="auto">سه</li><li dir="auto">چهار</li></ol>',
        '<p dir="auto"><em>کج</em> <a href="/profile/faq"><bdi>پرسش</bdi></a></p>',
      ].join('\n'),
    );
    expect(renderMarkdown('**[a](https://Example.org/x)** and [b](tel:02191001234)')).toBe(
      '<p dir="auto"><strong><a href="https://example.org/x" rel="noopener noreferrer"><bdi>a</bdi></a></strong> and ' +
        '<a href="tel:02191001234"><bdi>b</bdi></a></p>',
    );
  });

  it('leaves codes to dial, lone marks and escaped ones as they are', () => {
    for (const text of ['*000*1#', '2 * 3 * 4', 'a ** b', 'snake*case*word'])
      expect(renderMarkdown(text), text).toBe(`<p dir="auto">${text}</p>`);
    expect(renderMarkdown('\\*x\\* \\[y](/z)')).toBe('<p dir="auto">*x* [y](/z)</p>');
  });

  it.each([
    ...['javascript:alert(1)', 'JAVASCRIPT:x', 'data:text/html,x', 'vbscript:x', 'http://a.example', '//a.example'],
    ...['/\\a.example', 'https:a.example', 'https://user@a.example', 'https://localhost', 'https://127.0.0.1/x'],
    ...['https://a.example:8443/', 'faq', '#x', 'mailto:a', 'tel:<b>', 'https://a.example/"onclick="x', '/a\u202eb'],
  ])('leads nowhere by %s', (target) => {
    expect(renderMarkdown(`[x](${target})`)).not.toContain('<a');
  });

  it('isolates the runs of the other direction', () => {
    expect(renderMarkdown('تلفن ما +98 21 9100 1234 است (Netflix, Inc.) و **IMDb**')).toBe(
      '<p dir="auto">تلفن ما <bdi>+98 21 9100 1234</bdi> است (<bdi>Netflix, Inc</bdi>.) و <strong><bdi>IMDb</bdi></strong></p>',
    );
    expect(renderMarkdown('See «پرده سینما» (2020)')).toBe('<p dir="auto">See «<bdi>پرده سینما</bdi>» (2020)</p>');
    expect(renderMarkdown('a\u202eb\u2067c')).toBe('<p dir="auto">abc</p>');
  });

  it('lets nothing of HTML out, whatever is typed, and never throws', () => {
    fc.assert(
      fc.property(hostile, (pieces) => {
        const html = renderMarkdown(pieces.join(''));
        expect(html.replace(OWN_TAGS, '')).not.toMatch(/[<>"'\u202a-\u202e]/);
        expect(html).not.toMatch(/href="(?:javascript|data|vbscript|http:|\/\/)/i);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no more than a plain text of its length, whatever it begins and does not end', () => {
    const plain = measure('a ');
    for (const piece of ['*a ', '**a ', '[a](', '[', '\\', '- ', '**a *b [c '])
      // One that reads to the end from each mark takes a thousand times as long.
      expect(measure(piece) / plain, piece).toBeLessThan(100);
  });
});

describe('a plain text', () => {
  it('is the same after it was written as Markdown', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\s+/g, ' ').trim());
    const clause = fc.oneof(line, fc.constantFrom('1. x', '۲) ی', '# x', '- x', '*x*', '[x](/y)', 'a\\*b', '*000*1#'));
    fc.assert(
      fc.property(clause, (text) => {
        expect(listPlainLines(escapeMarkdown(text)).join(' ')).toBe(text);
      }),
    );
  });
});

/** The shortest of three renders of a long text of such pieces, in milliseconds. */
function measure(piece: string): number {
  const text = piece.repeat(100_000 / piece.length);
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    renderMarkdown(text);
    return performance.now() - start;
  });
  return Math.min(...times);
}
