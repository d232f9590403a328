import * as v from 'valibot';
import { isReason } from '../../../platform/desk/ReasonField.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { checkPart } from '../check-part.ts';
import {
  getSitePart,
  listSiteVersions,
  saveSitePart,
  siteValue,
  type SiteValue,
  type SiteVersion,
} from '../texts-contract.ts';

/** A value may be incomplete while it is typed: the server reads it again. */
function readDraft<T extends SiteVersion['value']>(text: string, present: T): T {
  if (text === '') return present;
  const draft = JSON.parse(text) as T;
  return draft.part === present.part ? draft : present;
}

const hasFaults = (value: SiteValue) => Object.keys(checkPart(value).faults).length > 0;

/** A part as it is typed, on top of the version that it was begun on. */
export function usePartEdit<T extends SiteVersion['value']>(version: Omit<SiteVersion, 'value'> & { value: T }) {
  const {
    value: draft,
    isStored,
    change,
    clear,
  } = useDraft(`site:${version.value.part}`, {
    ...{ text: '', rev: '', reason: '' },
  });
  const act = useAct(saveSitePart, [getSitePart, listSiteVersions], [getSitePart]);
  const value = readDraft(draft.text, version.value);
  const rev = draft.rev === '' ? version.rev : Number(draft.rev);
  const isComplete = v.is(siteValue, value) && (value.part === 'house' || value.part === 'flags' || !hasFaults(value));
  const isTouched = draft.text !== '' && draft.text !== JSON.stringify(version.value);
  return {
    ...{ value, isTouched, isStored, clear },
    reason: draft.reason,
    error: act.error,
    isSaved: act.isSuccess && !isTouched,
    isBusy: act.isPending,
    /** Somebody else saved a version since. */
    isBehind: isTouched && rev !== version.rev,
    isIncomplete: isTouched && !isComplete,
    isReady: isTouched && isComplete && isReason(draft.reason),
    edit: (next: T) => {
      act.reset();
      change({ text: JSON.stringify(next), rev: String(rev) });
    },
    setReason: (reason: string) => {
      change({ reason });
    },
    keepMine: () => {
      change({ rev: String(version.rev) });
    },
    save: () => {
      act.mutate({ value, rev, reason: draft.reason }, { onSuccess: clear });
    },
  };
}

export type PartEdit<T extends SiteVersion['value']> = ReturnType<typeof usePartEdit<T>>;
