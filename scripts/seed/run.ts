import { writeFileSync } from 'node:fs';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/catalogue-version.ts';
import { openState } from '../lib/open-state.ts';
import { addComments } from './add-comments.ts';
import { artJobs } from '../../tools/demo-assets/art/art-jobs.ts';
import { checkCatalogue } from './check.ts';
import { drawArt } from '../../tools/demo-assets/art/draw-art.ts';
import { loadCatalogue } from './load.ts';
import { migrate } from './migrate.ts';
import { retryConnection } from './retry-connection.ts';
import { readAppDetails, readCatalogue } from './read-catalogue.ts';
import { uploadArt, uploadMedia } from './upload.ts';

/** Draws, migrates and fills D1, R2 and KV under `state`. `mark` is written last: an interrupted run starts over. */
export async function seed(state: string, mark: string, version: string): Promise<void> {
  const started = Date.now();
  const catalogue = readCatalogue();
  const { errors, warnings } = checkCatalogue(catalogue);
  for (const warning of warnings) console.warn(`Catalogue: ${warning}`);
  if (errors.length > 0) throw new Error(`seed/catalogue has errors:\n  ${errors.join('\n  ')}`);

  const jobs = artJobs(catalogue);
  const art = await drawArt(jobs, report('Drawing posters and portraits', jobs.length));

  const proxy = await openState(state);
  try {
    const { DB, MEDIA, CONFIG } = proxy.env;
    await migrate(DB);
    await uploadArt(MEDIA, [...art.values()], report('Storing art', art.size));
    await uploadMedia(MEDIA);
    await loadCatalogue(DB, catalogue, readAppDetails(), (name) => art.get(name) ?? null);
    await retryConnection(() => addComments(DB));
    await retryConnection(() => CONFIG.put(CATALOGUE_VERSION_KEY, version));
  } finally {
    await proxy.dispose();
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
