import type { MediaPlayerInstance } from '@vidstack/react';
import { useState, type RefObject } from 'react';
import type { TitleKind } from '../../domain/kinds.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { isKids } from '../../stores/kids.ts';
import { later } from '../../ui/later.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import css from './gate.css?inline';

interface Props {
  kind: TitleKind;
  id: number;
  player: RefObject<MediaPlayerInstance | null>;
}

const Together = later(async () => (await import('./Together.tsx')).Together);

/** The way into watching together. Its code loads when it is wanted, or when the address invites to a room. */
export function TogetherGate(props: Props) {
  const [open, setOpen] = useState(() => new URLSearchParams(location.search).has('room'));
  const [used, setUsed] = useState(open);
  useStyles(css);
  if (isKids()) return null;
  const toggle = () => {
    setUsed(true);
    setOpen(!open);
  };
  return (
    <>
      <button type="button" className="together-open" aria-expanded={open} onClick={toggle}>
        {m.together_title()}
      </button>
      {used && <Together {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
