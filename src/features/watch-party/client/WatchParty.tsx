import { useStore } from '@nanostores/react';
import { useMediaRemote, type MediaPlayerInstance } from '@pardeh/hls/react';
import { useEffect, type RefObject } from 'react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { getDirection, getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { $room, leaveRoom } from './room.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { ControlButton } from '../../../platform/ui/ControlButton.tsx';
import { JoinRoom } from './JoinRoom.tsx';
import { RoomPanel } from './RoomPanel.tsx';
import css from './watch-party.css?inline';
import { useRoomSync } from './use-room-sync.ts';

interface Props {
  kind: TitleKind;
  id: number;
  player: RefObject<MediaPlayerInstance | null>;
  open: boolean;
  onClose: () => void;
}

/** The room lasts as long as the player, also with its panel closed. */
export function WatchParty({ kind, id, player, open, onClose }: Props) {
  const room = useStore($room);
  useStyles(css);
  useEffect(() => leaveRoom, [kind, id]);
  // Hiding controls would take the focus along.
  const remote = useMediaRemote(player);
  useEffect(() => (open ? () => remote.resumeControls() : undefined), [open, remote]);
  const inside = room.status === 'open' || room.status === 'lost';
  return (
    <>
      {inside && <Sync key={room.room} player={player} />}
      {open && (
        // Typing here is for the chat, and not for the keys of the player.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only keeps keys to itself
        <section
          className="watch-party"
          dir={getDirection()}
          aria-label={m.watch_party_title()}
          onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          onFocus={() => remote.pauseControls()}
          onBlur={() => remote.resumeControls()}
        >
          <header className="watch-party-head">
            <h3>{m.watch_party_title()}</h3>
            <ControlButton icon="close" label={m.watch_party_close()} onPress={onClose} />
          </header>
          {room.status === 'off' && <JoinRoom kind={kind} id={id} />}
          {room.status === 'connecting' && <p role="status">{m.watch_party_connecting()}</p>}
          {room.status === 'ended' && (
            <>
              <p role="alert">{room.error && errorText(room.error, getLocale())}</p>
              <Button look="line" onClick={leaveRoom}>
                {m.watch_party_another()}
              </Button>
            </>
          )}
          {inside && <RoomPanel kind={kind} id={id} room={room} />}
        </section>
      )}
    </>
  );
}

function Sync({ player }: { player: RefObject<MediaPlayerInstance | null> }) {
  useRoomSync(player);
  return null;
}
