import { useState } from 'react';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { leaveRoom, type RoomView } from '../../stores/room.ts';
import { Button } from '../../ui/Button.tsx';
import { Chat } from './Chat.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  room: RoomView;
}

/** In a room: how many there are, the link that invites others, the chat, and the way out. */
export function Inside({ kind, id, room }: Props) {
  const [copied, setCopied] = useState(false);
  const link = new URL(paths.together(kind, id, room.room), location.href).href;
  const share = async () => {
    // Refused, or closed again by the viewer: the link stands there to be copied by hand.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url: link }).catch(() => null);
    } else {
      setCopied(await navigator.clipboard.writeText(link).then(...OUTCOME));
    }
  };
  return (
    <>
      <p role="status" className="together-status">
        {room.status === 'lost' ? m.together_lost() : m.together_people({ count: formatNumber(room.people) })}
      </p>
      <div className="together-link">
        <input className="together-input" readOnly dir="ltr" value={link} aria-label={m.together_link()} />
        <Button look="line" onClick={() => void share()}>
          {copied ? m.together_copied() : m.together_copy()}
        </Button>
      </div>
      <Chat room={room} />
      <Button look="link" onClick={leaveRoom}>
        {m.together_leave()}
      </Button>
    </>
  );
}

const OUTCOME = [() => true, () => false] as const;
