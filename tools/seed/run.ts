import { writeFileSync } from 'node:fs';
import { drawArt } from '@pardeh/demo-assets/art/draw-art';
import { artJobs } from '@pardeh/demo-assets/art/jobs';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/cache/catalogue-version.ts';
import type { Env } from '../../src/platform/config/env.ts';
import { addComments } from './add-comments.ts';
import { artCatalogue } from './art-catalogue.ts';
import { checkCatalogue } from './check.ts';
import { loadCatalogue } from './load.ts';
import { migrate } from './migrate.ts';
import { addSandboxOwner } from '../lib/sandbox-owner.ts';
import type { PutMany } from '../local-d1/media.ts';
import { retryConnection } from './retry-connection.ts';
import { readAppDetails } from './read-catalogue.ts';
import type { Catalogue } from './schema.ts';
import { ART_CACHE, putEach, uploadArt, uploadMedia } from './upload.ts';

/** The stores that seeding fills, of either host. */
export interface SeedTarget {
  env: Pick<Env, 'DB' | 'MEDIA' | 'CONFIG'>;
  /** The target stores many objects in one exchange; without it they are put one by one. */
  putMany?: PutMany;
  dispose: () => Promise<void>;
}

/** Draws, migrates and fills a database, media and KV. `mark` is written last: an interrupted run starts over. */
export async function seed(
  catalogue: Catalogue,
  open: () => Promise<SeedTarget>,
  mark: string,
  version: string,
  hasOwner: boolean,
): Promise<void> {
  const started = Date.now();
  const { errors, warnings } = checkCatalogue(catalogue);
  for (const warning of warnings) console.warn(`Catalogue: ${warning}`);
  if (errors.length > 0) throw new Error(`seed/catalogue has errors:\n  ${errors.join('\n  ')}`);

  const jobs = artJobs(artCatalogue(catalogue));
  const art = await drawArt(jobs, ART_CACHE, report('Drawing posters and portraits', jobs.length));

  const target = await open();
  try {
    const { DB, MEDIA, CONFIG } = target.env;
    await migrate(DB);
    const putMany = target.putMany ?? putEach(MEDIA);
    await uploadArt(MEDIA, putMany, [...art.values()], report('Storing art', art.size));
    await uploadMedia(putMany);
    await loadCatalogue(DB, catalogue, readAppDetails(), (name) => art.get(name) ?? null);
    await retryConnection(() => addComments(DB));
    if (hasOwner) await retryConnection(() => addSandboxOwner(DB));
    await retryConnection(() => CONFIG.put(CATALOGUE_VERSION_KEY, version));
  } finally {
    await target.dispose();
  }
  writeFileSync(mark, version);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`Catalogue: ${String(catalogue.titles.length)} titles loaded in ${String(seconds)} s.`);
}

/** Prints how far a step is, about every tenth of it. */
function report(step: string, total: number): (done: number) => void {
  let tenth = 0;
  return (done) => {
    const now = Math.floor((done * 10) / total);
    if (now > tenth) console.log(`${step}: ${String(done)} of ${String(total)}`);
    tenth = Math.max(tenth, now);
  };
}
