// npm run intros -- series/219: finds the intros of its episodes by their sound. docs/operations.md says more.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, STORE_TARGET_OPTIONS, type StoreTarget } from '../tools/import/open-store.ts';
import type { Store } from '../tools/import/store.ts';
import { requireFfmpeg } from '../tools/ingest/ffmpeg.ts';
import { holdState } from '../tools/ingest/hold-state.ts';
import { findIntros, type Span } from '../tools/ingest/intros/find.ts';
import { computeFingerprint } from '../tools/ingest/intros/fingerprint.ts';
import { readSound } from '../tools/ingest/intros/read-sound.ts';
import { addIntros, listSeasons, type Episode } from '../tools/ingest/intros/season.ts';
import { parseCommand } from '../tools/lib/arguments.ts';
import { command, problem } from '../tools/lib/progress.ts';

const USAGE = 'Usage: npm run intros -- series/219 [--remote | --data FOLDER]';
/** As in ingest.ts. */
const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const WORK_DIR = process.env['INGEST_DIR'] ?? '.cache/ingest';

await command(async () => {
  const { values, positionals } = parseCommand(process.argv.slice(2), STORE_TARGET_OPTIONS, USAGE);
  const series = Number(/^series\/([1-9]\d{0,8})$/.exec(positionals.join(' '))?.[1]);
  if (Number.isNaN(series)) throw problem(`Which series?\n${USAGE}`);
  requireFfmpeg([]);
  mkdirSync(WORK_DIR, { recursive: true });
  const scratch = mkdtempSync(join(WORK_DIR, 'intros-'));
  const isShared = values.remote || values.data !== undefined;
  const release = isShared ? () => undefined : await holdState(STATE_DIR);
  try {
    await markSeries(series, scratch, values);
  } finally {
    release();
    rmSync(scratch, { recursive: true, force: true });
  }
});

async function markSeries(series: number, scratch: string, place: StoreTarget): Promise<void> {
  const withStore = async <T>(work: (store: Store) => Promise<T>) => {
    const store = openStore(place);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  const seasons = await withStore((store) => listSeasons(store, series));
  if (seasons.length === 0) throw problem(`No episode of series ${series} has a film.`);

  const intros: (Span & { media: string })[] = [];
  // Only now: wrangler takes a second to load.
  const { openBucket } = await import('../tools/ingest/bucket.ts');
  const { remote, data } = place;
  const bucket = await openBucket(remote ? { remote: scratch } : data === undefined ? { state: STATE_DIR } : { data });
  try {
    for (const season of seasons) {
      const spans = await search(season, (media) => readSound(bucket, media, scratch));
      season.forEach((episode, at) => {
        const span = spans[at] ?? null;
        console.log(describe(episode, span));
        if (span && episode.marked === 0) intros.push({ media: episode.media, ...span });
      });
    }
  } finally {
    await bucket.close();
  }
  if (intros.length > 0) await withStore((store) => store.apply([addIntros(intros)]));
}

async function search(season: readonly Episode[], read: (media: string) => Promise<Float32Array | null>) {
  const fingerprints = [];
  for (const { media } of season) fingerprints.push(computeFingerprint((await read(media)) ?? new Float32Array()));
  return findIntros(fingerprints);
}

function describe({ season, number, marked }: Episode, span: Span | null): string {
  const name = `Season ${season}, episode ${number}`;
  if (marked === 1) return `${name}: keeps the intro that it has.`;
  return span ? `${name}: intro from ${span.starts} to ${span.ends} s.` : `${name}: no intro.`;
}
