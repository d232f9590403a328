import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { problem } from '../lib/progress.ts';
import type { Locale } from '../../src/platform/text/locale.ts';
import type { Scene } from './scenes.ts';
import { takePictures, type Theme } from './take-pictures.ts';
import type { Viewers } from './viewers.ts';

const FOLDER = 'docs/pictures';
const QUALITY = 72;
/** Height over width of what the README shows of a window. */
const DESKTOP = { width: 1280, ratio: 800 / 1280, scaled: 960 };
const PHONE = { width: 360, ratio: 780 / 360, scaled: 360 };

const PICTURES: readonly [scene: string, locale: Locale, theme: Theme, size: typeof PHONE][] = [
  ['home', 'fa', 'dark', DESKTOP],
  ['film', 'fa', 'dark', DESKTOP],
  ['player', 'fa', 'dark', DESKTOP],
  ['search-typo', 'fa', 'light', PHONE],
  ['series', 'en', 'dark', PHONE],
  ['receipt', 'fa', 'light', PHONE],
  // Of docs/desk.md
  ['desk-account', 'fa', 'light', DESKTOP],
  ['desk-refund', 'fa', 'light', DESKTOP],
  ['desk-message', 'fa', 'light', DESKTOP],
  ['desk-books', 'fa', 'light', DESKTOP],
  ['desk-approvals', 'fa', 'light', DESKTOP],
  ['desk-payment-bank', 'fa', 'light', DESKTOP],
  ['desk-compensation-case', 'fa', 'light', DESKTOP],
  ['desk-trail', 'fa', 'light', DESKTOP],
  ['desk-today', 'en', 'dark', DESKTOP],
  ['desk-people', 'fa', 'light', PHONE],
  ['desk-role-editor', 'fa', 'light', DESKTOP],
  ['desk-role-support', 'fa', 'light', DESKTOP],
  ['desk-role-finance', 'fa', 'light', DESKTOP],
  ['desk-role-moderator', 'fa', 'light', DESKTOP],
];

/** Writes the documents' pictures of these scenes as WebP, and gives their paths. Throws if a scene fails. */
export async function writeReadmePictures(
  browser: Browser,
  origin: string,
  viewers: Viewers,
  chosen: readonly Scene[],
): Promise<string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const paths: string[] = [];
  for (const [name, locale, theme, { width, ratio, scaled }] of PICTURES) {
    const scenes = chosen.filter((scene) => scene.name === name);
    if (scenes.length === 0) continue;
    const plan = { scenes, locales: [locale], widths: [width], themes: [theme], workers: 1 };
    const { pictures, failures } = await takePictures(browser, origin, viewers, plan);
    const [picture] = pictures;
    if (!picture || failures.length > 0) throw problem(`${name}: ${failures.join(', ')}`);
    const path = join(FOLDER, `${name}.webp`);
    await sharp(picture.png)
      .extract({ left: 0, top: 0, width, height: Math.round(width * ratio) })
      .resize({ width: scaled })
      .webp({ quality: QUALITY, effort: 6 })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}
