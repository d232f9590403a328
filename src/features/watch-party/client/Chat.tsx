import { useLayoutEffect, useRef, useState } from 'react';
import { ROOM_SAY_MAX } from '../config.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { sendChatMessage, type RoomLine, type RoomView } from './room.ts';
import { Button } from '../../../platform/ui/Button.tsx';

export function Chat({ room }: { room: RoomView }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [room.lines]);
  const getDisplayName = ({ by, name }: RoomLine) =>
    by === room.you ? m.watch_party_you() : name === '' ? m.watch_party_guest({ number: formatNumber(by) }) : name;
  return (
    <>
      <ol ref={list} className="watch-party-lines" role="log" aria-label={m.watch_party_chat()}>
        {room.lines.length === 0 && <li className="watch-party-note">{m.watch_party_quiet()}</li>}
        {room.lines.map((line) =>
          line.did === 'said' ? (
            <li key={line.key}>
              <b>
                <bdi>{getDisplayName(line)}</bdi>
              </b>{' '}
              <span dir="auto">{line.text}</span>
            </li>
          ) : (
            <li key={line.key} className="watch-party-note">
              {DONE[line.did]({ name: getDisplayName(line) })}
            </li>
          ),
        )}
      </ol>
      {room.tooFast && <p role="alert">{m.watch_party_too_fast()}</p>}
      <form
        className="watch-party-say"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          sendChatMessage(text);
          setText('');
        }}
      >
        <input
          className="player-field watch-party-input"
          dir="auto"
          value={text}
          maxLength={ROOM_SAY_MAX}
          aria-label={m.watch_party_say()}
          placeholder={m.watch_party_say()}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{m.watch_party_send()}</Button>
      </form>
    </>
  );
}

const DONE = { play: m.watch_party_played, pause: m.watch_party_paused, seek: m.watch_party_sought };
