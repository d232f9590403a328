import { Table } from '../../../../platform/desk/Table.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { MAX_CHAPTERS, readChapters, readTime, type ChapterEntry } from '../../../titles/facts/timeline.ts';
import { describeFault } from './describe-fault.ts';
import { TimeInput } from './TimeInput.tsx';
import { showTime } from './timeline-texts.ts';

interface Props {
  chapters: readonly ChapterEntry[];
  /** Of the film, in seconds. */
  length: number;
  /** Chosen on the timeline. */
  moment: number;
  mayWrite: boolean;
  onChange: (chapters: ChapterEntry[]) => void;
}

interface Row {
  at: number;
  chapter: ChapterEntry;
}
const nameChapter = (at: number) => m.timeline_chapter({ number: formatPlain(at + 1) });

export function ChapterRows({ chapters, length, moment, mayWrite, onChange }: Props) {
  const reading = readChapters(chapters, length);
  const fault = reading.ok ? null : reading;
  const edit = (at: number, chapter: ChapterEntry) => {
    onChange(chapters.map((other, place) => (place === at ? chapter : other)));
  };
  const add = () => {
    const next = chapters.findIndex(([starts]) => (readTime(starts) ?? -1) > moment);
    const at = next === -1 ? chapters.length : next;
    onChange([...chapters.slice(0, at), [moment, null, '', ''], ...chapters.slice(at)]);
  };
  const language = (side: 2 | 3) => (side === 2 ? m.title_fa() : m.title_en());
  const nameColumn = (side: 2 | 3) => ({
    name: m.timeline_name_in({ language: language(side) }),
    show: ({ at, chapter }: Row) =>
      mayWrite ? (
        <input
          className="desk-cell"
          data-field="name"
          aria-label={m.timeline_chapter_cell({
            name: nameChapter(at),
            field: m.timeline_name_in({ language: language(side) }),
          })}
          aria-invalid={(fault?.at === at && fault.code === 'title_name') || undefined}
          dir={side === 2 ? 'rtl' : 'ltr'}
          lang={side === 2 ? 'fa' : 'en'}
          maxLength={200}
          value={chapter[side]}
          onChange={({ target }) => {
            const [starts, , fa, en] = chapter;
            edit(at, side === 2 ? [starts, null, target.value, en] : [starts, null, fa, target.value]);
          }}
        />
      ) : (
        <bdi lang={side === 2 ? 'fa' : 'en'}>{chapter[side]}</bdi>
      ),
  });
  return (
    <>
      <Table
        label={m.title_field_chapters()}
        rows={chapters.map((chapter, at) => ({ at, chapter }))}
        getKey={({ at }) => at}
        empty={m.timeline_none()}
        columns={[
          {
            name: m.timeline_start(),
            show: ({ at, chapter }) =>
              mayWrite ? (
                <TimeInput
                  label={m.timeline_chapter_cell({ name: nameChapter(at), field: m.timeline_start() })}
                  value={chapter[0]}
                  isWrong={fault?.at === at && fault.code !== 'title_name'}
                  onChange={(time) => {
                    edit(at, [time, null, chapter[2], chapter[3]]);
                  }}
                />
              ) : (
                <bdi dir="ltr">{showTime(chapter[0])}</bdi>
              ),
          },
          nameColumn(2),
          nameColumn(3),
          ...(mayWrite
            ? [
                {
                  name: m.title_choose(),
                  show: ({ at, chapter }: Row) => (
                    <span className="desk-buttons">
                      <Button
                        look="link"
                        aria-label={m.timeline_chapter_here_of({ name: nameChapter(at) })}
                        onClick={() => {
                          edit(at, [moment, null, chapter[2], chapter[3]]);
                        }}
                      >
                        {m.timeline_chapter_here()}
                      </Button>
                      <Button
                        look="link"
                        aria-label={m.timeline_remove_of({ name: nameChapter(at) })}
                        onClick={() => {
                          onChange(chapters.filter((_, place) => place !== at));
                        }}
                      >
                        {m.credits_remove()}
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <p className="desk-refusal" role="status">
        {fault && `${nameChapter(fault.at)}: ${describeFault(fault.code)}`}
      </p>
      {mayWrite && chapters.length < MAX_CHAPTERS && (
        <div className="desk-buttons">
          <Button look="line" disabled={moment >= length} onClick={add}>
            {m.timeline_chapter_add({ time: formatClock(moment) })}
          </Button>
        </div>
      )}
    </>
  );
}
