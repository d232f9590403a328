import { m } from '../../../../platform/text/desk/messages.js';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { readTime, type ChapterEntry, type MarkerEntry } from '../../../titles/facts/timeline.ts';
import type { Timeline } from '../../timeline-contract.ts';
import { FilmTile } from './FilmTile.tsx';
import { LineHandle, toShare } from './LineHandle.tsx';
import { findRoom } from './place-marker.ts';
import { nameMarker } from './timeline-texts.ts';
import { useInView } from './use-in-view.ts';
import { useSlide } from './use-slide.ts';

const TILES = 12;

interface Props {
  id: number;
  film: Timeline;
  markers: readonly MarkerEntry[];
  chapters: readonly ChapterEntry[];
  /** Seconds of the film. */
  moment: number;
  mayWrite: boolean;
  onMoment: (seconds: number) => void;
  onMarker: (at: number, marker: MarkerEntry) => void;
}

/** The film's length from left to right: its pictures, a moment to choose, and a line for each marker. */
export function TimelineBar({ id, film, markers, chapters, moment, mayWrite, onMoment, onMarker }: Props) {
  const { length } = film;
  // A long film has two dozen sheets, for who edits its timeline alone.
  const { element, isSeen } = useInView<HTMLDivElement>();
  const sheets = isSeen ? film.sheets : [];
  const { drag } = useSlide({ value: moment, min: 0, max: length, length, isLine: true, onChange: onMoment });
  return (
    <div ref={element} className="desk-timeline" dir="ltr">
      <div className="desk-line desk-strip" {...drag}>
        <div className="desk-strip-tiles" aria-hidden="true">
          {sheets.length > 0 &&
            Array.from({ length: TILES }, (_, at) => (
              <span key={at} className="desk-strip-tile">
                <FilmTile id={id} sheets={sheets} at={((at + 0.5) / TILES) * length} />
              </span>
            ))}
        </div>
        {[...new Set(chapters.map(([starts]) => readTime(starts)))].map(
          (starts) =>
            starts !== null && (
              <span
                key={starts}
                className="desk-tick-mark"
                aria-hidden="true"
                style={{ left: toShare(starts, length) }}
              />
            ),
        )}
        <LineHandle
          label={m.timeline_moment()}
          side="moment"
          value={moment}
          room={[0, length]}
          length={length}
          isDisabled={false}
          onChange={onMoment}
        />
      </div>
      {markers.map((marker, at) => (
        <MarkerLine
          key={marker[0]}
          marker={marker}
          length={length}
          room={(side) => findRoom(at, side, markers, length)}
          mayWrite={mayWrite}
          onMoment={onMoment}
          onChange={(next) => {
            onMarker(at, next);
          }}
        />
      ))}
      <div className="desk-moment">
        {sheets.length > 0 && <FilmTile id={id} sheets={sheets} at={moment} />}
        <bdi dir="ltr">
          {formatClock(moment)} / {formatClock(length)}
        </bdi>
      </div>
    </div>
  );
}

interface LineProps {
  marker: MarkerEntry;
  length: number;
  room: (side: 'start' | 'end') => readonly [min: number, max: number];
  mayWrite: boolean;
  onMoment: (seconds: number) => void;
  onChange: (marker: MarkerEntry) => void;
}

function MarkerLine({ marker: [kind, starts, ends], length, room, mayWrite, onMoment, onChange }: LineProps) {
  const [from, to] = [readTime(starts) ?? 0, readTime(ends) ?? 0];
  const name = nameMarker(kind);
  return (
    <div className="desk-line desk-lane">
      <span className="desk-lane-name" aria-hidden="true">
        {name}
      </span>
      <span
        className="desk-span"
        style={{ left: toShare(from, length), right: `calc(100% - ${toShare(to, length)})` }}
      />
      <LineHandle
        label={m.timeline_start_of({ name })}
        side="start"
        value={from}
        room={room('start')}
        length={length}
        isDisabled={!mayWrite}
        onFocus={() => {
          onMoment(from);
        }}
        onChange={(seconds) => {
          onMoment(seconds);
          onChange([kind, seconds, ends]);
        }}
      />
      <LineHandle
        label={m.timeline_end_of({ name })}
        side="end"
        value={to}
        room={room('end')}
        length={length}
        isDisabled={!mayWrite}
        onFocus={() => {
          onMoment(to);
        }}
        onChange={(seconds) => {
          onMoment(seconds);
          onChange([kind, starts, seconds]);
        }}
      />
    </div>
  );
}
