import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { MediaPlayerInstance, MediaProviderAdapter } from '@vidstack/react';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { isSavedAddress } from '../../offline/saved-title.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { $playerSettings } from './player.ts';
import { firstEngine, loadOn, prepareProvider, type Engine } from './engine.ts';
import { canUseHlsJs } from '../../hls/client/hls-js.ts';
import { useFreshAddress } from './use-fresh-address.ts';

type Play = NonNullable<EntitlementAnswer['play']>;

/** Milliseconds before each retry; then the player fails. */
const AGAIN_MS = [1000, 2000, 4000, 8000, 16_000];

export interface Source {
  engine: Engine;
  heldHeight: number | null;
  saving: boolean;
  lost: boolean;
  /** From then on another source plays only if the last one did. */
  begun: boolean;
  audioOnly: boolean;
  setAudioOnly: (on: boolean) => void;
  src: { src: string; type: 'application/vnd.apple.mpegurl' } | '';
  onCanLoad: () => void;
  onSourceChange: (empty: boolean) => void;
  onProviderChange: (provider: MediaProviderAdapter | null) => void;
  onCanPlay: () => void;
  fail: () => void;
  useHlsJs: () => void;
}

/** The engine and the manifest for the viewer's settings and network. Retries at the same position. */
export function useSource(
  title: { kind: TitleKind; id: number },
  play: Play,
  ref: RefObject<MediaPlayerInstance | null>,
  startAt: () => number,
  onFail: () => void,
): Source {
  const { height: heldHeight, dataSaver } = useStore($playerSettings);
  const [audioOnly, setAudioOnly] = useState(false);
  const [saves] = useState(() => savesData(false));
  // A service worker answers hls.js; native players may bypass it.
  const saved = isSavedAddress(play.manifest_url);
  const [first, setFirst] = useState<Engine>(() => (saved ? 'hls' : firstEngine(heldHeight)));
  // From native to hls.js for a fixed height, and never back.
  const engine = first === 'native' && heldHeight !== null && canUseHlsJs() ? 'hls' : first;
  if (engine !== first) setFirst(engine);
  const [lost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const tries = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasPlaying = useRef(false);
  const [begun, setBegun] = useState(false);
  const { manifest, fresh } = useFreshAddress(title, play, engine, ref);

  const saving = heldHeight === null && !saved && (dataSaver || saves);
  const address = manifest + (audioOnly ? '?audio=1' : saving ? DATA_SAVER_QUERY : '');
  // Empty at first, or HTML would load it twice with native HLS; empty between two, or the new one never starts.
  const sourceKey = `${engine} ${String(attempt)} ${address}`;
  const [fedKey, setFedKey] = useState<string | null>(null);

  useEffect(
    () =>
      ref.current?.subscribe(({ playing, paused, canPlay }) => {
        if (playing) {
          wasPlaying.current = true;
          setBegun(true);
        } else if (paused && canPlay) wasPlaying.current = false;
      }),
    [ref],
  );
  useEffect(() => {
    if (saved) return;
    const onOffline = () => setLost(true);
    const onOnline = () => {
      clearTimeout(timer.current);
      tries.current = 0;
      const player = ref.current;
      const failed = !player || player.state.error !== null || !player.state.canPlay;
      if (failed || !loadOn(player.provider)) setAttempt((count) => count + 1);
      else setLost(false);
    };
    addEventListener('offline', onOffline);
    addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
    };
  }, [ref, saved]);

  const fail = useCallback(() => {
    const before = startAt() > 0 || wasPlaying.current;
    if (navigator.onLine && engine === 'native' && canUseHlsJs() && !before) {
      setFirst('hls');
      return;
    }
    const wait = AGAIN_MS[tries.current];
    if ((navigator.onLine || saved) && (!before || wait === undefined)) {
      onFail();
      return;
    }
    setLost(true);
    if (!navigator.onLine || wait === undefined) return;
    tries.current += 1;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAttempt((count) => count + 1), wait);
  }, [engine, onFail, saved, startAt]);

  return {
    engine,
    heldHeight,
    saving,
    lost,
    begun,
    audioOnly,
    setAudioOnly,
    src: fedKey === sourceKey ? { src: address, type: 'application/vnd.apple.mpegurl' } : '',
    onCanLoad: () => setFedKey(sourceKey),
    onSourceChange: (empty) => empty && setFedKey(sourceKey),
    onProviderChange: (provider) =>
      prepareProvider(provider, { startAt: startAt(), renditions: play.renditions, held: heldHeight, fresh }),
    onCanPlay: () => {
      tries.current = 0;
      if (navigator.onLine || saved) setLost(false);
      if (begun && wasPlaying.current) void ref.current?.play().catch(() => null);
    },
    fail,
    useHlsJs: useCallback(() => setFirst('hls'), []),
  };
}
