import { useLocation } from 'wouter';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { TITLE_KINDS, type TitleKind } from '../../../platform/kinds.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { createDeskTitle, listDeskTitles } from '../contract.ts';
import { nameKind } from './words.ts';

const BLANK = { kind: 'movie', name_fa: '', name_en: '', year: '', minutes: '', series: '', season: '1', number: '' };
type Draft = typeof BLANK;

export function CreateTitleDialog({ onClose }: { onClose: () => void }) {
  const { value: draft, key, isStored, change: store, clear } = useDraft('title-new', BLANK);
  const kind = TITLE_KINDS.find((one) => one === draft.kind) ?? 'movie';
  const [, navigate] = useLocation();
  const act = useAct(createDeskTitle, [listDeskTitles]);
  const input = readDraft(kind, draft, key);
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  // The key of a lost answer would give the title as it was before the change.
  const change = (part: Partial<Draft>) => {
    store(part, act.isError);
    act.reset();
  };
  const field = (
    name: Exclude<keyof Draft, 'kind'>,
    label: string,
    dir: 'rtl' | 'ltr' | 'auto',
    fault: string = name,
    hint?: string,
  ) => (
    <Field
      label={label}
      hint={hint}
      dir={dir}
      lang={dir === 'auto' ? undefined : dir === 'rtl' ? 'fa' : 'en'}
      error={faults[fault]?.[0]}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  );
  return (
    <Dialog title={m.create_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (input === null) return;
          act.mutate(input, {
            onSuccess: ({ data: { id } }) => {
              clear();
              navigate(`/titles/${String(id)}`);
            },
          });
        }}
      >
        <p>{m.create_note()}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <Select<TitleKind>
          label={m.titles_kind()}
          value={kind}
          options={TITLE_KINDS.map((one) => [one, nameKind(one)] as const)}
          onChange={(value) => {
            change({ kind: value });
          }}
        />
        {field('name_fa', m.title_field_name_fa(), 'rtl')}
        {field('name_en', m.title_field_name_en(), 'ltr')}
        {kind === 'episode' ? (
          <>
            {field('series', m.create_series(), 'auto', 'series_id', m.create_series_hint())}
            <div className="desk-pair">
              {field('season', m.create_season(), 'auto')}
              {field('number', m.create_number(), 'auto')}
            </div>
          </>
        ) : (
          <div className="desk-pair">
            {field('year', m.title_field_year(), 'auto', 'year', m.title_field_year_hint())}
            {field('minutes', m.title_field_minutes(), 'auto', 'minutes', m.title_field_minutes_hint())}
          </div>
        )}
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={input === null} busy={act.isPending}>
          {m.create_do()}
        </Button>
      </form>
    </Dialog>
  );
}

/** Null until each field has a text that may be sent. */
function readDraft(kind: TitleKind, draft: Draft, key: string): Input<typeof createDeskTitle> | null {
  const names = { name_fa: draft.name_fa, name_en: draft.name_en };
  if (Object.values(names).some((name) => name.trim() === '')) return null;
  if (kind !== 'episode') {
    const facts = { year: draft.year, minutes: draft.minutes };
    return Object.values(facts).some((fact) => fact.trim() === '') ? null : { key, kind, ...names, ...facts };
  }
  const [series, season, number] = [draft.series, draft.season, draft.number].map((text) =>
    Number(readWhole(text) ?? NaN),
  );
  if (series === undefined || season === undefined || number === undefined) return null;
  if (![series, season, number].every(Number.isSafeInteger) || series < 1) return null;
  return { key, kind, ...names, series_id: series, season, number };
}
