import type { Run } from './cues.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const TOKEN = /<(\/?)([ibu])>|&(amp|lt|gt|nbsp|lrm|rlm);|[^<&]+|[<&]/gi;

/** Runs of a line with WebVTT's tags i, b and u and its entities. All else is text, and is only ever shown as text. */
export function parseTaggedLine(line: string): Run[] {
  const style = { italic: false, bold: false, underline: false };
  const runs: Run[] = [];
  for (const [token, slash, tag, entity] of line.matchAll(TOKEN)) {
    if (tag !== undefined) {
      const key = ({ i: 'italic', b: 'bold', u: 'underline' } as const)[tag.toLowerCase() as 'i' | 'b' | 'u'];
      style[key] = slash === '';
      continue;
    }
    const text = entity === undefined ? token : (ENTITIES[entity.toLowerCase()] ?? '');
    const last = runs.at(-1);
    const continues = last?.italic === style.italic && last.bold === style.bold && last.underline === style.underline;
    if (continues) last.text += text;
    else runs.push({ text, ...style, colour: null });
  }
  return runs;
}
