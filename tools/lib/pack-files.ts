import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';

const TEXT = new Set(['.js', '.css', '.svg', '.json']);
/** Less fits into one packet. */
const WORTH_BYTES = 1200;
const ZSTD_LEVEL = 19;

/** Writes `.br` and `.zst` beside the texts of a folder. */
export function packFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!TEXT.has(extname(name))) continue;
    const bytes = readFileSync(path);
    if (bytes.byteLength < WORTH_BYTES) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
    );
    writeFileSync(
      `${path}.zst`,
      zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
    );
  }
}
