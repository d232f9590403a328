import { canSetName, setName, type Language } from './lettering.ts';

/** One style for any film: its genre says nothing of the frame behind the name. */
const STYLE = 'bold';
const MARGIN = 0.08;
/** Shares of the height: where the darkness begins, and where the name may stand. */
const DARK_FROM = 0.42;
const NAME = { from: 0.66, to: 0.94 };
const MAX_SIZE = 0.21;
const ARABIC = /\p{Script=Arabic}/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * The layer that makes a frame a poster: darkness below, and the name in it.
 * @param size pixels
 * @returns an SVG; null for a name that the lettering has no signs for, or that mixes Persian with Latin letters
 */
export function drawFramePoster(
  name: string,
  language: Language,
  size: { width: number; height: number },
): string | null {
  const isArabic = ARABIC.test(name);
  if (isArabic && LATIN.test(name)) return null;
  const script = isArabic ? 'fa' : 'en';
  const text = [name, dropMarks(name, script)].map(tidy).find((one) => one !== '' && canSetName(one, script, STYLE));
  if (text === undefined) return null;
  const { width, height } = size;
  const place = {
    x: width * MARGIN,
    y: height * NAME.from,
    w: width * (1 - 2 * MARGIN),
    h: height * (NAME.to - NAME.from),
  };
  const align = language === 'fa' ? 'end' : 'start';
  const { svg } = setName(text, script, STYLE, {
    ...place,
    ...{ align, stand: 'foot', fill: '#f6f1e7', limit: width * MAX_SIZE },
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">` +
    `<linearGradient id="d" x2="0" y2="1"><stop offset="${String(DARK_FROM)}" stop-color="#08090c" stop-opacity="0"/>` +
    '<stop offset=".72" stop-color="#08090c" stop-opacity=".72"/>' +
    '<stop offset="1" stop-color="#08090c" stop-opacity=".94"/></linearGradient>' +
    `<rect width="100%" height="100%" fill="url(#d)"/>${svg}</svg>`
  );
}

/** Letters without the marks that a face may lack; a Persian letter with a mark of its own (آ) keeps it. */
function dropMarks(name: string, language: Language): string {
  return (language === 'en' ? name.normalize('NFD') : name).replace(/\p{M}/gu, '');
}

function tidy(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
