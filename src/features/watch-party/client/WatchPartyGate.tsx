import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { useState, type RefObject } from 'react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { isKids } from '../../../platform/client/kids.ts';
import { lazyComponent } from '../../../platform/client/lazy-component.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from './gate.css?inline';

interface Props {
  kind: TitleKind;
  id: number;
  player: RefObject<MediaPlayerInstance | null>;
}

const WatchParty = lazyComponent(async () => (await import('./WatchParty.tsx')).WatchParty);

/** Loads the panel on use, or when the address has `?room=`. */
export function WatchPartyGate(props: Props) {
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
      <button type="button" className="watch-party-open" aria-expanded={open} onClick={toggle}>
        {m.watch_party_title()}
      </button>
      {used && <WatchParty {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
