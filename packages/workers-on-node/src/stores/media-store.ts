import { createMediaFiles } from './media-files.ts';
import { createMediaS3 } from './media-s3.ts';
import type { S3Target } from './s3-target.ts';

export interface MediaStore {
  bucket: R2Bucket;
  /** Asks a remote server at most every five seconds; a failure is in the log. */
  isReachable: () => Promise<boolean>;
}

const CHECK_MS = 5000;

/** Files in a folder, or a bucket of another server in place of it. */
export function openMediaStore(folder: string, target: S3Target | null): MediaStore {
  if (!target) return { bucket: createMediaFiles(folder), isReachable: async () => true };
  const bucket = createMediaS3(target);
  let askedAt = -Infinity;
  let answer = Promise.resolve(true);
  const isReachable = () => {
    if (performance.now() - askedAt < CHECK_MS) return answer;
    askedAt = performance.now();
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
