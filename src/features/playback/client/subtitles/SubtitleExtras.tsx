import { useStore } from '@nanostores/react';
import { useState, type ChangeEvent } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { Choice } from '../panels/Choice.tsx';
import { $layer, changeLayer, changeOffset, OWN } from './layer.ts';
import { decodeName } from '../../../../platform/client/decode-name.ts';
import { MAX_BYTES, readOwnFile, type SubtitleFile } from './read-own-file.ts';
import { UnreadLines } from './UnreadLines.tsx';
import css from './subtitle-extras.css?inline';

interface Props {
  languages: readonly { value: string; label: string }[];
  shown: string | null;
}

export function SubtitleExtras({ languages, shown }: Props) {
  useStyles(css);
  const { own, second, secondAbove, offset } = useStore($layer);
  const choices = [...languages, ...(own ? [{ value: OWN, label: own.name }] : [])].filter(
    ({ value }) => value !== shown,
  );
  return (
    <>
      {shown !== null && choices.length > 0 && (
        <Choice
          legend={m.player_second_subtitles()}
          options={[{ value: 'off', label: m.player_subtitles_none() }, ...choices]}
          selected={second === null || second === shown ? 'off' : second}
          onSelect={(value) => changeLayer({ second: value === 'off' ? null : value })}
        />
      )}
      {shown !== null && second !== null && (
        <Choice
          legend={m.player_second_place()}
          options={[
            { value: 'below', label: m.player_second_below() },
            { value: 'above', label: m.player_second_above() },
          ]}
          selected={secondAbove ? 'above' : 'below'}
          onSelect={(value) => changeLayer({ secondAbove: value === 'above' })}
        />
      )}
      {shown !== null && <Offset offset={offset} />}
      <OwnFile />
    </>
  );
}

function Offset({ offset }: { offset: number }) {
  const seconds = formatNumber(Math.abs(offset), 1);
  const text =
    offset === 0
      ? m.player_offset_none()
      : offset > 0
        ? m.player_offset_later({ seconds })
        : m.player_offset_earlier({ seconds });
  return (
    <fieldset className="player-choice player-offset">
      <legend>{m.player_offset()}</legend>
      <div>
        <button
          type="button"
          className="player-chip"
          aria-label={m.player_offset_less()}
          onClick={() => changeOffset(-1)}
        >
          −
        </button>
        <output>{text}</output>
        <button
          type="button"
          className="player-chip"
          aria-label={m.player_offset_more()}
          onClick={() => changeOffset(1)}
        >
          +
        </button>
        {offset !== 0 && (
          <button type="button" className="player-chip" onClick={() => changeOffset(0)}>
            {m.player_offset_reset()}
          </button>
        )}
      </div>
    </fieldset>
  );
}

function OwnFile() {
  const { own } = useStore($layer);
  const [refused, setRefused] = useState<SubtitleFile | 'too-large' | null>(null);
  const open = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    const bytes = file.size > MAX_BYTES ? null : await file.arrayBuffer().catch(() => new ArrayBuffer());
    const subtitles = bytes === null ? 'too-large' : readOwnFile(file.name, new Uint8Array(bytes), decodeName);
    // The same file, mended, may be chosen again.
    input.value = '';
    if (subtitles === 'too-large' || subtitles.cues.length === 0) setRefused(subtitles);
    else {
      setRefused(null);
      changeLayer({ own: subtitles, showsOwn: true });
    }
  };
  const file = refused ?? own;
  return (
    <div className="player-own">
      <label>
        <input type="file" accept=".srt,.vtt,.ass,.ssa,.txt" onChange={(event) => void open(event)} />
        <span className="player-chip">{own ? m.player_own_change() : m.player_own()}</span>
      </label>
      <p role="status">{describeFile(refused, own)}</p>
      {file !== null && file !== 'too-large' && <UnreadLines unread={file.unread} />}
    </div>
  );
}

function describeFile(refused: SubtitleFile | 'too-large' | null, file: SubtitleFile | null): string {
  if (refused === 'too-large') return m.player_own_too_large();
  if (refused) return m.player_own_unreadable();
  return file ? m.player_own_shown({ name: file.name }) : m.player_own_kinds();
}
