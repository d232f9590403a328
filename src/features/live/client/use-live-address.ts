import { useEffect, useRef, useState } from 'react';
import { renewMediaGrant } from '../../playback/client/renew-media-grant.ts';

/**
 * The address that a channel began with, kept while it plays, since with another one it would begin anew. When a newer
 * `manifest` has come, it is prolonged; where that cannot be, `onFail` is called.
 */
export function useLiveAddress(manifest: string, onFail: () => void): string {
  const [first] = useState(manifest);
  const newest = useRef(manifest);
  useEffect(() => {
    if (newest.current === manifest) return;
    newest.current = manifest;
    void renewMediaGrant(manifest).then((done) => {
      if (!done && newest.current === manifest) onFail();
    });
  }, [manifest, onFail]);
  return first;
}
