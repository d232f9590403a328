import { decodeHTMLStrict } from 'entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/platform/media/subtitles/decode-text.ts';
import { readVtt } from '../../../src/platform/media/subtitles/read-blocks.ts';
import { readSubtitles } from '../../../src/platform/media/subtitles/read-subtitles.ts';
import { readTimes } from '../../../src/platform/media/subtitles/read-times.ts';
import { joinRuns, toVttLine } from '../../../src/platform/media/subtitles/styled-text.ts';
import { encodeLegacy } from '../../support/media/encode-legacy.ts';

const RLM = '\u200f';
const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

function decodeName(name: string): string | null {
  const text = decodeHTMLStrict(`&${name};`);
  return text === `&${name};` ? null : text;
}

function read(text: string | Uint8Array, language: string | null = 'fa') {
  const { cues, unread } = readSubtitles(typeof text === 'string' ? utf8(text) : text, { language, decodeName });
  return {
    cues: cues.map(({ from, to, lines }) => ({ from, to, lines: lines.map(toVttLine) })),
    lines: cues.flatMap((cue) => cue.lines.map((line) => toVttLine(line).replaceAll(RLM, ''))),
    unread: unread.lines.map(({ line, reason }) => `${String(line)} ${reason}`),
    log: unread,
  };
}

const TIMES = '00:00:01,000 --> 00:00:02,000';
const cue = (...lines: string[]) => `1\n${TIMES}\n${lines.join('\n')}\n`;
/** A cue for each line. */
const file = (...lines: string[]) =>
  lines
    .map((line, at) => `${String(at + 1)}\n00:00:0${String(at)},000 --> 00:00:0${String(at)},900\n${line}\n`)
    .join('\n');

describe('the text of a subtitle file', () => {
  it('is UTF-8 or UTF-16, with its mark or without', () => {
    const text = `${TIMES}\nسلام`;
    const utf16 = Array.from(text, (letter) => letter.charCodeAt(0));
    const little = utf16.flatMap((code) => [code & 0xff, code >> 8]);
    const big = utf16.flatMap((code) => [code >> 8, code & 0xff]);
    for (const file16 of [little, big, [0xff, 0xfe, ...little], [0xfe, 0xff, ...big]]) {
      expect(decodeText(Uint8Array.from(file16), null).text).toBe(text);
    }
    expect(decodeText(utf8('سلام'), null).text).toBe('سلام');
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41), null).text).toBe('A');
    expect(read(new Uint8Array(5000)).cues).toEqual([]);
  });

  it('is UTF-8 also where it is cut inside a letter, or has a wrong byte', () => {
    const text = utf8('سلام دنیا');
    expect(decodeText(text.subarray(0, -1), 'fa').text).toBe('سلام دنی\ufffd');
    expect(decodeText(Uint8Array.from([...text, 0xe9]), null).text).toBe('سلام دنیا\ufffd');
    expect(decodeText(bytes(0x63, 0x61, 0x66, 0xe9), null).text).toBe('café');
  });

  it.each([
    ['windows-1256', ['fa', 'ar', null], 'سلام گلپرى، چطورى؟ کتاب‌ها را ببين'],
    ['windows-1254', ['tr', null], "Şöyle böyle, İstanbul'da çığ düştü"],
    ['windows-1252', ['de', null], 'Schöne Grüße, Mädchen, weiß er nicht'],
    ['windows-1252', ['fr', null], 'Où étiez-vous? À la fenêtre, ça va, garçon'],
    ['windows-1252', ['es', null], '¿Qué pasó, señor? Mañana será el corazón'],
    ['windows-1252', ['sv', null], 'Går det bra? Här är älgen på ön'],
    ['windows-1250', ['pl', null], 'Zażółć gęślą jaźń, proszę'],
    ['windows-1250', ['cs', null], 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
    ['windows-1250', ['hu', null], 'Árvíztűrő tükörfúrógép, őrült'],
    ['windows-1257', ['lt', null], 'Ąžuolas, šeši žąsys, ėjo į mišką'],
    ['windows-1253', ['el', null], 'Καλημέρα, τι κάνεις; Πολύ ωραία μέρα'],
    ['windows-1251', ['ru', 'uk', null], 'Привет, как дела? Очень хорошо'],
    ['koi8-u', ['ru', null], 'Привет, как дела? Очень хорошо'],
    ['ibm866', ['ru', null], 'Привет, как дела? Очень хорошо'],
    ['windows-1255', ['he', null], 'שלום, מה שלומך היום'],
    ['windows-874', ['th'], 'สวัสดีครับ'],
  ])('is %s where it is not Unicode, with the language named or not', (encoding, languages, text) => {
    for (const language of languages) {
      expect(decodeText(encodeLegacy(`1\n${TIMES}\n${text}`, encoding), language).text).toContain(text);
    }
  });
});

