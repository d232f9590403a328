import { describe, expect, it } from 'vitest';
import type { DrawnCue } from '../../../src/features/playback/client/subtitles/cues.ts';
import {
  MAX_BYTES,
  readOwnVtt,
  readSubtitles,
} from '../../../src/features/playback/client/subtitles/read-subtitles.ts';

const encode = (text: string) => new TextEncoder().encode(text);
function read(text: string | Uint8Array): DrawnCue[] {
  const file = readSubtitles('a.srt', typeof text === 'string' ? encode(text) : text);
  if (typeof file === 'string') throw new Error(file);
  return file.cues;
}
const write = (cues: DrawnCue[]) => cues.map(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')));
const RLM = '\u200f';
const SRT = '1\n00:00:01,000 --> 00:00:02,500\n';

describe('a viewer’s own SRT or VTT', () => {
  it('is read in UTF-8, UTF-16 and Windows-1256, with Persian letters and punctuation right', () => {
    // «سلام» with Arabic letters of Windows-1256, a period in front as for old players.
    const old = Uint8Array.from([...encode(SRT), 0x2e, 0xd3, 0xe1, 0xc7, 0xe3, 0x20, 0xed, 0x98]);
    expect(write(read(old))).toEqual([[`${RLM}سلام یک.${RLM}`]]);
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array(Array.from(`${SRT}س`, (letter) => letter.charCodeAt(0))).buffer),
    ]);
    expect(write(read(utf16))).toEqual([[`${RLM}س${RLM}`]]);
    expect(read(`\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.500 line:0\r\n<i>Hi</i>`)).toEqual([
      {
        from: 1,
        to: 2.5,
        lines: [[{ text: 'Hi', italic: true, bold: false, underline: false, colour: null }]],
        place: null,
      },
    ]);
  });

  it('is text and nothing else: markup, scripts and entities are shown or dropped, never run', () => {
    const hostile = `${SRT}<img src=x onerror=alert(1)><b>a</b> &amp;lt; <script>alert(1)</script> {\\an8}x <i <b>`;
    const [line = ''] = write(read(hostile))[0] ?? [];
    expect(line).not.toMatch(/<(?:img|script)|onerror/);
    expect(line).toContain('a');
  });

  it('is refused where it is huge, binary, empty or something else', () => {
    expect(readSubtitles('a', new Uint8Array(MAX_BYTES + 1))).toBe('too-large');
    for (const bytes of [new Uint8Array(), new Uint8Array(5000), encode('<html></html>'), encode(SRT)]) {
      expect(readSubtitles('a', bytes)).toBe('unreadable');
    }
    expect(readSubtitles('a', encode(`1\n00:00:05,000 --> 00:00:04,000\nback in time`))).toBe('unreadable');
  });

  it('cannot hold the page by its form', () => {
    const hostile = ['{\\', '<', '&', '\n \t', '\\N{\\i', '--> '].map((part) =>
      part.repeat(Math.floor(900_000 / part.length)),
    );
    for (const text of hostile) {
      readSubtitles('a', encode(SRT + text));
      readSubtitles('a', encode(`[Events]\nFormat: Start,End,Text\nDialogue: 0:00:01.00,0:00:02.00,${text}`));
    }
    const many = Array.from({ length: 40_000 }, (_, at) => `00:00:0${at % 9}.000 --> 00:00:09.500\nx`).join('\n\n');
    expect(read(`WEBVTT\n\n${many}`)).toHaveLength(20_000);
    const tall = read(`${SRT}${'x\n'.repeat(5000)}`);
    expect(tall[0]?.lines).toHaveLength(8);
  });

  it('the site’s own VTT keeps its marks', () => {
    const line = `${RLM}نسخهٔ \u20662.0+\u2069`;
    expect(write(readOwnVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}`))).toEqual([[line]]);
  });
});

describe('an ASS script', () => {
  const script = (text: string, style = '&H0000FFFF,-1,0,2') => `[Script Info]
PlayResX: 640
PlayResY: 360
[V4+ Styles]
Format: Name, PrimaryColour, Italic, Bold, Alignment
Style: Sign,${style}
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

  it('leaves out drawings, and has no colour or place that is not one', () => {
    expect(write(read(script('{\\p1}m 0 0 l 100 0{\\p0}Sign')))).toEqual([['Sign']]);
    expect(readSubtitles('a', encode(script('{\\p1}m 0 0 l 100 0 100 100')))).toBe('unreadable');
    const [cue] = read(script('{\\c&Hurl(x)&\\an99\\pos(a,b)\\i}x', 'expression(1),x,x,77'));
    expect(cue?.lines[0]?.[0]?.colour).toBeNull();
    expect(cue?.place).toBeNull();
  });

  it('of Persian lines has its punctuation at the end, and one brace alone is text', () => {
    expect(write(read(script('.سلام')))).toEqual([[`${RLM}سلام.${RLM}`]]);
    expect(write(read(script('a { b')))).toEqual([['a { b']]);
  });
});
