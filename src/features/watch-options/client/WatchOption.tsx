import { useId, type ReactNode } from 'react';

export function WatchOption({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="watch-option" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  );
}
