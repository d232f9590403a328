import { useEffect, useRef, useState } from 'react';
import { renewMediaGrant } from '../../playback/client/engine/renew-media-grant.ts';

/** A channel keeps its first address, since another would restart it; a newer `manifest` renews it, else `onFail`. */
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
