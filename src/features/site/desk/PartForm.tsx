import type { ReactNode } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { SiteValue } from '../texts-contract.ts';
import type { PartEdit } from './use-part-edit.ts';

interface Props<T extends SiteValue> {
  label: string;
  edit: PartEdit<T>;
  children: ReactNode;
}

export function PartForm<T extends SiteValue>({ label, edit, children }: Props<T>) {
  const mayWrite = usePermissions().includes('site.write');
  return (
    <form
      className="desk-stack"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.isReady && !edit.isBehind) edit.save();
      }}
    >
      <DraftNote isStored={edit.isStored && edit.isTouched} clear={edit.clear} />
      <fieldset className="desk-stack desk-bare" disabled={!mayWrite || edit.isBusy}>
        {children}
      </fieldset>
      {edit.isBehind && (
        <div className="desk-fault" role="alert">
          <p>{m.site_behind()}</p>
          <div className="desk-buttons">
            <Button look="line" onClick={edit.clear}>
              {m.site_take_theirs()}
            </Button>
            <Button look="line" onClick={edit.keepMine}>
              {m.site_keep_mine()}
            </Button>
          </div>
        </div>
      )}
      {mayWrite && (
        <div className="desk-form">
          <ReasonField value={edit.reason} onChange={edit.setReason} />
          {edit.isIncomplete && (
            <p className="desk-note">{edit.value.part === 'brand' ? m.brand_incomplete() : m.site_incomplete()}</p>
          )}
          <Refusal error={edit.error} />
          {edit.isSaved && (
            <p className="desk-note" role="status">
              {m.site_saved()}
            </p>
          )}
          <div className="desk-buttons">
            <Button type="submit" disabled={!edit.isReady || edit.isBehind} busy={edit.isBusy}>
              {m.site_save()}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
