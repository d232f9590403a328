import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getDeskTitle, hideTitle, listDeskTitles, publishTitle, type DeskTitle } from '../contract.ts';

export interface PlanDraft {
  starts: string;
  needsFile: boolean;
  reason: string;
}
export const NO_PLAN: PlanDraft = { starts: '', needsFile: false, reason: '' };

/** A publication has a reason where somebody writes one. */
export const isNote = (text: string) => text.trim() === '' || isReason(text);

interface PlanProps {
  draft: PlanDraft;
  change: (part: Partial<PlanDraft>) => void;
  /** Of all its titles. */
  hasFile?: boolean;
}

/** When it comes out. A past time is the present one. */
export function PlanFields({ draft, change, hasFile = false }: PlanProps) {
  const [now] = useState(() => Date.now() / 1000);
  const at = readMoment(draft.starts);
  return (
    <>
      <MomentField
        label={m.publish_at()}
        value={draft.starts}
        onChange={(starts) => {
          change({ starts });
        }}
      />
      {at !== null && at <= now && (hasFile || !draft.needsFile) && <p role="status">{m.publish_past()}</p>}
      <div className="desk-checks desk-checks-long">
        <label>
          <input
            className="desk-tick"
            type="checkbox"
            checked={draft.needsFile}
            onChange={({ target: { checked } }) => {
              change({ needsFile: checked });
            }}
          />
          {m.publish_needs_file()}
        </label>
      </div>
    </>
  );
}

/** Publishes a hidden title: at once, or at a time in place of the one that was planned. */
export function PublishDialog({ title, isPlan, onClose }: { title: DeskTitle; isPlan: boolean; onClose: () => void }) {
  const empty = { starts: '', needsFile: '', reason: '' };
  const { value, isStored, change: store, clear } = useDraft(`publish:${String(title.id)}`, empty);
  const draft: PlanDraft = { ...value, needsFile: value.needsFile !== '' };
  const act = useAct(publishTitle, [getDeskTitle, listDeskTitles], [getDeskTitle]);
  const change = (part: Partial<PlanDraft>) => {
    const { needsFile, ...texts } = part;
    store({ ...texts, ...(needsFile !== undefined && { needsFile: needsFile ? 'yes' : '' }) });
    act.reset();
  };
  const startsAt = readMoment(draft.starts);
  const plan = isPlan && startsAt !== null ? { starts_at: startsAt, needs_file: draft.needsFile } : {};
  const finish = () => {
    clear();
    onClose();
  };
  const isReady = isNote(draft.reason) && (!isPlan || startsAt !== null);
  return (
    <Dialog title={isPlan ? m.publish_plan() : m.publish_now()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: title.id, ...plan, reason: draft.reason.trim() }, { onSuccess: finish });
        }}
      >
        <p>
          {isPlan ? m.publish_plan_note() : title.kind === 'series' ? m.publish_series_note() : m.publish_now_note()}
        </p>
        {!title.has_file && <p className="desk-note">{m.publish_without_file()}</p>}
        <DraftNote isStored={isStored} clear={clear} />
        {isPlan && <PlanFields draft={draft} change={change} hasFile={title.has_file} />}
        <ReasonField
          hint={m.publish_reason_hint()}
          value={draft.reason}
          onChange={(reason) => {
            change({ reason });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReady} busy={act.isPending}>
          {isPlan ? m.publish_plan_do() : m.publish_now_do()}
        </Button>
      </form>
    </Dialog>
  );
}

export function HideDialog({ title, onClose }: { title: DeskTitle; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`hide:${String(title.id)}`, { reason: '' });
  const { reason } = value;
  const act = useAct(hideTitle, [getDeskTitle, listDeskTitles], [getDeskTitle]);
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.title_hide()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: title.id, reason }, { onSuccess: finish });
        }}
      >
        <p>{title.kind === 'series' ? m.title_hide_series() : m.title_hide_note()}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.title_hide_do()}
        </Button>
      </form>
    </Dialog>
  );
}
