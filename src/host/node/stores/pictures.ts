import sharp from 'sharp';

/** Of AVIF: 2 takes a sixth of the default's time for 4 % more bytes (docs/benchmarks.md). */
const AVIF_EFFORT = Number(process.env['AVIF_EFFORT'] ?? 2);
/** A picture of ours has at most 4 million pixels. */
const LIMIT_INPUT_PIXELS = 40_000_000;

interface Transform {
  width?: number;
  height?: number;
  fit?: 'scale-down' | 'cover';
}
interface Output {
  format: 'image/avif' | 'image/webp' | 'image/jpeg' | 'image/png';
  quality?: number;
}

export function createPictures(): ImagesBinding {
  const input = (stream: ReadableStream<Uint8Array>, transform: Transform = {}) => ({
    transform: (next: Transform) => input(stream, next),
    output: async (output: Output) => {
      const bytes = await encode(await new Response(stream).bytes(), transform, output);
      const headers = { 'content-type': output.format };
      return { response: () => new Response(new Uint8Array(bytes), { headers }), contentType: () => output.format };
    },
  });
  return { input: (stream: ReadableStream<Uint8Array>) => input(stream) } as unknown as ImagesBinding;
}

async function encode(
  bytes: Uint8Array,
  { width, height, fit }: Transform,
  { format, quality }: Output,
): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: LIMIT_INPUT_PIXELS });
  if (fit === 'cover') picture.resize({ width, height, fit: 'cover' });
  else if (width !== undefined || height !== undefined) {
    picture.resize({ width, height, fit: 'inside', withoutEnlargement: true });
  }
  const options = quality === undefined ? {} : { quality };
  if (format === 'image/avif') return picture.avif({ ...options, effort: AVIF_EFFORT }).toBuffer();
  if (format === 'image/webp') return picture.webp(options).toBuffer();
  return format === 'image/png' ? picture.png().toBuffer() : picture.jpeg(options).toBuffer();
}
