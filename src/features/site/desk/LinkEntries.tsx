import { Panel } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_LINKS } from '../texts-contract.ts';
import { EntryButtons } from './EntryButtons.tsx';

interface Props<T extends Record<string, string>> {
  /** Of the part's field, as faults name it. */
  name: string;
  title: string;
  note?: string;
  entries: readonly T[];
  fields: readonly (readonly [name: keyof T & string, label: () => string, dir: 'rtl' | 'ltr'])[];
  blank: T;
  faults: Readonly<Record<string, string[]>>;
  set: (entries: T[]) => void;
}

export function LinkEntries<T extends Record<string, string>>(props: Props<T>) {
  const { name, title, note, entries, fields, blank, faults, set } = props;
  return (
    <Panel title={title}>
      {note !== undefined && <p className="desk-note">{note}</p>}
      <ol className="desk-stack desk-entries">
        {entries.map((entry, at) => (
          <li key={at}>
            <div className="desk-pair">
              {fields.map(([field, label, dir]) => (
                <Field
                  key={field}
                  label={`${label()} ${formatNumber(at + 1)}`}
                  error={faults[`${name}.${String(at)}.${field}`]?.[0]}
                  dir={dir}
                  value={entry[field]}
                  onChange={(event) => {
                    set(entries.with(at, { ...entry, [field]: event.target.value }));
                  }}
                />
              ))}
            </div>
            <EntryButtons name={`${title} ${formatNumber(at + 1)}`} list={entries} {...{ at, set }} />
          </li>
        ))}
      </ol>
      <div className="desk-buttons">
        <Button
          look="line"
          aria-label={m.site_add_to({ name: title })}
          disabled={entries.length >= MAX_LINKS}
          onClick={() => {
            set([...entries, blank]);
          }}
        >
          {m.site_add()}
        </Button>
      </div>
    </Panel>
  );
}
