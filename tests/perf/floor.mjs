// Draws the floor pages that the site is measured against: `node tests/perf/floor.mjs`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hashFiles } from '../../tools/lib/hash.ts';
import { command, withProgress } from '../../tools/lib/progress.ts';
import { savePicture } from './floor-pictures.mjs';

/** Where the floor lies; `edge.mjs` serves it as it is. */
export const FLOOR_DIR = '.cache/floor';
const STAMP = `${FLOOR_DIR}/.stamp`;
const SOURCES = ['tests/perf/floor.mjs', 'tests/perf/floor-pictures.mjs'];

const HERO = { width: 1220, height: 659, bytes: 36_000 };
/** Drawn at twice the size at which they are shown, as a phone's screen wants it. */
const POSTER = { width: 300, height: 450, bytes: 16_000 };
const POSTERS = 20;
const NAMES = 24;

const FIRST = ['نیلوفر', 'کوچه', 'مهتاب', 'قطار', 'پنجره', 'انار', 'آینه', 'باغ', 'فانوس', 'رود', 'پل', 'سپیده'];
const SECOND = [
  'خاکستری',
  'بی‌پایان',
  'دوردست',
  'آبی',
  'گمشده',
  'پاییزی',
  'بیدار',
  'ناتمام',
  'همیشگی',
  'پنهان',
  'سپید',
];
const SYNOPSIS =
  'معلم جوانی پس از مرگ پدرش به روستای کودکی برمی‌گردد تا خانه را بفروشد، اما نامه‌هایی که در صندوق قدیمی پیدا می‌کند او را ماندگار می‌کند.';

const CSS = `
*{box-sizing:border-box}
body{margin:0;background:#121317;color:#ececec;font:1rem/1.75 Tahoma,"DejaVu Sans",sans-serif}
a{color:inherit;text-decoration:none}
img{display:block}
.bar{display:flex;align-items:center;gap:12px;min-height:56px;padding-inline:16px}
.bar a:first-child{font-weight:700;margin-inline-end:auto}
main,.end{padding-inline:16px}
.hero img{width:100%;height:auto;aspect-ratio:1220/659;object-fit:cover}
h1{margin-block:16px 4px;font-size:1.6rem}
h2{margin-block:28px 8px;font-size:1.2rem}
.play{display:inline-block;padding:8px 24px;border-radius:8px;background:#ececec;color:#121317}
.rail{display:flex;gap:8px;margin:0;padding:0;list-style:none;overflow-x:auto}
.rail li{flex:none;width:150px;font-size:.875rem}
.rail img{width:150px;height:225px;background:#24262c}
`.replace(/\n/g, '');

/** The nth name of a title; no two of the first hundred are alike. */
function name(index) {
  return `${FIRST[index % FIRST.length]} ${SECOND[index % SECOND.length]}`;
}

function page(title, main) {
  return `<!doctype html>
<html lang="fa" dir="rtl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${CSS}</style></head>
<body>
<header class="bar"><a href="/">سینما</a><a href="/films">فیلم‌ها</a><a href="/series">سریال‌ها</a><a href="/search">جستجو</a><a href="/login">ورود</a></header>
${HERO_HTML}
<main>${main}</main>
<footer class="end"><a href="/about">درباره ما</a> <a href="/terms">قوانین</a></footer>
</body>
</html>
`;
}

const HERO_HTML = `<a class="hero" href="/films/0"><img src="/hero.webp" width="${HERO.width}" height="${HERO.height}" fetchpriority="high" alt="${name(0)}"></a>`;
const LEAD = `<h1>${name(0)}</h1><p>${SYNOPSIS}</p><a class="play" href="/watch/0">پخش فیلم</a>`;

function rail(heading, from, count) {
  const cards = Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const image = `<img src="/poster-${number}.webp" width="150" height="225" loading="lazy" decoding="async" alt="">`;
    return `<li><a href="/films/${number}">${image}${name(number)}</a></li>`;
  });
  return `<h2>${heading}</h2><ul class="rail">${cards.join('')}</ul>`;
}

/** Draws pages and pictures, unless they are there already. The same sources always draw the same files. */
export async function ensureFloor() {
  const id = hashFiles(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === id) return;
  rmSync(FLOOR_DIR, { recursive: true, force: true });
  mkdirSync(`${FLOOR_DIR}/title`, { recursive: true });
  await withProgress('Drawing the floor', drawPictures);
  const half = POSTERS / 2;
  const names = Array.from(
    { length: NAMES },
    (_, index) => `<li><a href="/people/${index}">${name(index + 7)}</a></li>`,
  );
  writeFileSync(
    `${FLOOR_DIR}/index.html`,
    page('سینما', LEAD + rail('تازه‌ترین فیلم‌ها', 1, half) + rail('سریال‌های پربیننده', half + 1, half)),
  );
  writeFileSync(`${FLOOR_DIR}/title/index.html`, page(name(0), `${LEAD}<h2>بازیگران</h2><ul>${names.join('')}</ul>`));
  writeFileSync(STAMP, id);
}

async function drawPictures() {
  const hero = await savePicture({ ...HERO, file: `${FLOOR_DIR}/hero.webp`, seed: 1 });
  let posters = 0;
  for (let number = 1; number <= POSTERS; number += 1) {
    posters += await savePicture({ ...POSTER, file: `${FLOOR_DIR}/poster-${number}.webp`, seed: 1 + number });
  }
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  console.log(`  hero ${kilobytes(hero)} kB, ${POSTERS} posters of ${kilobytes(posters / POSTERS)} kB`);
}

if (import.meta.main) await command(ensureFloor);
