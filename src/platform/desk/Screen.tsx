import { useEffect, useId, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';

interface Heading {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, note, actions, children }: Heading) {
  useEffect(() => {
    document.title = `${title} | ${m.desk_title()}`;
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
  isPending: boolean;
  refetch: () => unknown;
}

/** The state of a screen's data: on its way, failed with another try, or there. */
export function Loaded<T>({ answer, children }: { answer: Answer<T>; children: (data: T) => ReactNode }) {
  const { data, error, isPending, refetch } = answer;
  if (data !== undefined) return children(data);
  if (isPending && error === null)
    return (
      <p className="desk-wait" aria-busy="true" role="status">
        {m.state_loading()}
      </p>
    );
  return (
    <div className="desk-fault" role="alert">
      <p>{error?.message}</p>
      <Button look="line" onClick={() => void refetch()}>
        {m.state_again()}
      </Button>
    </div>
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
