import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IngestOptions } from '../../../tools/ingest/options.ts';
import { probe } from '../../../tools/ingest/probe.ts';
import type { Produced } from '../../../tools/ingest/publish.ts';
import { produce } from '../../../tools/ingest/run.ts';
import { openWorkFolder } from '../../../tools/ingest/work-folder.ts';

export interface Published {
  /** A folder with all objects under their keys. */
  hls: string;
  download: string;
  produced: Produced;
  damage: readonly string[];
}

/** `storage` names the folder of the objects. */
type Extras = Partial<Pick<IngestOptions, 'av1' | 'heAac' | 'mono'> & { storage: string }>;

/** The real ingest of a file without a database: its objects go into a folder. */
export async function ingestFilm(
  file: string,
  root: string,
  acceptDamage = false,
  extras: Extras = {},
): Promise<Published> {
  const { av1 = false, heAac = false, mono = null, storage = 'store' } = extras;
  const source = probe(file);
  const options = {
    file,
    title: { kind: 'movie' as const, id: 1 },
    subtitles: [],
    toman: null,
    markers: null,
    place: { remote: false },
    ...{ asTrailer: false, operator: 'test' },
    ...{ av1, heAac, mono },
  };
  const work = await openWorkFolder(join(root, 'work'), { ...options, acceptDamage });
  const store = join(root, storage);
  const { signal } = new AbortController();
  const plan = {
    file,
    source,
    av1,
    heAac,
    mono,
    subtitles: [],
    work,
    signal,
    acceptDamage,
    asTrailer: false,
    place: store,
  };
  const produced = await produce(plan, async () => ({
    upload: async (files, put) => {
      for (const one of files) {
        mkdirSync(dirname(join(store, one.key)), { recursive: true });
        copyFileSync(one.file, join(store, one.key));
        put(one);
      }
    },
    close: async () => undefined,
  }));
  const download = join(store, produced.downloads.at(-1)?.key ?? '');
  return { hls: join(store, 'video', work.name), download, produced, damage: produced.damage };
}
