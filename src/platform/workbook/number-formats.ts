import { readXml } from './read-xml.ts';

export type NumberFormat = 'plain' | 'day' | 'time' | 'percent';

const DAY_IDS = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const TIME_IDS = [18, 19, 20, 21, 32, 33, 45, 46, 47];
const PERCENT_IDS = [9, 10];

/** The format of each style that a cell may name (ECMA-376 18.8.30). */
export function readNumberFormats(stylesXml: string): NumberFormat[] {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  readXml(stylesXml, {
    open: (name, getAttributes, decode) => {
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = getAttributes();
        custom.set(Number(numFmtId), readFormatCode(decode(formatCode)));
      }
      if (name !== 'xf' || !isCellStyle) return;
      const id = Number(getAttributes()['numFmtId'] ?? 0);
      formats.push(custom.get(id) ?? readFormatId(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

function readFormatId(id: number): NumberFormat {
  if (DAY_IDS.includes(id)) return 'day';
  if (TIME_IDS.includes(id)) return 'time';
  return PERCENT_IDS.includes(id) ? 'percent' : 'plain';
}

function readFormatCode(code: string): NumberFormat {
  const letters = code
    .replace(/"[^"]*"|[\\_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase();
  if (/[yd]|m{3}/.test(letters)) return 'day';
  if (/[hs]|\[m/.test(letters)) return 'time';
  if (letters.includes('m')) return 'day';
  return letters.includes('%') ? 'percent' : 'plain';
}
