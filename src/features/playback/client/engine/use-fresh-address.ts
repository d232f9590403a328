import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { isSavedAddress } from '../../../offline/saved-title.ts';
import { renewPlay } from '../player.ts';
import { getServerTime } from '../../../../platform/client/server-clock.ts';
import type { EngineName } from '@pardeh/hls/engine';
import { renewMediaGrant } from './renew-media-grant.ts';

type Play = NonNullable<EntitlementAnswer['play']>;

/** Seconds before the address expires, and after a failed renewal. */
const BEFORE_SECONDS = 5 * 60;
const RETRY_DELAY_SECONDS = 30;

/** Renews signed addresses: our engine requests by `fresh`, native HLS by a cookie, on another host by a new `manifest`. */
export function useFreshAddress(
  title: { kind: TitleKind; id: number },
  play: Play,
  engine: EngineName,
  ref: RefObject<MediaPlayerInstance | null>,
): { manifest: string; fresh: (url: string) => string; renewNow: () => Promise<boolean> } {
  const [manifest, setManifest] = useState(play.manifest_url);
  const newest = useRef<Pick<Play, 'manifest_url' | 'expires_at'>>(play);
  // A series may have another next episode by now.
  const { kind, id } = play.playing ?? title;

  useEffect(() => {
    if (isSavedAddress(play.manifest_url)) return;
    let timer: ReturnType<typeof setTimeout>;
    let stop: (() => void) | undefined;
    const closing = new AbortController();
    const isOpen = () => !closing.signal.aborted;
    const schedule = (seconds: number) => {
      timer = setTimeout(() => void renew(), Math.max(1, seconds) * 1000);
    };
    const swap = () => {
      stop?.();
      stop = undefined;
      setManifest(newest.current.manifest_url);
    };
    const renew = async () => {
      const renewed = await renewPlay(kind, id, play.stream);
      if (!isOpen()) return;
      if (!renewed) {
        schedule(RETRY_DELAY_SECONDS);
        return;
      }
      const expired = newest.current.expires_at - getServerTime();
      newest.current = renewed;
      schedule(newest.current.expires_at - getServerTime() - BEFORE_SECONDS);
      stop?.();
      if (engine === 'mse' || (await renewMediaGrant(newest.current.manifest_url)) || !isOpen()) return;
      const last = setTimeout(swap, Math.max(0, expired - RETRY_DELAY_SECONDS) * 1000);
      const unsubscribe = ref.current?.subscribe(({ paused }) => paused && swap());
      stop = () => {
        clearTimeout(last);
        unsubscribe?.();
      };
    };
    schedule(newest.current.expires_at - getServerTime() - BEFORE_SECONDS);
    return () => {
      closing.abort();
      clearTimeout(timer);
      stop?.();
    };
  }, [kind, id, engine, ref, play.manifest_url, play.stream]);

  const fresh = useCallback(
    (url: string) => url.replace(getFolder(play.manifest_url), getFolder(newest.current.manifest_url)),
    [play.manifest_url],
  );
  /** After a refusal: false without another address. */
  const renewNow = useCallback(async () => {
    if (isSavedAddress(play.manifest_url)) return false;
    const renewed = await renewPlay(kind, id, play.stream);
    if (!renewed) return false;
    newest.current = renewed;
    setManifest(renewed.manifest_url);
    return true;
  }, [kind, id, play.manifest_url, play.stream]);
  return { manifest, fresh, renewNow };
}

function getFolder(manifest: string): string {
  return manifest.slice(0, manifest.lastIndexOf('/') + 1);
}
