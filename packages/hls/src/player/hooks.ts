import { createContext, useContext, useMemo, useSyncExternalStore, type RefObject } from 'react';
import type { MediaPlayerInstance } from './media-player.ts';
import { MediaRemoteControl } from './media-remote.ts';
import { INITIAL_STATE, type MediaState } from './media-state.ts';

type PlayerRef = RefObject<MediaPlayerInstance | null>;

export const PlayerContext = createContext<MediaPlayerInstance | null>(null);
const ignore = () => undefined;

export function useMediaPlayer(): MediaPlayerInstance | null {
  return useContext(PlayerContext);
}

/** `ref` outside of the player, where the context is missing. */
export function useMediaState<Key extends keyof MediaState>(key: Key, ref?: PlayerRef): MediaState[Key] {
  const context = useContext(PlayerContext);
  const subscribe = useMemo(
    () => (changed: () => void) => (ref ? ref.current : context)?.subscribe(changed) ?? ignore,
    [ref, context],
  );
  return useSyncExternalStore(subscribe, () => ((ref ? ref.current : context)?.state ?? INITIAL_STATE)[key]);
}

export function useMediaRemote(ref?: PlayerRef): MediaRemoteControl {
  const context = useContext(PlayerContext);
  return useMemo(() => new MediaRemoteControl(() => (ref ? ref.current : context)), [ref, context]);
}
