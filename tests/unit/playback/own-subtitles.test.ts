import { describe, expect, it } from 'vitest';
import { readOwnFile } from '../../../src/features/playback/client/subtitles/read-own-file.ts';
import type { Cue } from '../../../src/platform/media/subtitles/cue.ts';
import { readOwnVtt } from '../../../src/platform/media/subtitles/read-subtitles.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decodeName = () => null;
const readFile = (text: string) => readOwnFile('a.srt', encode(text), decodeName);
const read = (text: string): Cue[] => readFile(text).cues;
const write = (cues: readonly Cue[]) =>
  cues.map(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')));
const RLM = '\u200f';
const SRT = '1\n00:00:01,000 --> 00:00:02,500\n';

describe('a viewer’s own SRT or VTT', () => {
  it('has its styles as runs, and its direction', () => {
    expect(read(`\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.500 line:0\r\n<i>Hi</i>`)).toMatchObject([
      {
        from: 1,
        to: 2.5,
        lines: [[{ text: 'Hi', italic: true, bold: false, underline: false, colour: null }]],
        place: null,
      },
    ]);
    expect(readFile(`${SRT}سلام`).rightToLeft).toBe(true);
    expect(readFile(`${SRT}Hi`).rightToLeft).toBe(false);
  });

  it('is text and nothing else: markup, scripts and entities are shown or dropped, never run', () => {
    const hostile = `${SRT}<img src=x onerror=alert(1)><b>a</b> &amp;lt; <script>alert(1)</script> {\\an8}x <i <b>`;
    const file = readFile(hostile);
    const [line = ''] = write(file.cues)[0] ?? [];
    expect(line).not.toMatch(/<(?:img|script)|onerror/);
    expect(line).toContain('a');
    expect(file.unread.lines.map(({ line: number, text }) => [number, text.slice(0, 4)])).toEqual([
      [3, '<img'],
      [3, '<scr'],
      [3, '</sc'],
    ]);
  });

  it('has no subtitles where it is binary, empty or something else', () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(5000), encode('<html></html>'), encode(SRT)]) {
      expect(readOwnFile('a', bytes, decodeName).cues).toEqual([]);
    }
  });

  it('cannot hold the page by its length', () => {
    const many = Array.from({ length: 40_000 }, (_, at) => `00:00:0${at % 9}.000 --> 00:00:09.500\nx`).join('\n\n');
    const file = readFile(`WEBVTT\n\n${many}`);
    expect(file.cues).toHaveLength(20_000);
    expect(file.unread.count).toBe(20_000);
    expect(file.unread.lines).toHaveLength(100);
  });

  it('the site’s own VTT keeps its marks', () => {
    const line = `${RLM}نسخهٔ \u20662.0+\u2069`;
    expect(write(readOwnVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}`, decodeName))).toEqual([[line]]);
  });
});

describe('an ASS script', () => {
  const script = (text: string, style = '&H0000FFFF,-1,0,2') => `[Script Info]
PlayResX: 640
PlayResY: 360
[V4+ Styles]
Format: Name, PrimaryColour, Italic, Bold, Alignment
Style: Sign,${style}
Style: Red,&H000000FF,0,0,2
[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Sign,${text}`;

  it('gives text with the style’s and the line’s own italics, colour and place', () => {
    const [cue] = read(script('{\\an8\\pos(320,90)}Hello, {\\i0\\c&HFF0000&}world{\\r}!\\Nsecond'));
    expect(cue?.place).toEqual({ align: 8, at: { x: 0.5, y: 0.25 } });
    expect(cue?.lines[0]?.map(({ text, italic, colour }) => [text, italic, colour])).toEqual([
      ['Hello, ', true, '#ffff00'],
      ['world', false, '#0000ff'],
      ['!', true, '#ffff00'],
    ]);
    expect(cue?.lines[1]?.[0]?.text).toBe('second');
    expect([cue?.from, cue?.to]).toEqual([1, 2.5]);
  });

  it.each([
    ['\\an8\\alpha&H40&', 8, '#ffff00', true],
    ['\\an8\\1a&H40&\\clip(0,0,100,100)', 8, '#ffff00', true],
    ['\\c&H0000FF&\\clip(m 0 0 l 1 1)\\iclip(0,0,1,1)', 2, '#ff0000', true],
    ['\\c&H0000FF&\\be1\\bord2\\blur3\\fade(1,2)\\fad(1,2)', 2, '#ff0000', true],
    ['\\i0\\t(0,100,\\i1\\c&H0000FF&\\an8)\\fnArial\\fs20', 2, '#ffff00', false],
    ['\\pbo5\\ko10\\fscx50\\rRed', 2, '#ff0000', false],
    ['\\rnone\\xbord1\\q2\\frz10', 2, '#ffff00', true],
  ])('takes {%s} for no other tag', (tags, align, colour, italic) => {
    const [cue] = read(script(`{${tags}}Text`));
    expect(write(cue ? [cue] : [])).toEqual([['Text']]);
    expect(cue?.lines[0]?.[0]).toMatchObject({ colour, italic });
    expect(cue?.place?.align ?? 2).toBe(align);
  });

  it('leaves out drawings, and has no colour or place that is not one', () => {
    expect(write(read(script('{\\p1}m 0 0 l 100 0{\\p0}Sign')))).toEqual([['Sign']]);
    expect(read(script('{\\p1}m 0 0 l 100 0 100 100'))).toEqual([]);
    const [cue] = read(script('{\\c&Hurl(x)&\\an99\\pos(a,b)\\i}x', 'expression(1),x,x,77'));
    expect(cue?.lines[0]?.[0]?.colour).toBeNull();
    expect(cue?.place).toBeNull();
  });

  it('begins with the film, needs no format line, and counts what it cannot read', () => {
    const events = `[Events]
Dialogue: 0,-0:00:01.00,0:00:02.50,,,,,,,Early
Comment: 0,0:00:01.00,0:00:02.50,,,,,,,Hidden
Dialogue: 0,soon,0:00:02.50,,,,,,,Lost
What is this`;
    const file = readFile(events);
    expect(file.cues).toMatchObject([{ from: 0, to: 2.5 }]);
    expect(file.unread.lines.map(({ line }) => line)).toEqual([4, 5]);
  });

  it('of Persian lines has its punctuation at the end, over its styles, and one brace alone is text', () => {
    expect(write(read(script('.سلام')))).toEqual([[`${RLM}سلام.${RLM}`]]);
    expect(write(read(script('{\\i0}.سلام {\\i1}علی')))).toEqual([[`${RLM}سلام علی.${RLM}`]]);
    expect(write(read(script('a { b')))).toEqual([['a { b']]);
  });
});
