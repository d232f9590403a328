import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { joinBytes } from '../../../src/platform/join-bytes.ts';

/** Pictures are compared at this size, in pixels. */
const [WIDTH, HEIGHT] = [64, 36];
const SEGMENTS = 9;

/** The first pictures of a demo clip's segments at 240p, as ffmpeg decodes them: bytes of RGB. */
export function decodeKeyFrames(clip: string): Uint8Array[] {
  const folder = `seed/media/${clip}/240p`;
  return Array.from({ length: SEGMENTS }, (_, at) => {
    const input = joinBytes(['init.mp4', `seg-${String(at)}.m4s`].map((file) => readFileSync(`${folder}/${file}`)));
    const scale = ['-vf', `scale=${String(WIDTH)}:${String(HEIGHT)}:flags=area`];
    const output = ['-frames:v', '1', ...scale, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
    return new Uint8Array(execFileSync('ffmpeg', ['-v', 'error', '-i', '-', ...output], { input }));
  });
}

/** Of the key frames, the one that the preview shows, by its segment; null while the storyboard is shown. */
export async function findShownFrame(page: Page, frames: readonly Uint8Array[]): Promise<number | null> {
  const canvas = page.locator('.player-thumbnail canvas');
  const pixels = await canvas.evaluateAll(
    ([element], [width, height]) => {
      if (!(element instanceof HTMLCanvasElement)) return null;
      const small = new OffscreenCanvas(width, height).getContext('2d');
      if (!small) return null;
      small.imageSmoothingQuality = 'high';
      small.drawImage(element, 0, 0, width, height);
      return [...small.getImageData(0, 0, width, height).data].filter((_, at) => at % 4 !== 3);
    },
    [WIDTH, HEIGHT] as const,
  );
  if (!pixels) return null;
  const distances = frames.map(
    (frame) => frame.reduce((sum, byte, at) => sum + Math.abs(byte - (pixels[at] ?? 0)), 0) / frame.length,
  );
  const least = Math.min(...distances);
  // Another picture, or none: the neighbours' are farther than that.
  return least < 4 ? distances.indexOf(least) : null;
}

/** Lets the pointer rest at a moment of the bar, in seconds. */
export async function pointAt(page: Page, name: string, at: number): Promise<void> {
  const slider = page.getByRole('slider', { name });
  const box = await slider.boundingBox();
  const duration = Number(await slider.getAttribute('max'));
  if (!box) throw new Error('no bar');
  await page.mouse.move(box.x + (box.width * at) / duration, box.y + box.height / 2);
}

/** The requests of key frames alone, in the clear or encrypted. */
export function listFrameRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => isFrameRequest(request) && requests.push(request));
  return requests;
}

export function isFrameRequest(request: Request): boolean {
  return (
    /\.m4s$/.test(request.url()) && (request.headers()['range'] !== undefined || /\/h\d+-\d+-/.test(request.url()))
  );
}
