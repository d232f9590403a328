import * as v from 'valibot';
import { readLocal, writeLocal } from '../client/local.ts';

/** Typed text of a form that was not sent, in this browser: no codes, and no secrets. */
const storedDraft = v.object({
  /** The member's name: nobody else sees it. */
  owner: v.string(),
  /** Of the act, so that one whose answer was lost is not made twice. */
  key: v.string(),
  value: v.record(v.string(), v.string()),
  /** Milliseconds since 1970. */
  at: v.number(),
});
type StoredDraft = v.InferOutput<typeof storedDraft>;

const PREFIX = 'desk-draft:';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** Null where there is none, or where the browser stores nothing. */
export function loadDraft(owner: string, form: string): StoredDraft | null {
  const draft = readLocal(PREFIX + form, storedDraft);
  return draft !== null && draft.owner === owner && !isOld(draft) ? draft : null;
}

/** Has stored when it returns: a page that is left in the next moment loses no letter. */
export function storeDraft(form: string, draft: Omit<StoredDraft, 'at'>): void {
  writeLocal(PREFIX + form, { ...draft, at: Date.now() });
}

export function removeDraft(form: string): void {
  writeLocal(PREFIX + form, null);
}

/** Calls `onChange` when another tab has stored or removed the draft, or the browser shows a page that it kept. Returns the end. */
export function followDraft(form: string, onChange: (isRemoved: boolean) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === PREFIX + form || key === null) onChange(newValue === null);
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange(false);
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShow);
  };
}

/** At the end of the member's session or place; `keepOf`: at the sign-in of this member, those of others and old ones. */
export function clearDrafts(keepOf: string | null = null): void {
  for (const form of listForms()) if (keepOf === null || loadDraft(keepOf, form) === null) removeDraft(form);
}

function listForms(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    // A browser without storage: the forms work without drafts.
    return [];
  }
}

function isOld({ at }: StoredDraft): boolean {
  return Math.abs(Date.now() - at) > MAX_AGE_MS;
}
