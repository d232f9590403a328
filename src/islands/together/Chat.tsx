import { useLayoutEffect, useRef, useState } from 'react';
import { ROOM_SAY_MAX } from '../../config/together.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { sayInRoom, type RoomLine, type RoomView } from '../../stores/room.ts';
import { Button } from '../../ui/Button.tsx';

/** What is said in a room, and who did what to what plays. */
export function Chat({ room }: { room: RoomView }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [room.lines]);
  const nameOf = ({ by, name }: RoomLine) =>
    by === room.you ? m.together_you() : name === '' ? m.together_guest({ number: formatNumber(by) }) : name;
  return (
    <>
      <ol ref={list} className="together-lines" role="log" aria-label={m.together_chat()}>
        {room.lines.length === 0 && <li className="together-note">{m.together_quiet()}</li>}
        {room.lines.map((line) =>
          line.did === 'said' ? (
            <li key={line.key}>
              <b>
                <bdi>{nameOf(line)}</bdi>
              </b>{' '}
              <span dir="auto">{line.text}</span>
            </li>
          ) : (
            <li key={line.key} className="together-note">
              {DONE[line.did]({ name: nameOf(line) })}
            </li>
          ),
        )}
      </ol>
      {room.tooFast && <p role="alert">{m.together_too_fast()}</p>}
      <form
        className="together-say"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          sayInRoom(text);
          setText('');
        }}
      >
        <input
          className="together-input"
          dir="auto"
          value={text}
          maxLength={ROOM_SAY_MAX}
          aria-label={m.together_say()}
          placeholder={m.together_say()}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{m.together_send()}</Button>
      </form>
    </>
  );
}

const DONE = { play: m.together_played, pause: m.together_paused, seek: m.together_sought };