describe('the times of a cue', () => {
  it.each([
    ['00:00:01,500 --> 00:00:03,000', 1.5, 3],
    ['00:01.500 --> 00:03.000 line:0 align:start', 1.5, 3],
    ['00:00:01,500 --> 00:00:03,000 X1:10 X2:20', 1.5, 3],
    ['00:00:01 --> 00:00:03', 1, 3],
    ['00:00:01,5 --> 00:00:03,25', 1.5, 3.25],
    ['00:00:01:500 --> 00:00:03:000', 1.5, 3],
    ['00:00:01 500 --> 00:00:03 000', 1.5, 3],
    ['00.00.01.500 --> 00.00.03.000', 1.5, 3],
    ['00: 00: 01, 500 --> 00: 00: 03, 000', 1.5, 3],
    ['00 : 00 : 01 , 500 -- > 00 : 00 : 03 , 000', 1.5, 3],
    ['00:00:01,249.0999999 --> 00:00:03,0000', 1.2490999999, 3],
    ['00:00:01,500 -> 00:00:03,000', 1.5, 3],
    ['00:00:01,500 –> 00:00:03,000', 1.5, 3],
    ['00:00:01,500 ——> 00:00:03,000', 1.5, 3],
    ['00:00:01,500 → 00:00:03,000', 1.5, 3],
    ['00:00:01,500 --&gt; 00:00:03,000', 1.5, 3],
    ['00:00:01,500-->00:00:03,000', 1.5, 3],
    ['۰۰:۰۰:۰۱,۵۰۰ --> ۰۰:۰۰:۰۳,۰۰۰', 1.5, 3],
    ['٠٠:٠٠:٠١٫٥٠٠ --> ٠٠:٠٠:٠٣٫٠٠٠', 1.5, 3],
    ['००:००:०१,५०० --> ००:००:०३,०००', 1.5, 3],
    ['００：００：０１，５００ －－＞ ００：００：０３，０００', 1.5, 3],
    ['\u202a00:00:01,500 --> 00:00:03,000\u202c', 1.5, 3],
    ['00:00:01,500 -\u200f-> 00:00:03,000', 1.5, 3],
    ['7 00:00:01,500 --> 00:00:03,000', 1.5, 3],
    ['[00:00:01,500] --> [00:00:03,000]', 1.5, 3],
    ['-00:00:01,200 --> 00:00:03,000', -1.2, 3],
    ['0-1:59:58,000 --> 00:00:03,000', -2, 3],
    ['-1:59:59,135 --> 00:00:03,000', -0.865, 3],
    ['01:02:03,004 --> 100:00:00,000', 3723.004, 360_000],
  ])('%j', (line, from, to) => {
    const times = readTimes(line);
    if (times === null || times === 'broken') throw new Error(String(times));
    expect(times.from).toBeCloseTo(from, 6);
    expect(times.to).toBeCloseTo(to, 6);
  });

  it.each(['او گفت -> برو', 'از 10:30 -> 11:30', '10:30 -> 11:30', '5 > 3', '- سلام', 'x => y'])('%j is text', (line) =>
    expect(readTimes(line)).toBeNull(),
  );

  it.each(['-->', '00:00:xx --> 00:00:02', 'a --> b', '1 --> 2', `00:00:01 --> ${'9'.repeat(500)}`])(
    '%j cannot be read, and is not text',
    (line) => expect(readTimes(line)).toBe('broken'),
  );
});

