import { isLoopback } from '../../platform/http/origin/demo.ts';
import { StartProblem } from '@pardeh/workers-on-node/process/problem';
import { openMediaStore, type MediaStore } from '@pardeh/workers-on-node/stores/media-store';
import type { S3Target } from '@pardeh/workers-on-node/stores/s3-target';
import type { DataFolder } from './run/data-folder.ts';
import type { Settings } from './run/settings.ts';

const NAMES = ['ENDPOINT', 'BUCKET', 'REGION', 'KEY_ID', 'SECRET', 'ALLOW_HTTP'] as const;
const BUCKET = /^(?!.*\.\.)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

/** Files in the data folder, or a bucket where `MEDIA_S3_…` is set. */
export function openMedia(folder: DataFolder, settings: Settings): MediaStore {
  return openMediaStore(folder.media, readS3(settings));
}

/** Null where no setting is given. Throws a `StartProblem` without any value for settings that cannot work. */
export function readS3(settings: Settings): S3Target | null {
  const get = (name: (typeof NAMES)[number]) => settings[`MEDIA_S3_${name}`] ?? '';
  if (NAMES.every((name) => get(name) === '')) return null;
  const endpoint = readEndpoint(get('ENDPOINT'), get('ALLOW_HTTP') === 'yes');
  const region = get('REGION') || 'us-east-1';
  if (!BUCKET.test(get('BUCKET'))) refuse('BUCKET', 'is no name of a bucket');
  if (!/^[a-z\d-]+$/.test(region)) refuse('REGION', 'is no name of a region');
  for (const name of ['KEY_ID', 'SECRET'] as const) {
    if (!/^[\x21-\x7e]+$/.test(get(name))) refuse(name, 'is missing, or has other characters than a key');
  }
  if (!['', 'yes'].includes(get('ALLOW_HTTP'))) refuse('ALLOW_HTTP', 'is yes or empty');
  return { endpoint, bucket: get('BUCKET'), region, keyId: get('KEY_ID'), secret: get('SECRET') };
}

function readEndpoint(text: string, mayUseHttp: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    return refuse('ENDPOINT', 'must be https:// and a host, without a path');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !mayUseHttp) {
    return refuse('ENDPOINT', 'is plain http to another machine. In a trusted network, set MEDIA_S3_ALLOW_HTTP=yes');
  }
  return url;
}

function refuse(name: (typeof NAMES)[number], problem: string): never {
  throw new StartProblem(`The site does not start on these settings:\n  MEDIA_S3_${name}: ${problem}.`, 78);
}
