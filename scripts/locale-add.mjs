// Adds texts to both locales at once, sorted: node scripts/locale-add.mjs <<< '{"key": ["فارسی", "English"]}'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const added = JSON.parse(readFileSync(0, 'utf8'));
const lock = '.cache/locale-lock';
mkdirSync('.cache', { recursive: true });
for (;;) {
  try {
    mkdirSync(lock);
    break;
  } catch {
    await wait(50);
  }
}
try {
  for (const [index, locale] of ['fa', 'en'].entries()) {
    const file = `locales/${locale}.json`;
    const texts = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, pair] of Object.entries(added)) texts[key] = pair[index];
    const sorted = Object.fromEntries(
      Object.keys(texts)
        .sort()
        .map((key) => [key, texts[key]]),
    );
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  }
} finally {
  rmdirSync(lock);
}
