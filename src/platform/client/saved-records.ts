const DATABASE = 'saved-titles';
const STORE = 'records';

export function readRecord(name: string): Promise<unknown> {
  return run('readonly', (store) => store.get(name));
}

export async function writeRecord(name: string, value: unknown): Promise<void> {
  await run('readwrite', (store) => store.put(value, name));
}

export async function deleteRecord(name: string): Promise<void> {
  await run('readwrite', (store) => store.delete(name));
}

export async function clearRecords(): Promise<void> {
  await run('readwrite', (store) => store.clear());
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      const refuse = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('error', refuse);
      transaction.addEventListener('abort', refuse);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('closed')));
  });
}
