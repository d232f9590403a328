import { CallError } from '../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, listDeskTitles, updateTitle, type DeskTitle } from '../contract.ts';
import { LISTED_FIELDS, listFields, SEO_FIELDS, type TitleField } from '../title-fields.ts';
import { getTimeline } from '../timeline-contract.ts';
import { Conflicts } from './Conflicts.tsx';
import { RelatedField } from './RelatedField.tsx';
import { SeoPanel } from './SeoPanel.tsx';
import { TitleFieldInput } from './TitleFieldInput.tsx';
import { CreditsField } from './people/CreditsField.tsx';
import { TimelineField } from './timeline/TimelineField.tsx';
import { useEdits } from './use-edits.ts';
import { useNames } from './use-names.ts';

const PERSIAN: readonly TitleField[] = ['name_fa', 'synopsis_fa', 'awards_fa'];
const ENGLISH: readonly TitleField[] = ['name_en', 'synopsis_en', 'awards_en'];

/** Both languages beside each other. Only what was touched is sent. */
export function TitleForm({ title: stored }: { title: DeskTitle }) {
  const edits = useEdits(stored);
  const title = useNames(stored, edits.getText('credits'), edits.getText('related'));
  const save = useAct(updateTitle, [getDeskTitle, listDeskTitles, getTimeline], [getDeskTitle]);
  const mayWrite = usePermissions().includes('titles.write');
  const fields = listFields(title.kind);
  const facts = fields.filter((field) => ![...PERSIAN, ...ENGLISH, ...SEO_FIELDS, ...LISTED_FIELDS].includes(field));
  const count = Object.keys(edits.touched).length;
  const faults = save.error instanceof CallError ? save.error.error.errors : {};
  const isConflict = edits.conflicts.length > 0;
  const show = (list: readonly TitleField[]) =>
    list
      .filter((field) => fields.includes(field))
      .map((field) => (
        <TitleFieldInput
          key={field}
          field={field}
          title={title}
          text={edits.getText(field)}
          error={faults[field]?.[0]}
          onChange={(text) => {
            edits.write(field, text);
          }}
        />
      ));
  const field = (name: 'markers' | 'chapters') => ({
    text: edits.getText(name),
    error: faults[name]?.[0],
    write: (text: string) => {
      edits.write(name, text);
    },
  });
  return (
    <form
      className="desk-stack"
      aria-label={m.title_facts()}
      onSubmit={(event) => {
        event.preventDefault();
        const texts = Object.entries(edits.touched).map(([field, { text }]) => [field, text] as const);
        save.mutate({ id: title.id, rev: title.rev, fields: Object.fromEntries(texts) }, { onSuccess: edits.clear });
      }}
    >
      <DraftNote isStored={edits.isStored && count > 0} clear={edits.clear} />
      <fieldset className="desk-stack desk-bare" disabled={!mayWrite || save.isPending}>
        <div className="desk-columns">
          <Panel title={m.title_fa()}>
            <div className="desk-form">{show(PERSIAN)}</div>
          </Panel>
          <Panel title={m.title_en()}>
            <div className="desk-form">{show(ENGLISH)}</div>
          </Panel>
        </div>
        <Panel title={m.title_facts()}>
          <div className="desk-form">
            <div className="desk-pair">{show(facts.filter((field) => !isChoice(field)))}</div>
            {show(facts.filter(isChoice))}
          </div>
        </Panel>
        <SeoPanel title={title} edits={edits} faults={faults} />
        {fields.includes('markers') && (
          <TimelineField id={title.id} markers={field('markers')} chapters={field('chapters')} />
        )}
        {fields.includes('related') && (
          <RelatedField
            title={title}
            text={edits.getText('related')}
            error={faults['related']?.[0]}
            onChange={(text) => {
              edits.write('related', text);
            }}
          />
        )}
        {fields.includes('credits') && (
          <CreditsField
            people={title.people}
            text={edits.getText('credits')}
            error={faults['credits']?.[0]}
            onChange={(text) => {
              edits.write('credits', text);
            }}
          />
        )}
      </fieldset>
      {!save.isPending && <Conflicts title={title} edits={edits} />}
      <Refusal error={isConflict ? null : save.error} />
      {save.isSuccess && count === 0 && (
        <p className="desk-note" role="status">
          {title.hidden_by === null ? m.title_saved() : m.title_saved_hidden()}
        </p>
      )}
      {mayWrite && count > 0 && (
        <div className="desk-buttons">
          <Button type="submit" disabled={isConflict} busy={save.isPending}>
            {title.hidden_by === null ? m.title_save() : m.title_save_hidden()}
          </Button>
          <Button look="line" onClick={edits.clear}>
            {m.title_drop()}
          </Button>
          <p className="desk-note">{m.title_touched({ count: formatNumber(count) })}</p>
        </div>
      )}
    </form>
  );
}

const isChoice = (field: TitleField) => field === 'genres' || field === 'age_reasons';
