import { useState } from 'react';
import { ROOM_NAME_MAX } from '../../config/together.ts';
import { errorText } from '../../domain/error-text.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { joinRoom, openRoom, readRoomName, roomOfSearch } from '../../stores/room.ts';
import { Button } from '../../ui/Button.tsx';

/** Before a room: one's name in it, and the way in. An address that invites to a room leads there. */
export function Enter({ kind, id }: { kind: TitleKind; id: number }) {
  const [invited, setInvited] = useState(() => roomOfSearch(location.search));
  const [name, setName] = useState(readRoomName);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const enter = async () => {
    if (invited !== null) {
      joinRoom(invited, name.trim());
      return;
    }
    setBusy(true);
    setFailure(null);
    const answer = await openRoom(kind, id, name.trim());
    setBusy(false);
    if (!answer.ok) setFailure(errorText(answer.error, getLocale()) ?? m.player_failed_network());
  };
  return (
    <form
      className="together-enter"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <p>{invited === null ? m.together_intro() : m.together_invited()}</p>
      <label>
        {m.together_name()}
        <input
          className="together-input"
          value={name}
          maxLength={ROOM_NAME_MAX}
          autoComplete="nickname"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button type="submit" busy={busy}>
        {invited === null ? m.together_create() : m.together_join()}
      </Button>
      {invited !== null && (
        <Button look="link" onClick={() => setInvited(null)}>
          {m.together_another()}
        </Button>
      )}
    </form>
  );
}
