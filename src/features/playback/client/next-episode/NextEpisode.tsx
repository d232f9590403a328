import { useStore } from '@nanostores/react';
import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { useCallback, useEffect, useState } from 'react';
import type { Playing } from '../../../paywall/contract.ts';
import { getCreditsStart, type Marker } from '../../../titles/markers.ts';
import { nameIn } from '../../../../platform/text/locale.ts';
import { formatNumber } from '../../../../platform/text/format.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { $playerSettings, isAutoplayOn } from '../player.ts';
import { $sleep } from '../panels/sleep-timer.ts';
import { savesData } from '../../../data-cost/data-saver.ts';

/** Seconds. */
const COUNTDOWN = 10;

interface Props {
  next: Playing;
  markers: readonly Marker[];
  asks: boolean;
  onNext: (untouched: boolean) => void;
}

/** Spec 9.21: with autoplay after a countdown, else by its button; asks first after three episodes without input. */
export function NextEpisode({ next, markers, asks, onNext }: Props) {
  const remote = useMediaRemote();
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  const ended = useMediaState('ended');
  const paused = useMediaState('paused');
  const autoplay = isAutoplayOn(useStore($playerSettings));
  const sleeps = useStore($sleep) === 'end';
  const [cancelled, setCancelled] = useState(false);
  const from = getCreditsStart(markers, duration, COUNTDOWN);
  const due = ended || (from !== null && time >= from);
  const counts = due && autoplay && !sleeps && !asks && !cancelled && (ended || !paused);
  useNextAhead(next, from);
  const goOn = useCallback(() => onNext(true), [onNext]);

  useEffect(() => {
    if (due && asks && !cancelled) remote.pause();
  }, [due, asks, cancelled, remote]);

  if (!due || cancelled) return null;
  const name = nameIn(getLocale(), next);
  return (
    <section className="player-offer player-next" aria-label={m.player_next_episode()}>
      {asks && <p role="alert">{m.player_still_watching()}</p>}
      <p>
        {m.player_next_episode()}: <b>{name}</b>
      </p>
      {counts && <Countdown onZero={goOn} />}
      <div>
        <button type="button" className="player-next-go" onClick={() => onNext(false)}>
          {asks ? m.player_still_here() : m.player_next_now()}
        </button>
        <button type="button" onClick={() => setCancelled(true)}>
          {m.player_next_cancel()}
        </button>
      </div>
    </section>
  );
}

function Countdown({ onZero }: { onZero: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN);
  const over = secondsLeft <= 0;
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (over) onZero();
  }, [over, onZero]);
  return <p role="timer">{m.player_next_in({ seconds: formatNumber(Math.max(0, secondsLeft)) })}</p>;
}

/** Seconds before the next episode is offered, and of the present one that must be buffered first. */
const AHEAD_SECONDS = 40;
const BUFFERED_SECONDS = 20;

/** Prefetches the next episode before the end; never where data is saved. `from`: the second at which it is offered. */
function useNextAhead(next: Playing, from: number | null): void {
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  const bufferedEnd = useMediaState('bufferedEnd');
  const started = useMediaState('started');
  const { dataSaver } = useStore($playerSettings);
  const isNear = started && from !== null && time >= from - AHEAD_SECONDS;
  const isFed = bufferedEnd >= Math.min(time + BUFFERED_SECONDS, duration - 1);
  const isDue = isNear && isFed && !dataSaver;
  useEffect(() => {
    if (!isDue || savesData() || !navigator.onLine) return;
    void import('./prefetch-next.ts').then(({ prefetchNext }) => prefetchNext(next)).catch(() => null);
  }, [isDue, next]);
}
