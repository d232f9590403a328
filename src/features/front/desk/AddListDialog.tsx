import { useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { LIST_KEY, listDeskLists, MAX_NAME_CHARS, saveDeskList } from '../contract.ts';

const BLANK = { line_fa: null, line_en: null, layout: 'posters' as const, starts_at: null, ends_at: null, titles: [] };

/** An empty list is on no page. */
export function AddListDialog({ onClose }: { onClose: () => void }) {
  const [names, setNames] = useState({ key: '', name_fa: '', name_en: '' });
  const act = useAct(saveDeskList, [listDeskLists]);
  const [, navigate] = useLocation();
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const isReady = LIST_KEY.test(names.key) && names.name_fa.trim() !== '' && names.name_en.trim() !== '';
  const field = (name: keyof typeof names, label: string, dir: 'rtl' | 'ltr', hint?: string) => (
    <Field
      {...{ label, hint, dir }}
      lang={dir === 'rtl' ? 'fa' : 'en'}
      error={faults[name]?.[0]}
      maxLength={MAX_NAME_CHARS}
      value={names[name]}
      onChange={(event) => {
        setNames({ ...names, [name]: event.target.value });
        act.reset();
      }}
    />
  );
  return (
    <Dialog title={m.front_list_make()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const done = () => {
            navigate(`/front/lists/${names.key}`);
          };
          act.mutate({ ...BLANK, ...names, rev: 0, is_new: true }, { onSuccess: done });
        }}
      >
        {field('name_fa', m.front_name_fa(), 'rtl')}
        {field('name_en', m.front_name_en(), 'ltr')}
        {field('key', m.front_key(), 'ltr', m.front_key_hint())}
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={!isReady} busy={act.isPending}>
          {m.front_list_do()}
        </Button>
      </form>
    </Dialog>
  );
}
