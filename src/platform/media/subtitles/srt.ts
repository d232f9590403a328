import { formatStamp, type VttCue } from '../web-vtt.ts';

/** Of WebVTT: SRT has italics, bold and underline alone, and no character references. */
const OTHER_TAGS = /<(?!\/?[ibu]>)[^<>]*>/g;
const REFERENCES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&nbsp;': '\u00a0' };

/** With a byte order mark, without which players of Windows take Persian for another encoding. */
export function toSrt(cues: readonly VttCue[]): string {
  const blocks = cues.map(({ from, to, lines }, at) => {
    const times = [from, to].map((time) => formatStamp(time).replace('.', ',')).join(' --> ');
    const text = lines.map((line) =>
      line.replace(OTHER_TAGS, '').replace(/&(?:lt|gt|amp|nbsp);/g, (name) => REFERENCES[name] ?? name),
    );
    return [String(at + 1), times, ...text, ''].join('\r\n');
  });
  return `\ufeff${blocks.join('\r\n')}`;
}
