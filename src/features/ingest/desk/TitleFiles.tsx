import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { listIngests } from '../contract.ts';
import { getFilmTracks, publishSubtitle } from '../tracks-contract.ts';
import type { UploadKind } from '../upload-rules.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { JobTable } from './JobTable.tsx';
import { FilmTracksPanel } from './tracks/FilmTracksPanel.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { listUnfinished, useUpload } from './use-upload.ts';

/** The files of a title: sends one, and shows what became of those that were sent. */
export function TitleFiles({ id, kind }: { id: number; kind: TitleKind }) {
  const client = useQueryClient();
  const answer = useCall(listIngests, { title: id });
  const mayWrite = usePermissions().includes('media.write');
  const tracks = useCall(getFilmTracks, { id });
  const film = tracks.data?.data;
  const publish = useAct(publishSubtitle, [getFilmTracks], [getFilmTracks]);
  /** Of subtitles that were sent. */
  const [upload, setUpload] = useState<string | null>(null);
  const [last, setLast] = useState<UploadKind>('film');
  const putOnFilm = (file: string) => {
    setUpload(file);
    if (film) publish.mutate({ id, upload: file, rev: film.rev });
  };
  const { state, begin, ...acts } = useUpload((file, target) => {
    void client.invalidateQueries({ queryKey: [listIngests.name] });
    if (target.kind === 'subtitle' && film?.has_film === true) putOnFilm(file);
  });
  return (
    <>
      <Panel
        title={m.ingest_files()}
        actions={
          <Button look="line" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            {m.ingest_refresh()}
          </Button>
        }
      >
        {mayWrite &&
          ('file' in state ? (
            <UploadProgress state={state} {...acts} />
          ) : (
            <ChooseFile
              title={id}
              titleKind={kind}
              unfinished={listUnfinished(id)}
              send={(file, target) => {
                setLast(target.kind);
                setUpload(null);
                publish.reset();
                void begin(file, target);
              }}
            />
          ))}
        <p className="desk-note" role="status">
          {state.name === 'done' &&
            !publish.error &&
            describeDone(last, { hasFilm: film?.has_film === true, isPut: publish.isSuccess })}
        </p>
        <Refusal error={publish.error} />
        {publish.error && upload !== null && (
          <Button
            look="line"
            busy={publish.isPending}
            onClick={() => {
              putOnFilm(upload);
            }}
          >
            {m.tracks_put_again()}
          </Button>
        )}
        <Loaded answer={answer}>{({ data }) => <JobTable rows={data} isOfTitle />}</Loaded>
      </Panel>
      {film?.has_film === true && <FilmTracksPanel id={id} film={film} />}
    </>
  );
}

function describeDone(kind: UploadKind, { hasFilm, isPut }: { hasFilm: boolean; isPut: boolean }): string {
  if (kind !== 'subtitle') return m.ingest_sent();
  if (!hasFilm) return m.ingest_sent_subtitle();
  return isPut ? m.tracks_put_done() : m.tracks_putting();
}
