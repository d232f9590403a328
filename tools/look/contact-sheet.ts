import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Picture } from './take-pictures.ts';

/** Width of a sheet in pixels: what an eye and most viewers take in without scaling. */
const SHEET_PX = 1560;
const GAP_PX = 12;
const LABEL_PX = 22;
const LABEL_DPI = 84;
/** Pictures side by side, and rows of a sheet, by the window's width. */
const LAYOUT: Record<number, { columns: number; rows: number }> = {
  360: { columns: 5, rows: 1 },
  768: { columns: 4, rows: 1 },
  1280: { columns: 2, rows: 2 },
  1920: { columns: 2, rows: 2 },
};

/** Writes contact sheets of pictures of one locale, width and theme into a folder, and gives their paths. */
export async function writeSheets(pictures: readonly Picture[], folder: string): Promise<string[]> {
  const [first] = pictures;
  if (!first) return [];
  mkdirSync(folder, { recursive: true });
  const { columns, rows } = LAYOUT[first.width] ?? { columns: 2, rows: 2 };
  const paths: string[] = [];
  for (let at = 0; at < pictures.length; at += columns * rows) {
    const number = String(paths.length + 1).padStart(2, '0');
    const path = join(folder, `${first.locale}-${String(first.width)}-${first.theme}-${number}.png`);
    await writeSheet(pictures.slice(at, at + columns * rows), columns, path);
    paths.push(path);
  }
  return paths;
}

async function writeSheet(pictures: readonly Picture[], columns: number, path: string): Promise<void> {
  const width = Math.floor((SHEET_PX - GAP_PX * (columns + 1)) / columns);
  const cells = await Promise.all(
    pictures.map(async ({ scene, png }) => {
      const { data, info } = await sharp(png).resize({ width }).png().toBuffer({ resolveWithObject: true });
      return { scene, data, height: info.height };
    }),
  );
  let top = 0;
  const layers: OverlayOptions[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns);
    for (const [column, { scene, data }] of row.entries()) {
      const left = GAP_PX + column * (width + GAP_PX);
      const name = { text: `<span foreground="black">${scene}</span>`, font: 'monospace', dpi: LABEL_DPI, rgba: true };
      layers.push({ input: { text: name }, left, top: top + 2 }, { input: data, left, top: top + LABEL_PX });
    }
    top += LABEL_PX + Math.max(...row.map(({ height }) => height)) + GAP_PX;
  }
  await sharp({ create: { width: SHEET_PX, height: top, channels: 3, background: '#8a93a6' } })
    .composite(layers)
    .png({ palette: true, effort: 3 })
    .toFile(path);
}