describe('cues', () => {
  it('come from SRT, with its line ends, numbers and fonts', () => {
    const srt =
      '\ufeff1\r\n00:00:01,500 --> 00:00:03,000 X1:10\r\n<font color="red"><i>سلام</i></font>\r\n{\\an8}بالا & <b>پایین</b>\r\n\r\n2\r\n00:01:00,5 --> 00:01:02,000\r\n<3\r\n';
    expect(read(srt)).toMatchObject({
      cues: [
        { from: 1.5, to: 3, lines: [`<i>${RLM}سلام${RLM}</i>`, `${RLM}بالا &amp; <b>پایین${RLM}</b>`] },
        { from: 60.5, to: 62, lines: ['&lt;3'] },
      ],
      unread: [],
    });
  });

  it('come from a file without empty lines between them, and keep text behind an empty line', () => {
    const times = '00:00:03,000 --> 00:00:04,000';
    for (const text of [`1\n${TIMES}\na\n7\n2\n${times}\nb\n`, `WEBVTT\n${TIMES}\na\n7\n\n${times}\nb\n`]) {
      expect(read(text).cues.map(({ lines }) => lines)).toEqual([['a', '7'], ['b']]);
    }
    const srt = `1\n${TIMES}\nاول\n\nدوم\n2\n${times}\n12\n13\n\n3\n\n00:00:05,000 --> 00:00:06,000\nسوم\n\n4`;
    expect(read(srt)).toMatchObject({ lines: ['اول', 'دوم', '12', '13', 'سوم'], unread: ['16 time'] });
  });

  it('come from WebVTT, with hours left out, names, settings and notes', () => {
    const vtt =
      'WEBVTT\n\nNOTE nothing\n\nSTYLE\n::cue { color: red }\n\nname\n00:05.000 --> 00:06.000 line:0\n<v Ali>Hello &amp; <c.red>bye</c> <00:05.500>now\n';
    expect(read(vtt)).toMatchObject({ cues: [{ from: 5, to: 6, lines: ['Hello &amp; bye now'] }], unread: [] });
    expect(read(`1\n${TIMES}\na\n\nNOTE: do not enter\n`).lines).toEqual(['a', 'NOTE: do not enter']);
  });

  it('have swapped ends turned, begin with the film, and are in the order of their times', () => {
    const text =
      '00:00:09,000 --> 00:00:08,000\nb\n\n-00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:03,000\nno length\n\n-00:00:09,000 --> -00:00:08,000\nbefore\n\n01:00:09,000 --> 00:00:10,000\nwrong hour';
    expect(read(text)).toMatchObject({
      cues: [
        { from: 0, to: 2, lines: ['a'] },
        { from: 8, to: 9, lines: ['b'] },
      ],
      unread: ['8 length', '11 start', '14 length'],
    });
  });

  it('have neither a time line as text nor the text of a time that cannot be read: both are counted', () => {
    const text = `1\n${TIMES}\na\nb --> c\nd\n\n2\n00:xx --> 00:00:04\nlost\n\n3\n00:00:05,000 --> 00:00:06,000\ne`;
    expect(read(text)).toMatchObject({ lines: ['a', 'd', 'e'], unread: ['4 time', '8 time', '9 time'] });
    expect(read('what is this\n\nfile')).toMatchObject({ cues: [], unread: ['1 time', '3 time'] });
  });

  it('have styles over line ends, breaks as lines, and every reference of HTML as its letter', () => {
    expect(read(cue('<i>one', 'two</i> three')).lines).toEqual(['<i>one</i>', '<i>two</i> three']);
    expect(read(cue('a<br>b<BR />c\\Nd')).lines).toEqual(['a', 'b', 'c', 'd']);
    expect(read(cue('It&#39;s &quot;fine&quot;&hellip; caf&eacute; &#x633; R&D &nosuch; a --&gt; b')).lines).toEqual([
      'It\'s "fine"… café س R&amp;D &amp;nosuch; a → b',
    ]);
    expect(read(cue('<a <b>x <strong>y</strong> <em>z</em>{\\a{\\an8} <img src=x> <3 you> <سلام>'))).toMatchObject({
      lines: ['&lt;a <b>x y</b> <i>z</i>{\\a  &lt;3 you&gt; &lt;سلام&gt;'],
      unread: ['3 markup'],
    });
  });

  it('have no shapes that ASS draws, and at most eight lines', () => {
    expect(read(cue('m 0 0 l 100 0 100.5 -3 b 1 2 3 4 5 6')).cues).toEqual([]);
    expect(read(cue('m 0 0 is not a shape')).cues).toHaveLength(1);
    const tall = read(cue(...Array.from({ length: 10 }, () => 'x')));
    expect([tall.lines.length, tall.unread.length]).toEqual([8, 2]);
  });
});

