import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { createHash } from 'node:crypto';

/** Of AVIF: 2 takes a sixth of the default's time for 4 % more bytes. */
export const AVIF_EFFORT = Number(process.env['AVIF_EFFORT'] ?? 2);
/** A picture of ours has at most 4 million pixels. */
const LIMIT_INPUT_PIXELS = 40_000_000;
/** Pictures encoded at once, in threads of their own: pages and segments need the other cores. */
const MAX_ENCODING = Math.max(1, availableParallelism() - 1);
/** A picture of 0.3 s behind these is late already: the visitor gets the placeholder, and asks again. */
const MAX_WAITING = 64;

interface Transform {
  width?: number;
  height?: number;
  fit?: 'scale-down' | 'cover' | 'pad';
  /** The side of a covering picture that stays; its middle without one. */
  gravity?: 'left' | 'right' | 'top' | 'bottom';
  /** Behind what is transparent, and beside a padded picture. */
  background?: string;
}
interface Output {
  format: 'image/avif' | 'image/webp' | 'image/jpeg' | 'image/png';
  quality?: number;
}
type Encode = (bytes: Uint8Array, transform: Transform, output: Output) => Promise<Uint8Array>;

/** `toOverload`: the error of a picture that is refused. `encode` is a parameter for tests. */
export function createPictures(
  toOverload: (message: string) => Error = (message) => new Error(message),
  encode: Encode = encodePicture,
): ImagesBinding {
  sharp.concurrency(1);
  const encodeOnce = shareWork(encode, toOverload);
  const input = (stream: ReadableStream<Uint8Array>, transform: Transform = {}) => ({
    transform: (next: Transform) => input(stream, next),
    output: async (output: Output) => {
      const bytes = await encodeOnce(await new Response(stream).bytes(), transform, output);
      const headers = { 'content-type': output.format };
      return { response: () => new Response(new Uint8Array(bytes), { headers }), contentType: () => output.format };
    },
  });
  return { input: (stream: ReadableStream<Uint8Array>) => input(stream) } as unknown as ImagesBinding;
}

/** One run for each picture. Beyond MAX_ENCODING running and MAX_WAITING behind them, throws `toOverload`. */
function shareWork(encode: Encode, toOverload: (message: string) => Error): Encode {
  const flights = new Map<string, Promise<Uint8Array>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const takeTurn = async () => {
    if (running >= MAX_ENCODING) {
      if (waiting.length >= MAX_WAITING) throw toOverload('more pictures are to be made than the host can make');
      await new Promise<void>((start) => waiting.push(start));
    } else running += 1;
  };
  const endTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const run: Encode = async (...picture) => {
    await takeTurn();
    return encode(...picture).finally(endTurn);
  };
  return (bytes, transform, output) => {
    const key = `${createHash('sha256').update(bytes).digest('hex')} ${JSON.stringify([transform, output])}`;
    const flight = flights.get(key) ?? run(bytes, transform, output).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

async function encodePicture(
  bytes: Uint8Array,
  { width, height, fit, gravity, background = '#fff' }: Transform,
  { format, quality }: Output,
): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: LIMIT_INPUT_PIXELS }).autoOrient();
  if (fit === 'cover') picture.resize({ width, height, fit: 'cover', position: gravity ?? 'centre' });
  else if (fit === 'pad') picture.resize({ width, height, fit: 'contain', background }).flatten({ background });
  else if (width !== undefined || height !== undefined) {
    picture.resize({ width, height, fit: 'inside', withoutEnlargement: true });
  }
  const options = quality === undefined ? {} : { quality };
  if (format === 'image/avif') return picture.avif({ ...options, effort: AVIF_EFFORT }).toBuffer();
  if (format === 'image/webp') return picture.webp(options).toBuffer();
  return format === 'image/png' ? picture.png().toBuffer() : picture.jpeg(options).toBuffer();
}
