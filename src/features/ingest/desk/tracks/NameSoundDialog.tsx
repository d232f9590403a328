import { useState } from 'react';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { Select } from '../../../../platform/desk/Select.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { nameLanguage } from '../../../../platform/text/code-names.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { Field } from '../../../../platform/ui/Field.tsx';
import { getFilmTracks, nameSound } from '../../tracks-contract.ts';
import type { TrackList } from '../../tracks.ts';
import { LANGUAGES } from '../words.ts';

interface Props {
  id: number;
  rev: number;
  sound: TrackList['sounds'][number];
  onClose: () => void;
}

const MAX_NAME_CHARS = 60;
const NO_LANGUAGE = 'und';

export function NameSoundDialog({ id, rev, sound, onClose }: Props) {
  const [name, setName] = useState(sound.name);
  const [language, setLanguage] = useState(sound.language === '' ? NO_LANGUAGE : sound.language);
  const act = useAct(nameSound, [getFilmTracks], [getFilmTracks]);
  const isUsable = name.trim() !== '' && !name.includes('"');
  const options = [...new Set([sound.language === '' ? NO_LANGUAGE : sound.language, ...LANGUAGES])];
  return (
    <Dialog title={m.tracks_name_of({ name: sound.name })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, rev, uri: sound.uris[0] ?? '', name, language }, { onSuccess: onClose });
        }}
      >
        <Field
          label={m.titles_name()}
          hint={m.tracks_name_hint()}
          dir="auto"
          value={name}
          maxLength={MAX_NAME_CHARS}
          {...(name.includes('"') && { error: m.tracks_name_quote() })}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <Select
          label={m.tracks_language()}
          value={language}
          options={options.map((key) => [key, nameOption(key)] as const)}
          onChange={setLanguage}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isUsable} busy={act.isPending}>
          {m.passkey_rename_do()}
        </Button>
      </form>
    </Dialog>
  );
}

const nameOption = (language: string) =>
  [NO_LANGUAGE, 'zxx'].includes(language) ? m.ingest_language_none() : nameLanguage(language);
