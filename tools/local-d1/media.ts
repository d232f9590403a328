import { text } from 'node:stream/consumers';
import { post } from './post.ts';

export interface MediaObject {
  key: string;
  bytes: Uint8Array;
}
/** Stores objects as R2's `put` does; throws where one is not stored. */
export type PutMany = (objects: readonly MediaObject[]) => Promise<void>;

/**
 * Puts objects into the R2 of a workerd that runs worker.mjs at `origin`, in one exchange for all: by the binding that
 * Miniflare gives, each object costs this process and workerd an exchange of their own.
 */
export function connectMedia(origin: string): PutMany {
  return async (objects) => {
    const list = objects.map(({ key, bytes }) => ({ key, size: bytes.byteLength }));
    const body = new Uint8Array(list.reduce((sum, { size }) => sum + size, 0));
    let at = 0;
    for (const { bytes } of objects) {
      body.set(bytes, at);
      at += bytes.byteLength;
    }
    const response = await post(origin, body, { objects: encodeURIComponent(JSON.stringify(list)) });
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`The objects were not stored: ${answer}`);
  };
}
