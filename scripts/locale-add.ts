// Adds texts to both locales, sorted: node scripts/locale-add.ts <<< '{"key": ["فارسی", "English"]}'; of the desk: --desk
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOCK = '.cache/locale-lock';
const added = JSON.parse(readFileSync(0, 'utf8')) as Record<string, [fa: string, en: string]>;
mkdirSync('.cache', { recursive: true });
while (!tryLock()) await wait(50);
try {
  for (const [index, locale] of ['fa', 'en'].entries()) {
    const file = `locales/${process.argv.includes('--desk') ? 'desk/' : ''}${locale}.json`;
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
    for (const [key, pair] of Object.entries(added)) texts[key] = pair[index];
    const sorted = Object.fromEntries(
      Object.keys(texts)
        .sort()
        .map((key) => [key, texts[key]]),
    );
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  }
} finally {
  rmdirSync(LOCK);
}

function tryLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}
