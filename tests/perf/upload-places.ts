import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBindings } from '../../src/host/node/open-bindings.ts';
import { buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { openState } from '../../tools/lib/open-state.ts';
import { problem } from '../../tools/lib/progress.ts';
import { serveForTests, VARS } from '../../tools/lib/test-server.ts';
import { migrate } from '../../tools/seed/migrate.ts';
import { FAKE_S3, startFakeS3 } from '../support/services/fake-s3.ts';
import { startNodeSite, writeBuild } from '../support/site/node-site.ts';

export const UPLOAD_TOKEN = 'u'.repeat(40);
const OPERATOR = { OPERATOR_TOKEN: `bench/editor:${UPLOAD_TOKEN}` };
const PORT = Number(process.env['PORT'] ?? 4382);
/** Bytes that are read at once from a bucket. */
const STEP_BYTES = 8 * 2 ** 20;

/** A site that takes uploads, and the bucket that they end in. */
interface UploadPlace {
  url: string;
  /** The site stops before its bucket is read. */
  stop: () => Promise<void>;
  read: (key: string) => AsyncIterable<Uint8Array>;
}

/** Of a bucket that is opened beside the site, and closed after the last byte. */
async function* readBucket(
  open: () => Promise<{ bucket: R2Bucket; close: () => Promise<unknown> }>,
  key: string,
): AsyncIterable<Uint8Array> {
  const { bucket, close } = await open();
  try {
    const size = (await bucket.head(key))?.size ?? 0;
    for (let offset = 0; offset < size; offset += STEP_BYTES) {
      const part = await bucket.get(key, { range: { offset, length: Math.min(STEP_BYTES, size - offset) } });
      yield new Uint8Array(await (part as R2ObjectBody).arrayBuffer());
    }
  } finally {
    await close();
  }
}

async function openNode(folder: string, settings: Record<string, string> = {}) {
  const data = join(folder, 'data');
  writeBuild(join(folder, 'build'));
  const { stores, close } = openBindings(data);
  await migrate(stores.DB);
  await close();
  const site = await startNodeSite(join(folder, 'build'), data, { ...OPERATOR, ...settings });
  const stop = async () => {
    site.kill('SIGTERM');
    await site.ended;
  };
  const open = async () => {
    const bindings = openBindings(data, { settings });
    return Promise.resolve({ bucket: bindings.stores.MEDIA, close: bindings.close });
  };
  return { url: site.url, stop, read: (key: string) => readBucket(open, key) };
}

async function openS3(folder: string) {
  const store = await startFakeS3();
  const { bucket, region, keyId, secret } = FAKE_S3;
  const place = await openNode(folder, {
    ...{ MEDIA_S3_ENDPOINT: store.url, MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region },
    ...{ MEDIA_S3_KEY_ID: keyId, MEDIA_S3_SECRET: secret },
  });
  const read = async function* (key: string) {
    const bytes = store.objects.get(key)?.bytes;
    if (bytes) yield bytes;
    await store.close();
  };
  return { ...place, read };
}

async function openWorkers(folder: string) {
  const stateDir = join(folder, 'state');
  await buildIfNeeded();
  mkdirSync('.wrangler', { recursive: true });
  ensureLocalVars(VARS);
  await seed(stateDir);
  const site = await serveForTests({ port: PORT, stateDir, vars: OPERATOR });
  const open = async () => {
    const { env, dispose } = await openState(stateDir);
    return { bucket: env.MEDIA, close: dispose };
  };
  return { url: site.url, stop: async () => site.stop(), read: (key: string) => readBucket(open, key) };
}

const PLACES: Record<string, (folder: string) => Promise<UploadPlace>> = {
  node: openNode,
  s3: openS3,
  workers: openWorkers,
};

/** `name`: node (files of the Node host), s3 (the Node host before a stand-in of S3) or workers (workerd's R2). */
export function openPlace(name: string, folder: string): Promise<UploadPlace> {
  const open = PLACES[name];
  if (!open) throw problem(`--to ${name}: one of ${Object.keys(PLACES).join(', ')}.`);
  return open(folder);
}
