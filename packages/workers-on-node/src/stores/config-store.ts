import type { DatabaseSync } from 'node:sqlite';

export function createConfigStore(db: DatabaseSync): KVNamespace {
  const read = db.prepare('SELECT value FROM config WHERE key = ?');
  const write = db.prepare('INSERT INTO config VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const remove = db.prepare('DELETE FROM config WHERE key = ?');
  const store = {
    get: async (key: string) => (read.get(key) as { value: string } | undefined)?.value ?? null,
    put: async (key: string, value: string) => {
      write.run(key, value);
    },
    delete: async (key: string) => {
      remove.run(key);
    },
  };
  return store as unknown as KVNamespace;
}
