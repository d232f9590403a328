import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import { followConnection } from '../../../../platform/client/connection.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { isSavedAddress } from '../../../offline/saved-title.ts';
import { savesData } from '../../../data-cost/data-saver.ts';
import type { FailureCause, MediaFailure } from '@pardeh/hls/failure';
import { $playerSettings } from '../player.ts';
import { chooseEngine, createKeyOpener, getAddress, isSaving, prepareSource } from './engine.ts';
import type { EngineName } from '@pardeh/hls/engine';
import { type MediaPlayerInstance, useLoad, useVideoEvent } from '@pardeh/hls/react';
import { useFreshAddress } from './use-fresh-address.ts';
import { useTrouble } from './use-trouble.ts';
import { useWatchdog } from './use-watchdog.ts';

type Play = NonNullable<EntitlementAnswer['play']>;

/** Milliseconds before each retry; then the player fails. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 16_000];
/** A picture that cannot be decoded is tried again so often, at the same position. */
const DECODE_TRIES = 2;

export interface Source {
  engine: EngineName;
  heldHeight: number | null;
  saving: boolean;
  trouble: FailureCause | null;
  toFresh: (url: string) => string;
  audioOnly: boolean;
  setAudioOnly: (on: boolean) => void;
}

interface Options {
  startAt: () => number;
  begins: boolean;
  onFail: (cause: FailureCause) => void;
}

/** The engine and the manifest for the viewer's settings and network. Retries at the same position. */
export function useSource(
  title: { kind: TitleKind; id: number },
  play: Play,
  ref: RefObject<MediaPlayerInstance | null>,
  { startAt, begins, onFail }: Options,
): Source {
  const settings = useStore($playerSettings);
  const heldHeight = settings.height;
  const [audioOnly, setAudioOnly] = useState(false);
  const [saves] = useState(() => savesData(false));
  const saved = isSavedAddress(play.manifest_url);
  const [engine, setEngine] = useState<EngineName>(() => chooseEngine());
  const [attempt, setAttempt] = useState(0);
  const tries = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasPlaying = useRef(begins);
  const { manifest, fresh, renewNow } = useFreshAddress(title, play, engine, ref);
  const { trouble, onTrouble } = useTrouble(saved, ref);

  const saving = isSaving(settings, play.manifest_url, saves);
  const address = audioOnly ? `${manifest}?audio=1` : getAddress(manifest, saving);

  useEffect(
    () =>
      ref.current?.subscribe(({ playing, paused, canPlay, started }) => {
        if (playing) wasPlaying.current = true;
        else if (started && paused && canPlay) wasPlaying.current = false;
      }),
    [ref],
  );
  const hasBegun = useRef(begins);
  useEffect(() => {
    const player = ref.current;
    if (hasBegun.current || !begins || !player) return;
    hasBegun.current = true;
    if (player.state.started) return;
    wasPlaying.current = true;
    void player.play().catch(() => null);
  }, [ref, begins]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const retryLater = useCallback(
    (cause: FailureCause, most: number) => {
      const wait = RETRY_DELAYS_MS[tries.current];
      if (wait === undefined || tries.current >= most) {
        onFail(cause);
        return;
      }
      tries.current += 1;
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, wait);
    },
    [onFail, reload],
  );
  const fail = useCallback(
    ({ reason }: MediaFailure) => {
      if (reason === 'container' && engine === 'mse') setEngine('hls.js');
      else if (reason === 'network') {
        onTrouble('network');
        retryLater(reason, RETRY_DELAYS_MS.length);
      } else if (reason === 'decode') retryLater(reason, DECODE_TRIES);
      else if (reason === 'expired' && tries.current === 0) {
        tries.current += 1;
        void renewNow().then((isRenewed) => (isRenewed ? reload() : onFail(reason)));
      } else if ((reason === 'licence_ended' || reason === 'key_session') && tries.current === 0) {
        tries.current += 1;
        reload();
      } else onFail(reason);
    },
    [engine, onFail, onTrouble, reload, renewNow, retryLater],
  );
  useEffect(() => {
    const unfollow = followConnection((isOnline) => {
      if (!isOnline) return;
      if (ref.current?.provider && engine !== 'native') return;
      clearTimeout(timer.current);
      tries.current = 0;
      reload();
    });
    return () => {
      clearTimeout(timer.current);
      unfollow();
    };
  }, [ref, engine, reload]);

  useLoad(
    ref,
    `${engine} ${String(attempt)} ${address}`,
    ({ video }) => ({
      ...{ engine, url: address, startAt: startAt() || null, toFresh: fresh, onTrouble, onFail: fail },
      openKeySessions: createKeyOpener(play.playing ?? title, play.stream),
      ...prepareSource(video, heldHeight),
    }),
    (player) => {
      // Refused without a press: then the large Play shows.
      if (wasPlaying.current) void player.play().catch(() => null);
    },
  );
  const onPlaying = useCallback(() => {
    tries.current = 0;
    onTrouble(null);
  }, [onTrouble]);
  useVideoEvent(ref, 'playing', onPlaying);
  useWatchdog(ref, reload, () => onFail(trouble ?? 'decode'), trouble);

  return { engine, heldHeight, saving, trouble, toFresh: fresh, audioOnly, setAudioOnly };
}
