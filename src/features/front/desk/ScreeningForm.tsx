import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { readTitleRefs } from '../read-title-refs.ts';
import {
  createScreening,
  getDeskScreening,
  listDeskScreenings,
  saveScreening,
  type DeskScreening,
  type ScreeningFacts,
} from '../screenings-contract.ts';
import { TitleRefField } from './TitleRefField.tsx';
import { toTimeText } from './words.ts';

type Draft = Record<'title' | 'starts' | 'ends' | 'hours' | 'toman' | 'capacity', string>;

const toDraft = (screening: DeskScreening | null): Draft => ({
  title: screening === null ? '' : formatPlain(screening.title_id),
  starts: toTimeText(screening?.starts_at ?? null),
  ends: toTimeText(screening?.ends_at ?? null),
  hours: screening === null ? formatNumber(48) : formatNumber(screening.hours),
  toman: screening === null ? '' : formatNumber(screening.toman),
  capacity: screening?.capacity == null ? '' : formatNumber(screening.capacity),
});

/** Null until each field has a text that may be sent. */
function readDraft({ title, starts, ends, hours, toman, capacity }: Draft): ScreeningFacts | null {
  const { ids } = readTitleRefs(title);
  const [start, end] = [readMoment(starts), readMoment(ends)];
  const [validity, price, seats] = [readWhole(hours), readWhole(toman), readWhole(capacity)];
  const [id] = ids;
  if (ids.length !== 1 || id === undefined || start === null || end === null) return null;
  if (validity === null || price === null || end <= start) return null;
  if (seats === null && capacity.trim() !== '') return null;
  const people = seats === null ? null : Number(seats);
  return {
    title_id: id,
    starts_at: start,
    ends_at: end,
    hours: Number(validity),
    toman: Number(price),
    capacity: people,
  };
}

export function ScreeningForm({ screening, onDone }: { screening: DeskScreening | null; onDone: () => void }) {
  const form = screening === null ? 'screening-new' : `screening:${String(screening.id)}/${String(screening.rev)}`;
  const { value: draft, isStored, change: store, clear } = useDraft(form, toDraft(screening));
  const create = useAct(createScreening, [listDeskScreenings]);
  const save = useAct(saveScreening, [listDeskScreenings, getDeskScreening], [getDeskScreening]);
  const act = screening === null ? create : save;
  const mayWrite = usePermissions().includes('tickets.write');
  const facts = readDraft(draft);
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const change = (part: Partial<Draft>) => {
    store(part);
    act.reset();
  };
  const field = (name: 'hours' | 'toman' | 'capacity', label: string, hint?: string) => (
    <Field
      {...{ label, hint }}
      dir="ltr"
      inputMode="numeric"
      error={faults[name]?.[0]}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  );
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (facts === null) return;
        const onSuccess = () => {
          clear();
          onDone();
        };
        if (screening === null) create.mutate(facts, { onSuccess });
        else save.mutate({ id: screening.id, rev: screening.rev, ...facts }, { onSuccess });
      }}
    >
      <fieldset className="desk-form desk-fields" disabled={!mayWrite || act.isPending}>
        {screening !== null && screening.tickets > 0 && (
          <p className="desk-note">{m.screenings_sold({ count: formatNumber(screening.tickets) })}</p>
        )}
        {screening !== null && (
          <p className="desk-note">{m.screenings_people({ count: formatNumber(screening.seats) })}</p>
        )}
        {mayWrite && <DraftNote isStored={isStored} clear={clear} />}
        <TitleRefField
          value={draft.title}
          hint={m.screenings_title_hint()}
          error={faults['title_id']?.[0]}
          onChange={(title) => {
            change({ title });
          }}
        />
        <div className="desk-pair">
          <MomentField
            label={m.screenings_starts()}
            value={draft.starts}
            onChange={(starts) => {
              change({ starts });
            }}
          />
          <MomentField
            label={m.screenings_ends()}
            value={draft.ends}
            onChange={(ends) => {
              change({ ends });
            }}
          />
        </div>
        <div className="desk-pair">
          {field('hours', m.screenings_hours(), m.screenings_hours_hint())}
          {field('toman', m.screenings_toman(), m.screenings_toman_hint())}
        </div>
        {field('capacity', m.screenings_capacity(), m.screenings_capacity_hint())}
      </fieldset>
      <Refusal error={act.error} />
      {mayWrite && (
        <Button type="submit" disabled={facts === null} busy={act.isPending}>
          {screening === null ? m.screenings_make() : m.title_save()}
        </Button>
      )}
    </form>
  );
}
