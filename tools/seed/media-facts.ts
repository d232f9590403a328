import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Table } from './table.ts';

const FOLDER = 'seed/media';
/** A sound without speech (ISO 639-2); the page names languages. */
const NO_SPEECH = 'zxx';

/** Rows for each folder of seed/media, read from its master playlist. */
export function mediaFacts(): Table {
  const folders = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/subs`));
  return {
    name: 'media_facts',
    columns: ['media', 'sounds', 'subtitles', 'height'],
    rows: folders.map((media) => {
      const master = readFileSync(`${FOLDER}/${media}/master.m3u8`, 'utf8');
      const heights = Array.from(master.matchAll(/RESOLUTION=\d+x(\d+)/g), ([, height]) => Number(height));
      const sounds = listLanguages(master, 'AUDIO').filter((code) => code !== NO_SPEECH);
      return [media, JSON.stringify(sounds), JSON.stringify(listLanguages(master, 'SUBTITLES')), Math.max(...heights)];
    }),
  };
}

function listLanguages(master: string, type: string): string[] {
  const lines = master.split('\n').filter((line) => line.startsWith(`#EXT-X-MEDIA:TYPE=${type},`));
  return [...new Set(lines.flatMap((line) => /LANGUAGE="([^"]+)"/.exec(line)?.[1] ?? []))];
}
