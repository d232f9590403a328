import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

let found: string[] | undefined;

/** The static TTF files of Vazirmatn; the renderer reads no WOFF2 and must not see the machine's fonts. */
function fontFiles(): string[] {
  if (!found) {
    const folder = join(dirname(createRequire(import.meta.url).resolve('vazirmatn/package.json')), 'fonts', 'ttf');
    found = readdirSync(folder)
      .filter((name) => name.endsWith('.ttf'))
      .sort()
      .map((name) => join(folder, name));
  }
  return found;
}

/** Renders an SVG at its own size to PNG. */
export function rasterise(svg: string): Uint8Array {
  return new Resvg(svg, { font: { fontFiles: fontFiles(), loadSystemFonts: false, defaultFontFamily: 'Vazirmatn' } })
    .render()
    .asPng();
}
