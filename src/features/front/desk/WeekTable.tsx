import { useState } from 'react';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { DAY_MINUTES, listDay, type DraftProgramme } from './week-draft.ts';
import { listDays, toClockText } from './week-words.ts';

interface Props {
  programmes: readonly DraftProgramme[];
  mayWrite: boolean;
  onOpen: (programme: DraftProgramme) => void;
  /** A new programme in a gap. `at`: minutes after Saturday's midnight. */
  onFill: (gap: { at: number; minutes: number }) => void;
  /** `minute`: after Saturday's midnight. */
  onMove: (key: string, minute: number) => void;
}

/** Seven days beside each other. A programme that is dropped on a gap begins with it, on another one when that ends. */
export function WeekTable({ programmes, mayWrite, onOpen, onFill, onMove }: Props) {
  const [key, setKey] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setKey(null);
    setOver(null);
  };
  const source = (dragged: string) => ({
    onDragStart: ({ dataTransfer }: { dataTransfer: DataTransfer }) => {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', dragged);
      setKey(dragged);
    },
    onDragEnd: end,
  });
  const target = (at: number, minute: number) => ({
    'data-over': (key !== null && over === at) || undefined,
    onDragOver: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      setOver(at);
    },
    onDrop: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (key !== null) onMove(key, minute);
      end();
    },
  });
  /** A press does what a drop does: on a telephone nothing is dragged. */
  const fill = (text: string, gap: { at: number; minutes: number }) => (
    <button
      type="button"
      disabled={!mayWrite}
      onClick={() => {
        onFill(gap);
      }}
    >
      {text} {mayWrite && <span className="desk-week-act">{m.weeks_fill()}</span>}
    </button>
  );
  return (
    <div className="desk-week">
      <nav className="desk-week-days" aria-label={m.weeks_days()}>
        {listDays().map((name, day) => (
          <a key={name} className="desk-link" href={`#week-${String(day)}`}>
            {name}
          </a>
        ))}
      </nav>
      {listDays().map((name, day) => {
        const rows = listDay(programmes, day);
        return (
          <section key={name} id={`week-${String(day)}`} aria-label={name}>
            <h3>{name}</h3>
            <ol>
              {rows.length === 0 && (
                <li className="desk-week-gap" {...target(day * DAY_MINUTES, day * DAY_MINUTES)}>
                  {fill(m.weeks_empty_day(), { at: day * DAY_MINUTES, minutes: DAY_MINUTES })}
                </li>
              )}
              {rows.map((row) =>
                row.kind === 'gap' ? (
                  <li key={`gap ${String(row.at)}`} className="desk-week-gap" {...target(row.at, row.at)}>
                    {fill(
                      `${toClockText(row.at % DAY_MINUTES)} ${m.weeks_gap({ minutes: formatNumber(row.minutes) })}`,
                      row,
                    )}
                  </li>
                ) : (
                  <li
                    key={row.programme.key}
                    draggable={mayWrite}
                    {...source(row.programme.key)}
                    {...target(row.at, row.at + row.programme.minutes)}
                  >
                    <button
                      type="button"
                      disabled={!mayWrite}
                      onClick={() => {
                        onOpen(row.programme);
                      }}
                    >
                      <span className="desk-hour">{toClockText(row.programme.start)}</span>{' '}
                      <bdi>{nameIn(getLocale(), row.programme)}</bdi>
                    </button>
                    {row.overlap > 0 && (
                      <Badge tone="bad">{m.weeks_overlap({ minutes: formatNumber(row.overlap) })}</Badge>
                    )}
                    {!row.programme.has_media && row.programme.title_id === null && (
                      <Badge tone="open">{m.weeks_slate()}</Badge>
                    )}
                  </li>
                ),
              )}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
