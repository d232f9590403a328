import { useId, useRef, type ReactNode } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { Icon } from '../../../../platform/ui/Icon.tsx';
import { closePanel } from './panel.ts';
import { usePanelFocus } from './use-panel-focus.ts';

interface Props {
  title: string;
  first?: string;
  children: ReactNode;
}

export function SidePanel({ title, first = 'button', children }: Props) {
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  usePanelFocus(panel, first, closePanel);
  return (
    <section className="player-panel" ref={panel} aria-labelledby={id}>
      <header className="player-panel-head">
        <h3 id={id}>{title}</h3>
        <button type="button" className="player-control" aria-label={m.modal_close()} onClick={closePanel}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </section>
  );
}
