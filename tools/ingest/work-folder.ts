import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestOptions } from './options.ts';

/** Raised where the files made of a film change: work begun by an older ingest is then not continued. */
const FORMAT = 4;
const READ_BYTES = 1024 * 1024;

/** The folder of a film's files, with a mark for each finished step, so that another run continues after it. */
export interface WorkFolder {
  /** The name of the folder in R2: of this title and this very file, so that two versions never mix. */
  name: string;
  /** Files to stream; R2 gets them below `video/<name>`. */
  hls: string;
  downloads: string;
  scratch: string;
  /** Does a step once: empties its folder first, and marks it when it is done. Returns whether there was work. */
  once: (step: string, work: () => Promise<void>) => Promise<boolean>;
  isDone: (step: string) => boolean;
  remove: () => void;
}

export async function openWorkFolder(
  root: string,
  { file, title, asTrailer, subtitles, av1, heAac, mono }: IngestOptions,
): Promise<WorkFolder> {
  const hash = await hashFiles([file, ...subtitles.map((one) => one.file)], subtitles);
  const name = `${title.kind}-${title.id}-${hash}${av1 ? '-av1' : ''}${heAac ? '-he-aac' : ''}${mono === null ? '' : `-${mono}`}${asTrailer ? '-trailer' : ''}`;
  const base = join(root, name);
  const folders = { hls: join(base, 'hls'), downloads: join(base, 'download'), scratch: join(base, 'scratch') };
  const marks = join(base, 'done');
  for (const folder of [...Object.values(folders), marks]) mkdirSync(folder, { recursive: true });
  const getMarkPath = (step: string) => join(marks, step.replaceAll('/', '__'));
  return {
    name,
    ...folders,
    isDone: (step) => existsSync(getMarkPath(step)),
    once: async (step, work) => {
      if (existsSync(getMarkPath(step))) return false;
      await work();
      writeFileSync(getMarkPath(step), '');
      return true;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Tells two versions of the files apart by every byte of them. */
async function hashFiles(files: readonly string[], subtitles: IngestOptions['subtitles']): Promise<string> {
  const hash = createHash('sha256').update(`${FORMAT}\n${subtitles.map(nameTrack).join(',')}\n`);
  for (const file of files) {
    hash.update(`${statSync(file).size}\n`);
    for await (const bytes of createReadStream(file, { highWaterMark: READ_BYTES })) hash.update(bytes as Uint8Array);
  }
  return hash.digest('hex').slice(0, 10);
}

const nameTrack = ({ language, kind = 'full' }: IngestOptions['subtitles'][number]) =>
  kind === 'full' ? language : `${language}-${kind}`;
