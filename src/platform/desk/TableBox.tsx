import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A table that is wider than its room scrolls in it, by keys too; the page does not. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      setWider(current.scrollWidth > current.clientWidth);
    });
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={box} className="desk-scroll" {...(isWider && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}
