export interface Cue {
  /** Seconds. */
  from: number;
  to: number;
  /** Lines, with only the tags that WebVTT has. */
  lines: string[];
}

/** The text of a file: UTF-8, perhaps with some wrong bytes, UTF-16 with its mark, or, as older files are, Windows-1256. */
export function decodeSubtitles(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isUtf8 = count(/\ufffd/g) <= count(/[^\0-\x7f\ufffd]/g);
  return isUtf8 ? text : new TextDecoder('windows-1256').decode(bytes);
}

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})`;
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}`);

const VTT_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const NUMBER = /^\s*\d+\s*$/;
const ASS_DRAWING = /^m( -?[\d.]+){2}( [mnlbspc]|( -?[\d.]+){2})*$/;

/** The cues of SRT or WebVTT, by their time; what has no text or no length is left out. Text may have empty lines. */
export function parseSubtitles(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = block.split('\n');
    if (VTT_BLOCK.test(block) || (lines.length === 1 && NUMBER.test(block))) continue;
    let cue = cues.at(-1)?.lines.length === 0 ? undefined : cues.at(-1);
    for (const [at, line] of lines.entries()) {
      const times = TIMES.exec(line);
      if (times) {
        cue = { from: toSeconds(times.slice(1, 5)), to: toSeconds(times.slice(5, 9)), lines: [] };
        cues.push(cue);
      } else if (!TIMES.test(lines[at + 1] ?? '') || (at > 0 && !NUMBER.test(line))) cue?.lines.push(line);
    }
  }
  return cues
    .map((cue) => ({
      ...cue,
      lines: cue.lines.map(cleanTags).filter((line) => line !== '' && !ASS_DRAWING.test(line)),
    }))
    .filter(({ from, to, lines }) => lines.length > 0 && to > from)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

function toSeconds(parts: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;
}

/** Keeps what WebVTT knows of tags, drops fonts and positions of other players, escapes the rest. */
function cleanTags(line: string): string {
  return line
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?!\/?[ibu]>)[^<>\n]*>/gi, '')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[ibu]>)/gi, '&lt;')
    .replace(/-->/g, '→')
    .trim();
}

const RLM = '\u200f';
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Punctuation at the beginning of a line, put there for players that write from left to right, where it looks as if at
 * the end. Dots in a row stay: a continued sentence may begin with them. */
const MISPLACED = /^((?:<\/?[ibu]>)*)(?!\.\.|…)([.،,؛;:؟?!]+)[ \t]*(?=[^\s.،,؛;:؟?!…])(.*)$/u;
const ENDS_SENTENCE = /[.،,؛;:؟?!…](?:<\/?[ibu]>)*$/u;

/** A line of a right-to-left language as every player writes it right: tricks for old players undone (marks of
 * direction, punctuation in front that belongs behind), Arabic letters of Persian words made Persian, and a mark of our
 * own at both ends, since a player takes the direction from the first letter, which may be Latin. */
export function repairLine(line: string, language: string): string {
  const bare = line.replace(CONTROLS, '');
  if (!RIGHT_TO_LEFT.test(bare)) return bare;
  const [, tags, mark, rest] = MISPLACED.exec(bare) ?? [];
  const moved = mark !== undefined && rest !== undefined && !ENDS_SENTENCE.test(rest);
  const placed = moved ? withMarkBehind(tags ?? '', rest, mark) : bare;
  const letters = language === 'fa' ? placed.replace(/ي|ى/g, 'ی').replace(/ك/g, 'ک') : placed;
  return `${RLM}${letters}${RLM}`;
}

/** Behind the text, before a tag that closes there. */
function withMarkBehind(tags: string, rest: string, mark: string): string {
  let end = rest.length;
  while (/^<\/[ibu]>$/.test(rest.slice(Math.max(0, end - 4), end))) end -= 4;
  return `${tags}${rest.slice(0, end)}${mark}${rest.slice(end)}`;
}

export function repairCues(cues: readonly Cue[], language: string): Cue[] {
  return cues.map((cue) => ({ ...cue, lines: cue.lines.map((line) => repairLine(line, language)) }));
}
