import { useState } from 'react';
import { ROOM_NAME_MAX } from '../config.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { joinRoom, openRoom, readRoomName, parseInvitation } from './room.ts';
import { Button } from '../../../platform/ui/Button.tsx';

export function JoinRoom({ kind, id }: { kind: TitleKind; id: number }) {
  const [invited, setInvited] = useState(() => parseInvitation(location.search));
  const [name, setName] = useState(readRoomName);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const enter = async () => {
    if (invited !== null) {
      joinRoom({ kind, id }, invited, name.trim());
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
      className="watch-party-enter"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <p>{invited === null ? m.watch_party_intro() : m.watch_party_invited()}</p>
      <label>
        {m.watch_party_name()}
        <input
          className="player-field watch-party-input"
          value={name}
          maxLength={ROOM_NAME_MAX}
          autoComplete="nickname"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button type="submit" busy={busy}>
        {invited === null ? m.watch_party_create() : m.watch_party_join()}
      </Button>
      {invited !== null && (
        <Button look="link" onClick={() => setInvited(null)}>
          {m.watch_party_another()}
        </Button>
      )}
    </form>
  );
}
