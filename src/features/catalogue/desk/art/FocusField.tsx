import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { readFocus } from '../../art-fields.ts';
import { describeFocus } from './art-texts.ts';

interface Point {
  x: number;
  y: number;
}
interface Props {
  /** Its address. */
  picture: string;
  focus: string | null;
  act: { error: Error | null; isPending: boolean };
  save: (point: Point) => void;
  mayWrite: boolean;
  children: (focus: Point) => ReactNode;
}

const MIDDLE: Point = { x: 50, y: 50 };
const LARGE_STEP = 10;
/** Along the picture, whichever way the page reads. */
const STEPS: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The part of a picture that a narrower or lower one keeps: set by a press on it, or by the arrow keys. */
export function FocusField({ picture: src, focus, act, save, mayWrite, children }: Props) {
  const note = useId();
  const stored = readFocus(focus) ?? MIDDLE;
  const [point, setPoint] = useState(stored);
  const isChanged = point.x !== stored.x || point.y !== stored.y;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const length = event.shiftKey ? LARGE_STEP : 1;
    setPoint(({ x, y }) => ({ x: bound(x + step[0] * length), y: bound(y + step[1] * length) }));
  };
  const picture = <img src={src} alt="" draggable={false} />;
  const mark = <span className="desk-focus-mark" style={{ left: `${String(point.x)}%`, top: `${String(point.y)}%` }} />;
  return (
    <section className="desk-beside" aria-label={m.art_focus()}>
      <div className="desk-place">
        <h3>{m.art_focus()}</h3>
        {mayWrite ? (
          <button
            type="button"
            className="desk-focus"
            aria-label={`${m.art_focus()}: ${describeFocus(point)}`}
            aria-describedby={note}
            onKeyDown={move}
            onClick={({ currentTarget, clientX, clientY, detail }) => {
              // A press of Enter or Space has no place.
              if (detail === 0) return;
              const { left, top, width, height } = currentTarget.getBoundingClientRect();
              setPoint({ x: toPercent(clientX - left, width), y: toPercent(clientY - top, height) });
            }}
          >
            {picture}
            {mark}
          </button>
        ) : (
          <div className="desk-focus">
            {picture}
            {mark}
          </div>
        )}
        <p id={note} className="desk-note">
          {mayWrite && m.art_focus_note()} <span role="status">{describeFocus(point)}</span>
        </p>
        <Refusal error={act.error} />
        {mayWrite && isChanged && (
          <div className="desk-buttons">
            <Button
              busy={act.isPending}
              onClick={() => {
                save(point);
              }}
            >
              {m.art_focus_save()}
            </Button>
            <Button
              look="line"
              onClick={() => {
                setPoint(stored);
              }}
            >
              {m.title_drop()}
            </Button>
          </div>
        )}
      </div>
      {children(point)}
    </section>
  );
}

const WHOLE_PERCENT = 100;
const bound = (percent: number) => Math.min(WHOLE_PERCENT, Math.max(0, percent));
const toPercent = (distance: number, length: number) => bound(Math.round((distance / length) * WHOLE_PERCENT));
