import { useState } from 'react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { leaveRoom, type RoomView } from './room.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Chat } from './Chat.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  room: RoomView;
}

export function RoomPanel({ kind, id, room }: Props) {
  const [copied, setCopied] = useState(false);
  const link = new URL(paths.room(kind, id, room.room), location.href).href;
  const share = async () => {
    // Sharing was refused or cancelled: the link can be copied by hand.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url: link }).catch(() => null);
    } else {
      setCopied(await navigator.clipboard.writeText(link).then(...OUTCOME));
    }
  };
  return (
    <>
      <p role="status" className="watch-party-status">
        {room.status === 'lost' ? m.watch_party_lost() : m.watch_party_people({ count: formatNumber(room.people) })}
      </p>
      <div className="watch-party-link">
        <input
          className="player-field watch-party-input"
          readOnly
          dir="ltr"
          value={link}
          aria-label={m.watch_party_link()}
        />
        <Button look="line" onClick={() => void share()}>
          {copied ? m.watch_party_copied() : m.watch_party_copy()}
        </Button>
      </div>
      <Chat room={room} />
      <Button look="link" onClick={leaveRoom}>
        {m.watch_party_leave()}
      </Button>
    </>
  );
}

const OUTCOME = [() => true, () => false] as const;
