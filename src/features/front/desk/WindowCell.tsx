import { Badge } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { describeWindow, readWindow, toTimeText } from './words.ts';

/** Texts of two fields of time, and whether it is shown now. */
export function WindowCell(texts: { starts: string; ends: string }) {
  const window = readWindow(texts);
  if (window === null) return <span className="desk-refusal">{m.front_window_wrong()}</span>;
  const { tone, text } = describeWindow(window);
  const [start, end] = [toTimeText(window.starts_at), toTimeText(window.ends_at)];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {start !== '' && <span className="desk-note desk-words">{m.front_from({ time: start })}</span>}
      {end !== '' && <span className="desk-note desk-words">{m.front_until({ time: end })}</span>}
    </>
  );
}
