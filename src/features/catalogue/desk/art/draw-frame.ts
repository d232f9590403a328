import { decodePicture } from '@pardeh/hls/decode-picture';
import { parseBase64 } from '../../../../platform/media/bytes-as-text.ts';
import type { FilmFrame } from '../../art-contract.ts';

/** Above every rendition: a frame keeps its own size. */
const MAX_HEIGHT = 4320;
const QUALITY = 0.95;

/** A key frame as a JPEG, by the browser's decoder of H.264: the server has none. Sizes in pixels. */
export async function drawFrame(
  { codec, description, picture }: FilmFrame,
  signal: AbortSignal,
): Promise<{ blob: Blob; width: number; height: number }> {
  const config = { codec, description: parseBase64(description), optimizeForLatency: true };
  const image = await decodePicture(config, parseBase64(picture), signal, MAX_HEIGHT);
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  image.close();
  return { blob: await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }), width, height };
}
