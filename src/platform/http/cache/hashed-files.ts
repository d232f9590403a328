const KEEP_MS = 30 * 24 * 3600 * 1000;
const KEEP_BYTES = 32 * 2 ** 20;
const KEEP_COUNT = 3000;

/** Names that hold a hash of the content, without the slash before them. */
const PATH = /^(?:_astro\/(?:[\w-]+\.)+[\w-]{8}|parts\/[\w-]{12})\.(?:js|css|woff2)$/;
export const HASHED_FOLDERS = ['_astro', 'parts'] as const;

interface EarlierFile {
  path: string;
  bytes: number;
  replacedAt: number; // Epoch milliseconds
}

export function isHashedPath(path: string): boolean {
  return PATH.test(path);
}

/** The files that stay beside a new build. Their age counts from their replacement: a build may run for months. */
export function chooseEarlierFiles<T extends EarlierFile>(files: readonly T[], now: number): T[] {
  const candidates = files
    .filter(({ replacedAt }) => now - replacedAt < KEEP_MS)
    .sort((a, b) => b.replacedAt - a.replacedAt || (a.path < b.path ? -1 : 1));
  const chosen: T[] = [];
  let bytes = 0;
  for (const file of candidates) {
    bytes += file.bytes;
    if (bytes > KEEP_BYTES || chosen.length >= KEEP_COUNT) break;
    chosen.push(file);
  }
  return chosen;
}
