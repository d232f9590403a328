import { useState, type ReactNode } from 'react';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { Loaded, Panel, Refusal } from '../../../../platform/desk/Screen.tsx';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { parseChapters, parseMarkers, type ChapterEntry, type MarkerEntry } from '../../../titles/facts/timeline.ts';
import { getTimeline, type Timeline } from '../../timeline-contract.ts';
import { ChapterRows } from './ChapterRows.tsx';
import { MarkerRows } from './MarkerRows.tsx';
import { showChapters, showMarkers } from './timeline-texts.ts';
import { TimelineBar } from './TimelineBar.tsx';

interface Field {
  /** Empty: as in the film's file. */
  text: string;
  error: string | undefined;
  write: (text: string) => void;
}
interface Props {
  id: number;
  markers: Field;
  chapters: Field;
}

export function TimelineField({ id, ...fields }: Props) {
  const answer = useCall(getTimeline, { id }, { isFresh: true });
  return (
    <Panel title={m.timeline_title()}>
      <Loaded answer={answer}>{({ data }) => <Lists id={id} film={data} {...fields} />}</Loaded>
    </Panel>
  );
}

function Lists({ id, film, markers, chapters }: Props & { film: Timeline }) {
  const mayWrite = usePermissions().includes('titles.write');
  const [moment, setMoment] = useState(0);
  const fileMarkers = film.markers.map(({ kind, starts, ends }): MarkerEntry => [kind, starts, ends]);
  const fileChapters = film.chapters.map(({ starts, ends, name_fa: fa, name_en: en }): ChapterEntry => [
    starts,
    ends,
    fa,
    en,
  ]);
  const markerList = markers.text === '' ? fileMarkers : (parseMarkers(markers.text) ?? []);
  const chapterList = chapters.text === '' ? fileChapters : (parseChapters(chapters.text) ?? []);
  const writeMarkers = (list: readonly MarkerEntry[]) => {
    markers.write(JSON.stringify(list));
  };
  return (
    <div className="desk-form">
      <p className="desk-note">
        {mayWrite && m.timeline_note()} {describeFilm(film)}
      </p>
      <TimelineBar
        id={id}
        film={film}
        markers={markerList}
        chapters={chapterList}
        moment={moment}
        mayWrite={mayWrite}
        onMoment={setMoment}
        onMarker={(at, marker) => {
          writeMarkers(markerList.map((other, place) => (place === at ? marker : other)));
        }}
      />
      <Part
        title={m.title_field_markers()}
        field={markers}
        mayWrite={mayWrite}
        inFile={showMarkers(JSON.stringify(fileMarkers))}
      >
        <MarkerRows markers={markerList} length={film.length} mayWrite={mayWrite} onChange={writeMarkers} />
      </Part>
      <Part
        title={m.title_field_chapters()}
        field={chapters}
        mayWrite={mayWrite}
        inFile={showChapters(JSON.stringify(fileChapters))}
      >
        <ChapterRows
          chapters={chapterList}
          length={film.length}
          moment={moment}
          mayWrite={mayWrite}
          onChange={(list) => {
            chapters.write(JSON.stringify(list));
          }}
        />
      </Part>
    </div>
  );
}

function describeFilm({ has_film: hasFilm, sheets, length }: Timeline): string {
  if (!hasFilm) return m.timeline_no_film({ time: formatClock(length) });
  return sheets.length === 0 ? m.timeline_no_board() : '';
}

interface PartProps {
  title: string;
  field: Field;
  mayWrite: boolean;
  /** The list of the film's file, as a text. */
  inFile: string;
  children: ReactNode;
}

function Part({ title, field, mayWrite, inFile, children }: PartProps) {
  return (
    <section className="desk-form" aria-label={title}>
      <h3>{title}</h3>
      {field.text === '' && <p className="desk-note">{m.timeline_from_file()}</p>}
      {children}
      <Refusal error={field.error === undefined ? null : new Error(field.error)} />
      {mayWrite && field.text !== '' && (
        <div className="desk-buttons">
          <p className="desk-note">{m.timeline_in_file({ list: inFile })}</p>
          <Button
            look="link"
            aria-label={m.timeline_use_file_of({ name: title })}
            onClick={() => {
              field.write('');
            }}
          >
            {m.timeline_use_file()}
          </Button>
        </div>
      )}
    </section>
  );
}
