import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { LIST_KEY, MAX_NAME_CHARS } from '../contract.ts';

type Made = { data: { id: number } };

interface Props<T, I> {
  /** Of the draft. */
  form: string;
  title: string;
  empty: T;
  /** Null while something is missing. */
  read: (draft: T) => I | null;
  act: {
    mutate: (input: I & { slug: string }, options: { onSuccess: (answer: Made) => void }) => void;
    error: Error | null;
    isPending: boolean;
    reset: () => void;
  };
  toPath: (id: number) => string;
  onClose: () => void;
  children: (form: {
    draft: T;
    change: (part: Partial<T>) => void;
    /** Of the fields, as the server refused them. */
    faults: Readonly<Record<string, readonly string[]>>;
  }) => ReactNode;
}

/** A draft with an address of its own: nobody sees it before its publication. */
export function MakePartDialog<T extends Record<string, string>, I>(props: Props<T, I>) {
  const { form, title, empty, read, act, toPath, onClose, children } = props;
  const { value, isStored, change: store, clear } = useDraft(form, { ...empty, slug: '' });
  const [, navigate] = useLocation();
  const faults = act.error instanceof CallError ? act.error.error.errors : {};
  const { slug } = value;
  const input = LIST_KEY.test(slug) ? read(value) : null;
  const change = (part: Partial<T> | { slug: string }) => {
    store(part as Partial<typeof value>);
    act.reset();
  };
  return (
    <Dialog title={title} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (input === null) return;
          const onSuccess = ({ data }: Made) => {
            clear();
            navigate(toPath(data.id));
          };
          act.mutate({ ...input, slug }, { onSuccess });
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        {children({ draft: value, change, faults })}
        <Field
          label={m.front_key()}
          hint={m.front_key_hint()}
          error={faults['slug']?.[0]}
          dir="ltr"
          lang="en"
          maxLength={MAX_NAME_CHARS}
          value={slug}
          onChange={(event) => {
            change({ slug: event.target.value });
          }}
        />
        <Refusal error={Object.keys(faults).length > 0 ? null : act.error} />
        <Button type="submit" disabled={input === null} busy={act.isPending}>
          {m.create_do()}
        </Button>
      </form>
    </Dialog>
  );
}
