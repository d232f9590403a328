import { useState } from 'react';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Panel } from '../../../../platform/desk/Screen.tsx';
import { Table } from '../../../../platform/desk/Table.tsx';
import { nameLanguage } from '../../../../platform/text/code-names.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { FilmTracks } from '../../tracks-contract.ts';
import type { Subtitle, TrackList } from '../../tracks.ts';
import { nameTextKind } from '../words.ts';
import { NameSoundDialog } from './NameSoundDialog.tsx';
import { RemoveSubtitleDialog } from './RemoveSubtitleDialog.tsx';
import { TrackHistory } from './TrackHistory.tsx';
import { nameSubtitle } from './track-texts.ts';

/** Sounds and subtitles of the film that plays. */
export function FilmTracksPanel({ id, film }: { id: number; film: FilmTracks }) {
  const mayWrite = usePermissions().includes('media.write');
  const [subtitle, setSubtitle] = useState<Subtitle | null>(null);
  const [sound, setSound] = useState<TrackList['sounds'][number] | null>(null);
  return (
    <Panel title={m.tracks_title()}>
      <p className="desk-note">{m.tracks_note()}</p>
      <h3>{m.tracks_subtitles()}</h3>
      <Table
        label={m.tracks_subtitles()}
        rows={film.tracks.subtitles}
        getKey={({ name }) => name}
        empty={m.tracks_subtitles_none()}
        columns={[
          { name: m.ingest_language(), show: ({ language }) => nameLanguage(language) },
          { name: m.ingest_text_kind(), show: ({ kind }) => nameTextKind(kind) },
          {
            name: m.tracks_from(),
            show: ({ upload }) => (upload === null ? m.tracks_from_film() : m.tracks_from_desk()),
          },
          ...(mayWrite
            ? [
                {
                  name: m.ingest_acts(),
                  show: (one: Subtitle) => (
                    <Button
                      look="link"
                      aria-label={m.art_remove_of({ name: nameSubtitle(one) })}
                      onClick={() => {
                        setSubtitle(one);
                      }}
                    >
                      {m.art_remove()}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <h3>{m.ingest_report_sounds()}</h3>
      <Table
        label={m.ingest_report_sounds()}
        rows={film.tracks.sounds}
        getKey={({ name }) => name}
        empty={m.ingest_none()}
        columns={[
          {
            name: m.titles_name(),
            show: ({ name, isDescription }) => (
              <>
                <bdi dir="auto">{name}</bdi>{' '}
                {isDescription && <span className="desk-note">{m.ingest_sound_description()}</span>}
              </>
            ),
          },
          { name: m.tracks_language(), show: ({ language }) => nameSoundLanguage(language) },
          ...(mayWrite
            ? [
                {
                  name: m.ingest_acts(),
                  show: (one: TrackList['sounds'][number]) => (
                    <Button
                      look="link"
                      aria-label={m.tracks_name_of({ name: one.name })}
                      onClick={() => {
                        setSound(one);
                      }}
                    >
                      {m.tracks_name()}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <TrackHistory id={id} changes={film.changes} />
      {subtitle && (
        <RemoveSubtitleDialog
          id={id}
          rev={film.rev}
          subtitle={subtitle}
          onClose={() => {
            setSubtitle(null);
          }}
        />
      )}
      {sound && (
        <NameSoundDialog
          id={id}
          rev={film.rev}
          sound={sound}
          onClose={() => {
            setSound(null);
          }}
        />
      )}
    </Panel>
  );
}

const nameSoundLanguage = (language: string) =>
  ['', 'und', 'zxx'].includes(language) ? m.ingest_language_none() : nameLanguage(language);
