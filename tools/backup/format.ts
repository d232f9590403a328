import * as v from 'valibot';
import type { DataFolder } from '../../src/host/node/run/data-folder.ts';

/** The media files that a backup's databases may name. */
export const MANIFEST = 'media.json';

export const mediaManifest = v.array(v.object({ key: v.string(), bytes: v.number() }));
export type MediaEntry = v.InferOutput<typeof mediaManifest>[number];

export const DATABASES = ({ database, host }: DataFolder): [string, string][] => [
  ['site.db', database],
  ['host.db', host],
];
