import { Resvg } from '@resvg/resvg-js';

/** Renders an SVG without text at its own size to PNG; `pixels` are its red, green, blue and alpha. */
export function rasterise(svg: string): { png: Uint8Array; pixels: Uint8Array } {
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { png: image.asPng(), pixels: image.pixels };
}
