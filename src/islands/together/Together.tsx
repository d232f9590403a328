import { useStore } from '@nanostores/react';
import { useMediaRemote, type MediaPlayerInstance } from '@vidstack/react';
import { useEffect, type RefObject } from 'react';
import type { TitleKind } from '../../domain/kinds.ts';
import { errorText } from '../../domain/error-text.ts';
import { getDirection, getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { $room, leaveRoom } from '../../stores/room.ts';
import { Button } from '../../ui/Button.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import { ControlButton } from '../player/ControlButton.tsx';
import { Enter } from './Enter.tsx';
import { Inside } from './Inside.tsx';
import css from './together.css?inline';
import { useRoomSync } from './use-room-sync.ts';

interface Props {
  kind: TitleKind;
  id: number;
  player: RefObject<MediaPlayerInstance | null>;
  open: boolean;
  onClose: () => void;
}

/** The panel of watching together, beside the picture. The room lasts as long as the player, also with its panel closed. */
export function Together({ kind, id, player, open, onClose }: Props) {
  const room = useStore($room);
  useStyles(css);
  useEffect(() => leaveRoom, [kind, id]);
  // vidstack's controls take the focus with them when they go, and swallow the next key: who types would lose it.
  const remote = useMediaRemote(player);
  useEffect(() => (open ? () => remote.resumeControls() : undefined), [open, remote]);
  const inside = room.status === 'open' || room.status === 'lost';
  return (
    <>
      {inside && <Sync key={room.room} player={player} />}
      {open && (
        // What is typed here is for the chat, and not for the keys of the player.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only keeps keys to itself
        <section
          className="together"
          dir={getDirection()}
          aria-label={m.together_title()}
          onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          onFocus={() => remote.pauseControls()}
          onBlur={() => remote.resumeControls()}
        >
          <header className="together-head">
            <h3>{m.together_title()}</h3>
            <ControlButton icon="close" label={m.together_close()} onPress={onClose} />
          </header>
          {room.status === 'off' && <Enter kind={kind} id={id} />}
          {room.status === 'connecting' && <p role="status">{m.together_connecting()}</p>}
          {room.status === 'ended' && (
            <>
              <p role="alert">{room.error && errorText(room.error, getLocale())}</p>
              <Button look="line" onClick={leaveRoom}>
                {m.together_another()}
              </Button>
            </>
          )}
          {inside && <Inside kind={kind} id={id} room={room} />}
        </section>
      )}
    </>
  );
}

function Sync({ player }: { player: RefObject<MediaPlayerInstance | null> }) {
  useRoomSync(player);
  return null;
}
