import { useId, type ReactNode } from 'react';

/** One way to a title, under its name. */
export function Way({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="offer-way" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  );
}
