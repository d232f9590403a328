import { useEffect, useRef } from 'react';
import type { Option } from './options.ts';

interface Props {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onChoose?: () => void;
}

/** The listbox. Options are links, so they open in a new tab as usual. The focus stays in the input. */
export function OptionList({ id, label, options, active, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="searchbox-list">
      {options.map(({ key, href, name, note, image }, index) => (
        <a
          key={key}
          id={`${id}-${String(index)}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          href={href}
          className="searchbox-option"
          onClick={onChoose}
          onMouseDown={(event) => {
            // Keeps the focus in the input.
            event.preventDefault();
          }}
        >
          {image !== null && <img src={image} alt="" width={40} height={60} />}
          <span className="searchbox-name">{name}</span>
          {note !== '' && <span className="muted text-sm">{note}</span>}
        </a>
      ))}
    </div>
  );
}
