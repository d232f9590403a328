/** Marks that turn the direction of the text around them, and controls. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
/** Words of Latin letters, numbers and codes with the signs between them: a telephone number is one run. */
const LTR_RUN =
  /[+*#]?[\p{Script=Latin}0-9](?:[\p{Script=Latin}0-9]|[ .,:/@&+#*'_%()-]{1,2}(?=[\p{Script=Latin}0-9]))*[#%+]?/gu;
const RTL_RUN = new RegExp(`[${RTL}]+(?:[ \\u200c]+[${RTL}]+)*`, 'gu');
const FIRST_LETTER = new RegExp(`[${RTL}]|\\p{Script=Latin}`, 'u');
const RTL_LETTER = new RegExp(`[${RTL}]`, 'u');

interface TextRun {
  text: string;
  /** Of the other direction: it is isolated from its neighbours. */
  isApart: boolean;
}

/** As `dir="auto"` reads a block: by its first letter. */
export const isRightToLeft = (text: string): boolean => RTL_LETTER.test(FIRST_LETTER.exec(text)?.[0] ?? '');

/** The text in pieces: those of another direction than the block's are apart. Marks of direction are dropped. */
export function isolateRuns(source: string, isBlockRtl: boolean): TextRun[] {
  const text = source.replace(UNSEEN, '');
  const runs: TextRun[] = [];
  let end = 0;
  for (const match of text.matchAll(isBlockRtl ? LTR_RUN : RTL_RUN)) {
    if (match.index > end) runs.push({ text: text.slice(end, match.index), isApart: false });
    runs.push({ text: match[0], isApart: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) runs.push({ text: text.slice(end), isApart: false });
  return runs;
}
