import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
} from 'react';
import { useMediaPlayer, useMediaState, PlayerContext } from './hooks.ts';
import { MediaPlayerInstance } from './media-player.ts';
import { MediaRemoteControl } from './media-remote.ts';
import { TextTrack } from './text-track.ts';

export { useMediaPlayer, useMediaRemote, useMediaState } from './hooks.ts';
export { useLoad, useVideoEvent } from './use-load.ts';
export { Captions } from './Captions.tsx';
export { useActiveThumbnail, useThumbnails } from './thumbnails.ts';
export { TextTrack };
export type { MediaPlayerInstance, MediaRemoteControl };

interface MediaPlayerProps {
  ref: Ref<MediaPlayerInstance>;
  started?: MediaPlayerInstance | null;
  className: string;
  ariaLabel: string;
  title: string;
  artist: string;
  artwork: readonly { src: string }[];
  children: ReactNode;
  [data: `data-${string}`]: string | boolean | undefined;
}

export function MediaPlayer({
  ref,
  started = null,
  ariaLabel,
  title,
  artist,
  artwork,
  children,
  ...attributes
}: MediaPlayerProps) {
  const [player] = useState(() => started ?? new MediaPlayerInstance());
  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => player, [player]);
  useLayoutEffect(() => {
    const ending = new AbortController();
    if (element.current) player.attach(element.current, ending.signal);
    return () => {
      ending.abort();
      player.video.pause();
    };
  }, [player]);
  useMediaSession(player, title, artist, artwork[0]?.src ?? null);
  return (
    <PlayerContext value={player}>
      <Region {...attributes} ref={element} aria-label={ariaLabel}>
        {children}
      </Region>
    </PlayerContext>
  );
}

/** Apart from the player, so that its state does not render the player's parts. */
function Region(attributes: ComponentProps<'div'>) {
  const controls = useMediaState('controlsVisible');
  const started = useMediaState('started');
  return (
    <div
      role="region"
      data-view-type="video"
      data-controls={controls || undefined}
      data-started={started || undefined}
      {...attributes}
    />
  );
}

function useMediaSession(player: MediaPlayerInstance, title: string, artist: string, artwork: string | null): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const images = artwork === null ? [] : [{ src: artwork }];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork: images });
  }, [title, artist, artwork]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const remote = new MediaRemoteControl(() => player);
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => remote.play()],
      ['pause', () => remote.pause()],
      ['seekto', ({ seekTime }) => seekTime !== undefined && remote.seek(seekTime)],
    ];
    for (const [action, handler] of actions) navigator.mediaSession.setActionHandler(action, handler);
    return () => {
      for (const [action] of actions) navigator.mediaSession.setActionHandler(action, null);
      navigator.mediaSession.metadata = null;
    };
  }, [player]);
}

/** Holds the video, which the player made: it may play before this is shown. */
export function MediaProvider({ children }: { children?: ReactNode }) {
  const player = useMediaPlayer();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (player) element.current?.appendChild(player.video);
  }, [player]);
  return (
    <div ref={element} data-media-provider="">
      {children}
    </div>
  );
}

interface TrackProps {
  id: string;
  src: string;
  lang: string;
  label: string;
}

export function Track({ id, src, lang, label }: TrackProps) {
  const player = useMediaPlayer();
  useEffect(
    () => player?.addTextTrack(new TextTrack({ id, src, label, language: lang })),
    [player, id, src, lang, label],
  );
  return null;
}