describe('a file of Persian', () => {
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
    ['.5 درصد از آن', '.5 درصد از آن'],
    ['.۵ درصد از آن', '.۵ درصد از آن'],
    ['.NET را یاد بگیر', '.NET را یاد بگیر'],
    [':-) باشد', ':-) باشد'],
    [')آهنگ(', '(آهنگ)'],
    ['.Hello', '.Hello'],
    ['\u200eHello\u200e', 'Hello'],
  ])('%j reads %j, in its direction whatever it begins with', (line, expected) => {
    const [repaired = ''] = read(cue(line)).cues[0]?.lines ?? [];
    expect(repaired.replaceAll(RLM, '')).toBe(expected);
    expect(repaired.split(RLM)).toHaveLength(/\p{Script=Arabic}/u.test(line) ? 3 : 1);
  });

  it('that was made for left-to-right players has dashes, quotes, brackets and dots at their ends', () => {
    const lines = ['سلام-', 'خوبی؟-', ')آهنگ(', '"برو', '<i>.</i>باشد', 'رفت -', '...و بعد', '(میان راه', 'آخر)'];
    expect(read(file(...lines)).lines).toEqual([
      '-سلام',
      '-خوبی؟',
      '(آهنگ)',
      'برو"',
      'باشد.',
      '- رفت',
      'و بعد...',
      'میان راه)',
      '(آخر',
    ]);
  });

  it('that was not keeps a dash of broken speech, a quote and a bracket of two lines', () => {
    const lines = ['چرا تو-', 'سلام.', '"برو', 'بیا!', 'باز"', '(میان راه', 'آخر)', '- نه.'];
    expect(read(file(...lines)).lines).toEqual(lines);
  });

  it('keeps the letters of another language', () => {
    expect(read(cue('.علي'), 'ar').lines).toEqual(['علي.']);
    expect(read(cue('مدرسة علي'), null).lines).toEqual(['مدرسة علي']);
    expect(read(cue('پسر علي'), null).lines).toEqual(['پسر علی']);
  });

  it('repaired twice is the same, and has every letter it had', () => {
    const piece = fc.constantFrom(
      'سلام',
      'علی',
      ' ',
      '.',
      '؟',
      '!',
      'GPS',
      '-',
      '…',
      '\u202b',
      '۱۲',
      '5',
      '"',
      '(',
      ')',
      '«',
      '»',
    );
    const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const letters = (text: string) =>
      [...text]
        .filter((char) => /[\p{L}\p{N}.؟!…"-]/u.test(char))
        .sort()
        .join('');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const once = read(file(...lines)).lines;
        expect(letters(once.join(''))).toBe(
          letters(lines.filter((one) => one.replace('\u202b', '').trim() !== '').join('')),
        );
        const twice = read(file(...once)).lines;
        expect(twice).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });
});

