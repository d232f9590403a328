/** Typed text of a form that was not sent, in this browser: no codes, and no secrets. */
interface StoredDraft {
  form: string;
  /** The member's name: nobody else sees it. */
  owner: string;
  /** Of the act, so that one whose answer was lost is not made twice. */
  key: string;
  value: Record<string, string>;
  /** Milliseconds since 1970. */
  at: number;
}

const DATABASE = 'pardeh-desk';
const STORE = 'drafts';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

let database: Promise<IDBDatabase> | null = null;

/** Null where there is none, or where the browser stores nothing. Removes those of others, and old ones. */
export async function loadDraft(owner: string, form: string): Promise<StoredDraft | null> {
  try {
    const drafts = (await ask((await openStore()).getAll())) as StoredDraft[];
    const isOld = ({ at }: StoredDraft) => Math.abs(Date.now() - at) > MAX_AGE_MS;
    for (const draft of drafts) if (draft.owner !== owner || isOld(draft)) await removeDraft(draft.form);
    return drafts.find((draft) => draft.form === form && draft.owner === owner && !isOld(draft)) ?? null;
  } catch {
    return null;
  }
}

export async function storeDraft(draft: Omit<StoredDraft, 'at'>): Promise<void> {
  try {
    await ask((await openStore()).put({ ...draft, at: Date.now() }));
  } catch {
    // A browser without storage: the form works without drafts.
  }
}

export async function removeDraft(form: string): Promise<void> {
  try {
    await ask((await openStore()).delete(form));
  } catch {
    // As above.
  }
}

/** At the end of the member's session or place; `keepOf`: at the sign-in of this member, those of others. */
export async function clearDrafts(keepOf: string | null = null): Promise<void> {
  try {
    if (keepOf === null) await ask((await openStore()).clear());
    else {
      const drafts = (await ask((await openStore()).getAll())) as StoredDraft[];
      for (const { form, owner } of drafts) if (owner !== keepOf) await removeDraft(form);
    }
  } catch {
    // As above.
  }
}

async function openStore(): Promise<IDBObjectStore> {
  database ??= openDatabase();
  return (await database).transaction(STORE, 'readwrite').objectStore(STORE);
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'form' });
  };
  return ask(request);
}

function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the browser stores nothing'));
    };
  });
}
