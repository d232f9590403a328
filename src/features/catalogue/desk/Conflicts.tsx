import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { DeskTitle } from '../contract.ts';
import { CHOSEN, nameField, showValue } from './field-texts.ts';
import type { Edits } from './use-edits.ts';

/** Both texts of each field that somebody else wrote meanwhile; one is chosen before the next save. */
export function Conflicts({ title, edits }: { title: DeskTitle; edits: Edits }) {
  if (edits.conflicts.length === 0) return null;
  return (
    <div role="alert">
      <p className="desk-refusal">{m.title_conflict()}</p>
      <Table
        label={m.title_conflict()}
        rows={edits.conflicts}
        getKey={(field) => field}
        empty={m.value_none()}
        columns={[
          { name: m.title_what(), show: nameField },
          {
            name: m.title_theirs(),
            kind: 'wide',
            show: (field) => <Words text={showValue(field, title.values[field], title)} />,
          },
          {
            name: m.title_mine(),
            kind: 'wide',
            show: (field) => {
              const text = edits.getText(field);
              const isKeys = CHOSEN.includes(field);
              return <Words text={isKeys ? showValue(field, text, title) : text} />;
            },
          },
          {
            name: m.title_choose(),
            show: (field) => (
              <div className="desk-buttons">
                <Button
                  look="line"
                  onClick={() => {
                    edits.takeTheirs(field);
                  }}
                >
                  {m.title_take_theirs()}
                </Button>
                <Button
                  look="line"
                  onClick={() => {
                    edits.takeMine(field);
                  }}
                >
                  {m.title_take_mine()}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

function Words({ text }: { text: string }) {
  return (
    <bdi className="desk-words" dir="auto">
      {text === '' ? m.title_empty() : text}
    </bdi>
  );
}