describe('whatever a file holds', () => {
  const word = fc.constantFrom(
    'alpha',
    'بهار',
    'گرگ',
    '12',
    '?',
    '-',
    '.',
    'x > y',
    '& co',
    '&lt;',
    '--&gt;',
    '<i>',
    '<3',
    '{\\an8}',
    '\u200f',
  );
  const time = fc.constantFrom('00:00:01,000', '0:2', '۰۰:۰۰:۰۳', '-00:00:01,5', '00:00:xx', '', '9', '01:00:00.5');
  const arrow = fc.constantFrom('-->', ' --> ', '->', ' –> ', '--&gt;', '-\u200f->', '－－＞', '=>');
  const line = fc.oneof(
    fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    fc.tuple(time, arrow, time).map((parts) => parts.join('')),
    fc.tuple(word, arrow, word).map((parts) => parts.join('')),
    fc.constantFrom('', '', '1', '2', 'WEBVTT', 'NOTE x', '[Events]', 'Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,سلام'),
    fc.string({ unit: 'binary', maxLength: 20 }).map((binary) => binary.replaceAll('\0', '')),
  );
  const text = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'));

  it('nothing that holds an arrow of a time line is ever text', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { cues } = readSubtitles(utf8(source), { language: null, decodeName });
        for (const { from, to, lines } of cues) {
          expect(to).toBeGreaterThan(from);
          expect(from).toBeGreaterThanOrEqual(0);
          for (const runs of lines)
            expect(
              joinRuns(runs)
                .replace(/\p{Cf}/gu, '')
                .normalize('NFKC'),
            ).not.toContain('-->');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('every letter of its text is in the subtitles or in the count', () => {
    const names = fc.array(fc.oneof(line, fc.constant('TEXT')), { maxLength: 25 });
    fc.assert(
      fc.property(names, fc.boolean(), (parts, isVtt) => {
        // Marked words, each once, stand anywhere but in the syntax of WebVTT and of tags.
        let count = 0;
        const marked = parts.map((part) => (part === 'TEXT' ? `واژه${String((count += 1))}واژه` : part));
        const safe = marked.filter((part) => !/^(?:WEBVTT|NOTE|\[)/.test(part) && !/[<{]/.test(part));
        const { lines, log } = read(`${isVtt ? 'WEBVTT\n\n' : ''}${safe.join('\n\n')}`);
        const all = `${lines.join('\n')}\n${log.lines.map((one) => one.text).join('\n')}`;
        const words = safe.filter((part) => part.startsWith('واژه'));
        const expected = isVtt ? words.filter((one) => all.includes(one)) : words;
        for (const one of expected) expect(all).toContain(one);
      }),
      { numRuns: 500 },
    );
  });

  it('is read in linear time', () => {
    const parts = ['{\\', '<', '&', '\n \t', '\\N{\\i', '--> ', '- ', '0:', '1 ', ' ', '(((', '.', '—'];
    for (const part of parts) {
      for (const head of [`1\n${TIMES}\n`, '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,', '0:0:1 --> ']) {
        const measure = (length: number) => {
          const source = utf8(head + part.repeat(length / part.length));
          const started = process.cpuUsage().user;
          readSubtitles(source, { language: null, decodeName });
          return (process.cpuUsage().user - started) / 1000;
        };
        expect(measure(400_000), `${head}${part}`).toBeLessThan(40 * Math.max(20, measure(40_000)));
      }
    }
  });
});

it('the site’s own WebVTT is read as it is', () => {
  expect(readVtt('WEBVTT\n\n00:01.000 --> 00:02.000\n<i>a</i> &amp; b\n\n00:03.000 --> 00:03.000\nx')).toEqual([
    { from: 1, to: 2, lines: ['<i>a</i> &amp; b'] },
  ]);
});
