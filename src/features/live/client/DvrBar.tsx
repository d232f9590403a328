import type { CSSProperties } from 'react';
import type { LivePlay } from '../contract.ts';
import { useMediaState } from '@pardeh/hls/react';
import { useTimeLine } from '../../playback/client/controls/use-time-line.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import {
  describeMoment,
  findProgramme,
  formatMoment,
  isBarShown,
  listBoundaries,
  toDvrWindow,
  type DvrWindow,
} from './dvr.ts';

export function useDvrWindow(): DvrWindow | null {
  const start = useMediaState('seekableStart');
  const live = useMediaState('livePosition');
  const offset = useMediaState('clockOffset');
  return live === null || live <= start ? null : toDvrWindow(start, live, offset);
}

export function DvrBar({ programmes }: { programmes: LivePlay['programmes'] }) {
  const dvr = useDvrWindow();
  return dvr && <WindowBar dvr={dvr} programmes={programmes} />;
}

function WindowBar({ dvr, programmes }: { dvr: DvrWindow; programmes: LivePlay['programmes'] }) {
  const time = useMediaState('currentTime');
  const loaded = useMediaState('bufferedEnd');
  const { dragged, pointed, bar, input } = useTimeLine(dvr.start, dvr.live);
  if (!isBarShown(dvr)) return null;
  const { start, live } = dvr;
  const position = Math.min(Math.max(start, dragged ?? time), live);
  const share = (at: number) => `${String(Math.min(100, Math.max(0, ((at - start) / (live - start)) * 100)))}%`;
  const style = { '--played': share(position), '--loaded': share(loaded) } as CSSProperties;
  const marked = dragged ?? pointed;
  const programme = marked === null ? null : findProgramme(programmes, dvr, marked);
  return (
    <div className="live-line">
      <span className="player-clock">{formatMoment(dvr, position)}</span>
      <div className="player-seek" style={style} {...bar}>
        {marked !== null && (
          <span className="live-pointed" style={{ '--at': share(marked) } as CSSProperties}>
            <b>{formatMoment(dvr, marked)}</b>
            {programme && <span dir="auto">{nameIn(getLocale(), programme)}</span>}
          </span>
        )}
        <div className="player-marks" aria-hidden="true">
          {listBoundaries(programmes, dvr).map((at) => (
            <span key={at} style={{ '--at': String(at) } as CSSProperties} />
          ))}
        </div>
        <input
          type="range"
          min={start}
          max={live}
          step="any"
          value={position}
          aria-label={m.player_seek()}
          aria-valuetext={describeMoment(programmes, dvr, position)}
          {...input}
        />
      </div>
    </div>
  );
}
