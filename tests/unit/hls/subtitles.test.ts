import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSubtitles, parseSubtitles, repairCues, repairLine } from '../../../src/platform/media/subtitles.ts';

const RLM = '\u200f';
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('the text of a subtitle file', () => {
  it('is UTF-8, with or without its mark, or UTF-16 with one', () => {
    expect(decodeSubtitles(new TextEncoder().encode('سلام'))).toBe('سلام');
    expect(decodeSubtitles(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe('A');
    expect(decodeSubtitles(bytes(0xff, 0xfe, 0x33, 0x06))).toBe('س');
    expect(decodeSubtitles(bytes(0xfe, 0xff, 0x06, 0x33))).toBe('س');
  });

  it('is UTF-8 also where it is cut inside a letter, or has a wrong byte', () => {
    const text = new TextEncoder().encode('سلام دنیا');
    expect(decodeSubtitles(text.subarray(0, -1))).toBe('سلام دنی\ufffd');
    expect(decodeSubtitles(Uint8Array.from([...text, 0xe9]))).toBe('سلام دنیا\ufffd');
    expect(decodeSubtitles(bytes(0x63, 0x61, 0x66, 0xe9))).toBe('café');
  });

  it('is Windows-1256 where it is no UTF-8', () => {
    // سلام گ، as Windows writes it.
    expect(decodeSubtitles(bytes(0xd3, 0xe1, 0xc7, 0xe3, 0x20, 0x90, 0xa1))).toBe('سلام گ،');
  });
});

describe('cues', () => {
  it('come from SRT, with its line ends, numbers and fonts', () => {
    const srt =
      '\ufeff1\r\n00:00:01,500 --> 00:00:03,000 X1:10\r\n<font color="red"><i>سلام</i></font>\r\n{\\an8}بالا & <b>پایین</b>\r\n\r\n2\r\n00:01:00,5 --> 00:01:02,000\r\n<3\r\n';
    expect(parseSubtitles(srt)).toEqual([
      { from: 1.5, to: 3, lines: ['<i>سلام</i>', 'بالا &amp; <b>پایین</b>'] },
      { from: 60.5, to: 62, lines: ['&lt;3'] },
    ]);
  });

  it('come from a file without empty lines between them', () => {
    const times = ['00:00:01,000 --> 00:00:02,000', '00:00:03,000 --> 00:00:04,000'] as const;
    const cues = [
      { from: 1, to: 2, lines: ['a', '7'] },
      { from: 3, to: 4, lines: ['b'] },
    ];
    expect(parseSubtitles(`1\n${times[0]}\na\n7\n2\n${times[1]}\nb\n`)).toEqual(cues);
    expect(parseSubtitles(`WEBVTT\n${times[0]}\na\n7\n\n${times[1]}\nb\n`)).toEqual(cues);
  });

  it('come from WebVTT, with hours left out, names, settings and notes', () => {
    const vtt =
      'WEBVTT\n\nNOTE nothing\n\nSTYLE\n::cue { color: red }\n\nname\n00:05.000 --> 00:06.000 line:0\n<v Ali>Hello &amp; <c.red>bye</c>\n';
    expect(parseSubtitles(vtt)).toEqual([{ from: 5, to: 6, lines: ['Hello &amp; bye'] }]);
  });

  it('keep text behind an empty line, and are apart where the empty line between them is missing', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\nاول\n\nدوم\n2\n00:00:03,000 --> 00:00:04,000\n12\n13\n\n3\n\n00:00:05,000 --> 00:00:06,000\nسوم';
    expect(parseSubtitles(srt).map(({ from, lines }) => [from, lines])).toEqual([
      [1, ['اول', 'دوم']],
      [3, ['12', '13']],
      [5, ['سوم']],
    ]);
  });

  it('lose a tag that is closed, and keep one that is not', () => {
    const cue = '00:00:01.000 --> 00:00:02.000\n<a <b>x <font color=red>y</font>{\\a{\\an8}';
    expect(parseSubtitles(cue)[0]?.lines).toEqual(['&lt;a <b>x y{\\a']);
  });

  it('have no shapes that ASS draws', () => {
    const times = '00:00:01.000 --> 00:00:02.000\n';
    expect(parseSubtitles(`${times}m 0 0 l 100 0 100.5 -3 b 1 2 3 4 5 6`)).toEqual([]);
    expect(parseSubtitles(`${times}m 0 0 is no shape`)).toHaveLength(1);
  });

  it('stand by their time; those without text or length are left out', () => {
    const text =
      '00:00:09.000 --> 00:00:10.000\nb\n\n00:00:01.000 --> 00:00:02.000\na\n\n00:00:03.000 --> 00:00:03.000\nc\n\n00:00:04.000 --> 00:00:05.000\n\n\nnothing';
    expect(parseSubtitles(text).map(({ lines }) => lines)).toEqual([['a'], ['b']]);
    expect(parseSubtitles('')).toEqual([]);
  });
});

describe('a line of Persian', () => {
  it.each([
    ['.سلام', 'سلام.'],
    ['؟کجا می‌روی', 'کجا می‌روی؟'],
    ['<i>!بیا</i>', '<i>بیا!</i>'],
    ['- سلام.', '- سلام.'],
    ['...و بعد رفت', '...و بعد رفت'],
    ['سلام.', 'سلام.'],
    ['\u202b.سلام\u202c', 'سلام.'],
    ['GPS می‌گوید', 'GPS می‌گوید'],
    ['كتاب علي', 'کتاب علی'],
  ])('%j reads %j, in its direction whatever it begins with', (line, expected) => {
    expect(repairLine(line, 'fa')).toBe(`${RLM}${expected}${RLM}`);
  });

  it('in another language keeps its letters, and Latin lines are left alone', () => {
    expect(repairLine('.علي', 'ar')).toBe(`${RLM}علي.${RLM}`);
    expect(repairLine('.Hello', 'fa')).toBe('.Hello');
    expect(repairLine('\u200eHello\u200e', 'en')).toBe('Hello');
  });

  it('repaired twice is the same, and has every letter it had', () => {
    const piece = fc.constantFrom('سلام', 'علی', ' ', '.', '؟', '!', 'GPS', '<i>', '</i>', '-', '…', '\u202b', '۱۲');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const line = pieces.join('');
        const once = repairLine(line, 'fa');
        expect(repairLine(once, 'fa')).toBe(once);
        const letters = (text: string) =>
          [...text]
            .filter((char) => /[\p{L}\p{N}.؟!…-]/u.test(char))
            .sort()
            .join('');
        expect(letters(once)).toBe(letters(line));
      }),
    );
  });

  it('of a cue is each of its lines', () => {
    expect(repairCues([{ from: 0, to: 1, lines: ['.سلام', 'Hi'] }], 'fa')).toEqual([
      { from: 0, to: 1, lines: [`${RLM}سلام.${RLM}`, 'Hi'] },
    ]);
  });
});
