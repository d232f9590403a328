import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';
import { formatTime } from '../text/format.ts';

interface Heading {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, note, actions, children }: Heading) {
  useEffect(() => {
    // A name may hold a mark that turns the rest of the line around.
    document.title = `\u2068${title}\u2069 | ${m.desk_title()}`;
  }, [title]);
  return (
    <div className="desk-screen">
      <header className="desk-head">
        <div>
          <h1>{title}</h1>
          {note !== undefined && <p className="desk-note">{note}</p>}
        </div>
        {actions !== undefined && <div className="desk-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Panel({ title, actions, children }: Omit<Heading, 'note'>) {
  const id = useId();
  return (
    <section className="desk-panel" aria-labelledby={id}>
      <header className="desk-panel-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  /** The answer is that of another filter, until this one's is there. */
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

export function Loaded<T>({ answer, children }: { answer: Answer<T>; children: (data: T) => ReactNode }) {
  const { data, error, isPlaceholderData } = answer;
  const box = useFocusBack(isPlaceholderData);
  if (data === undefined && error === null) return <Waiting />;
  const isThere = data !== undefined && !(error !== null && isPlaceholderData);
  return (
    <>
      {error !== null && <Fault {...answer} error={error} isOld={isThere} />}
      {isThere && (
        <div ref={box} className="desk-loaded" aria-busy={isPlaceholderData || undefined} inert={isPlaceholderData}>
          {children(data)}
        </div>
      )}
    </>
  );
}

/** The browser takes the focus from what is inert; who pages by the keyboard has it back with the new rows. */
function useFocusBack(isAway: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement: active } = document;
    if (isAway) {
      if (active instanceof HTMLElement && box.current?.contains(active) === true) focus.current = active;
      return;
    }
    if (focus.current?.isConnected === true && active === document.body) focus.current.focus({ preventScroll: true });
    focus.current = null;
  }, [isAway]);
  return box;
}

interface FaultProps {
  error: Error;
  isOld: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

function Fault({ error, isOld, dataUpdatedAt, refetch }: FaultProps) {
  return (
    <div className="desk-fault" role="alert">
      <p>
        {error.message} {isOld && m.state_older({ time: formatTime(dataUpdatedAt / 1000) })}
      </p>
      <Button look="line" onClick={() => void refetch()}>
        {m.state_again()}
      </Button>
    </div>
  );
}

/** While a screen, or what it shows, is on its way. */
export function Waiting() {
  return (
    <p className="desk-wait" aria-busy="true" role="status">
      {m.state_loading()}
    </p>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="desk-empty">{children}</p>;
}

/** The refusal of an act, beside its button. */
export function Refusal({ error }: { error: Error | null }) {
  return (
    <p className="desk-refusal" role="alert">
      {error?.message}
    </p>
  );
}
