import { useState } from 'react';
import { DraftNote } from '../../../../platform/desk/DraftNote.tsx';
import { CallError } from '../../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { useDraft } from '../../../../platform/desk/use-draft.ts';
import { useLatest } from '../../../../platform/desk/use-latest.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Field } from '../../../../platform/ui/Field.tsx';
import { createPerson, listCreditedPeople, type CreditedPerson } from '../../people-contract.ts';

const BLANK = { name_fa: '', name_en: '' };

export function CreatePerson({ onMade }: { onMade: (person: CreditedPerson) => void }) {
  const { value: draft, key, isStored, change, clear } = useDraft('person', BLANK);
  const [isNamesake, setNamesake] = useState(false);
  const act = useAct(createPerson, [listCreditedPeople], [listCreditedPeople]);
  const addNow = useLatest(onMade);
  const { code, errors = {} } = act.error instanceof CallError ? act.error.error : {};
  const isReady = Object.values(draft).every((name) => name.trim() !== '');
  const field = (name: keyof typeof BLANK, label: string, dir: 'rtl' | 'ltr') => (
    <Field
      label={label}
      dir={dir}
      lang={dir === 'rtl' ? 'fa' : 'en'}
      error={code === 'cast_exists' ? undefined : errors[name]?.[0]}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value }, true);
        setNamesake(false);
        act.reset();
      }}
    />
  );
  return (
    <details>
      <summary>{m.credits_new()}</summary>
      <div className="desk-form">
        <DraftNote isStored={isStored} clear={clear} />
        <div className="desk-pair">
          {field('name_fa', m.title_field_name_fa(), 'rtl')}
          {field('name_en', m.title_field_name_en(), 'ltr')}
        </div>
        <Refusal
          error={
            act.error instanceof CallError && code !== 'cast_exists' && Object.keys(errors).length > 0
              ? null
              : act.error
          }
        />
        {(code === 'cast_exists' || isNamesake) && (
          <div className="desk-checks desk-checks-long">
            <label>
              <input
                className="desk-tick"
                type="checkbox"
                checked={isNamesake}
                onChange={({ target: { checked } }) => {
                  setNamesake(checked);
                }}
              />
              {m.credits_namesake()}
            </label>
          </div>
        )}
        <div className="desk-buttons">
          <Button
            look="line"
            disabled={!isReady}
            busy={act.isPending}
            onClick={() => {
              act.mutate(
                { key, ...draft, is_namesake: isNamesake },
                {
                  onSuccess: ({ data }) => {
                    addNow.current(data);
                    clear();
                    setNamesake(false);
                  },
                },
              );
            }}
          >
            {m.credits_make()}
          </Button>
        </div>
      </div>
    </details>
  );
}
