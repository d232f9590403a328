import * as v from 'valibot';

export const FILE_LIST = 'hashed-files.json';
const KEEP_MS = 14 * 24 * 3600 * 1000;
const KEEP_BYTES = 32 * 2 ** 20;
const LIST_MAX = 4000;
const FILE_BYTES_MAX = 8 * 2 ** 20;

/** Only names that hold a hash of the content: no other file of an earlier build may stand beside the new ones. */
const PATH = /^(?:_astro\/(?:[\w-]+\.)+[\w-]{8}|parts\/[\w-]{12})\.(?:js|css)$/;

const hashedFile = v.strictObject({
  path: v.pipe(v.string(), v.maxLength(200), v.regex(PATH)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FILE_BYTES_MAX)),
  sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  replacedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())), // Null: of the build itself
});
const fileList = v.strictObject({ files: v.pipe(v.array(hashedFile), v.maxLength(LIST_MAX)) });

export type HashedFile = v.InferOutput<typeof hashedFile>;

export function isHashedPath(path: string): boolean {
  return PATH.test(path);
}

/** Throws for a text that is cut, or that has one entry of another form. */
export function parseFileList(text: string): HashedFile[] {
  return v.parse(fileList, JSON.parse(text)).files;
}

export function formatFileList(files: readonly HashedFile[]): string {
  return `${JSON.stringify({ files }, null, 1)}\n`;
}

/** Files of `listed`, the list of the site so far, that stay beside a new build: the last replaced first, within the
 * bounds. A file counts from the day on which it was replaced, not from the day on which it was built. */
export function chooseEarlierFiles(
  current: readonly HashedFile[],
  listed: readonly HashedFile[],
  now: Date,
): HashedFile[] {
  const taken = new Set(current.map(({ path }) => path));
  const replacedNow = now.toISOString();
  const toTime = ({ replacedAt }: HashedFile) => Math.min(Date.parse(replacedAt ?? replacedNow), now.getTime());
  const candidates = listed
    .filter((file) => now.getTime() - toTime(file) < KEEP_MS)
    .sort((a, b) => toTime(b) - toTime(a) || (a.path < b.path ? -1 : 1));
  const chosen: HashedFile[] = [];
  let bytes = 0;
  for (const file of candidates) {
    if (taken.has(file.path)) continue;
    bytes += file.bytes;
    if (bytes > KEEP_BYTES || current.length + chosen.length >= LIST_MAX) break;
    taken.add(file.path);
    chosen.push({ ...file, replacedAt: new Date(toTime(file)).toISOString() });
  }
  return chosen;
}
