import { useStore } from '@nanostores/react';
import {
  isHLSProvider,
  MediaPlayer,
  MediaProvider,
  useMediaRemote,
  type MediaPlayerInstance,
  type MediaProviderAdapter,
} from '@vidstack/react';
import { useCallback, useRef, useState } from 'react';
import type { LivePlay } from '../contract.ts';
import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { $playerSettings } from '../../playback/client/player.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { prepareProvider } from '../../playback/client/engine.ts';
import { canUseHlsJs } from '../../hls/client/hls-js.ts';
import { lazyPart } from '../../playback/client/lazy-part.tsx';
import { LockedScreen } from '../../playback/client/LockedScreen.tsx';
import { Notice } from '../../playback/client/Notice.tsx';
import { Overlay } from '../../playback/client/Overlay.tsx';
import { usePanel } from '../../playback/client/panel.ts';
import { PlayerTop } from '../../playback/client/PlayerTop.tsx';
import { Surface } from '../../playback/client/Surface.tsx';
import { $filled, useIsTouched } from '../../playback/client/touch.ts';
import { useKeyboard } from '../../playback/client/use-commands.ts';
import { useStall } from '../../playback/client/use-stall.ts';
import css from './live.css?inline';
import { LiveControls } from './LiveControls.tsx';
import { useLiveAddress } from './use-live-address.ts';

interface Props {
  play: LivePlay;
  title: string;
  isReplay: boolean;
  place: () => number;
  onPlace: (seconds: number) => void;
  onRestart: () => void;
  onLive: () => void;
  onClose: () => void;
  onFail: () => void;
  onPlaying: () => void;
}

/** Seconds; 0 would mean the live edge. */
const BEGINNING = 0.01;
/** Segments behind live; at `MOST_BEHIND` it jumps, or a slow network would fall out of the window. */
const BEHIND = 3;
const MOST_BEHIND = 6;
const NO_ACTIONS = {};
const MorePanels = lazyPart(async () => (await import('../../playback/client/MorePanels.tsx')).MorePanels);

function prepareLive(provider: MediaProviderAdapter | null, startAt: number | null): void {
  // A channel's renditions are unknown before its master playlist: it starts with the lowest.
  prepareProvider(provider, { startAt: startAt ?? 0, renditions: [], held: null, fresh: (url) => url });
  if (startAt === null && isHLSProvider(provider)) {
    // hls.js accepts the one only together with the other.
    const live = { liveSyncDurationCount: BEHIND, liveMaxLatencyDurationCount: MOST_BEHIND };
    provider.config = { ...provider.config, ...live };
  }
}

export function LivePlayer({
  play,
  title,
  isReplay,
  place,
  onPlace,
  onRestart,
  onLive,
  onClose,
  onFail,
  onPlaying,
}: Props) {
  const ref = useRef<MediaPlayerInstance>(null);
  const remote = useMediaRemote(ref);
  const { dataSaver } = useStore($playerSettings);
  // Set once the player can load: an address in the HTML would be loaded twice.
  const [fed, setFed] = useState(false);
  const usesHlsJs = canUseHlsJs();
  useStyles(css);
  useKeyboard(ref, remote, NO_ACTIONS);
  const panel = usePanel(remote);
  const touched = useIsTouched();
  const filled = useStore($filled);
  // hls.js can wait forever for sound that it has not requested, where picture and sound arrive at once.
  useStall(
    true,
    ref,
    useCallback(() => navigator.onLine && onFail(), [onFail]),
  );
  const address = useLiveAddress(play.manifest_url, onFail);
  const source = dataSaver ? address + DATA_SAVER_QUERY : address;
  const startAt = () => (isReplay ? Math.max(BEGINNING, place()) : null);
  return (
    <MediaPlayer
      ref={ref}
      className="player"
      data-engine={usesHlsJs ? 'hls' : 'native'}
      data-fill={filled || undefined}
      src={fed ? { src: source, type: 'application/vnd.apple.mpegurl' } : ''}
      preferNativeHLS={!usesHlsJs}
      viewType="video"
      streamType={isReplay ? 'on-demand' : 'live'}
      load="eager"
      autoPlay
      playsInline
      keyDisabled
      title={title}
      artist={m.site_name()}
      artwork={play.poster_url ? [{ src: play.poster_url }] : []}
      ariaLabel={m.player_label_title({ title })}
      onCanLoad={() => setFed(true)}
      onProviderChange={(provider) => prepareLive(provider, startAt())}
      onCanPlay={() => {
        const begin = startAt();
        if (!usesHlsJs && begin !== null && ref.current) ref.current.currentTime = begin;
      }}
      onTimeUpdate={({ currentTime }) => isReplay && currentTime > 0 && onPlace(currentTime)}
      onPlaying={onPlaying}
      onError={onFail}
      onHlsLibLoadError={onFail}
    >
      <MediaProvider onErrorCapture={(event) => !usesHlsJs && event.target instanceof HTMLSourceElement && onFail()} />
      <Surface />
      <Overlay />
      <Notice />
      <PlayerTop
        title={title}
        demo={false}
        fullrateOperator={play.fullrate && (play.fullrate.operator ?? m.data_your_network())}
        onClose={onClose}
      />
      <LiveControls
        isReplay={isReplay}
        canRestart={play.can_restart && !isReplay}
        onRestart={onRestart}
        onLive={onLive}
      />
      {panel !== null && panel !== 'settings' && <MorePanels panel={panel} details={null} />}
      {touched && <LockedScreen />}
    </MediaPlayer>
  );
}
