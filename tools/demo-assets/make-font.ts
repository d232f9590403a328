// Cuts public/fonts/vazirmatn.woff2 out of the npm package: the letters that Persian and English pages use,
// weights 400 to 800. Run it again when the package or the set of characters changes; its output is committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
// @ts-expect-error The package has no types.
import untyped from 'subset-font';

const subsetFont = untyped as (font: Buffer, text: string, options: object) => Promise<Buffer>;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
const CHARACTERS = [
  range(0x20, 0x7e),
  '«»–—…·×•‹›“”‘’©‌‍‏‎ ٫٬،؛؟٪ـ',
  'ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنهوىيپچژکگیةۀك',
  'ًٌٍَُِّْٰٔ',
  range(0x6f0, 0x6f9),
].join('');

const source = await readFile(
  new URL('../../node_modules/vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2', import.meta.url),
);
const font = await subsetFont(source, CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
});
await mkdir(new URL('../../public/fonts', import.meta.url), { recursive: true });
await writeFile(new URL('../../public/fonts/vazirmatn.woff2', import.meta.url), font);
console.log(`public/fonts/vazirmatn.woff2: ${(font.length / 1000).toFixed(1)} kB`);
