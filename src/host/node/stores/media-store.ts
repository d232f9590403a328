import type { DataFolder } from '../run/data-folder.ts';
import type { Settings } from '../run/settings.ts';
import { createMediaFiles } from './media-files.ts';
import { createMediaS3 } from './media-s3.ts';
import { readS3 } from './s3-settings.ts';

export interface MediaStore {
  bucket: R2Bucket;
  /** Asks a remote server at most every five seconds; a failure is in the log. */
  isReachable: () => Promise<boolean>;
}

const CHECK_MS = 5000;

/** Files in the data folder, or a bucket where `MEDIA_S3_…` is set. */
export function openMediaStore(folder: DataFolder, settings: Settings): MediaStore {
  const place = readS3(settings);
  if (!place) return { bucket: createMediaFiles(folder.media), isReachable: async () => true };
  const bucket = createMediaS3(place);
  let asked = -Infinity;
  let answer = Promise.resolve(true);
  const isReachable = () => {
    if (performance.now() - asked < CHECK_MS) return answer;
    asked = performance.now();
    answer = bucket.list({ limit: 1 }).then(
      () => true,
      (cause: unknown) => {
        console.error('media storage:', cause);
        return false;
      },
    );
    return answer;
  };
  return { bucket, isReachable };
}
