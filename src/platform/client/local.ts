import * as v from 'valibot';

/**
 * What localStorage keeps under `key`, checked by `schema`; null where there is nothing, where it has another shape
 * (an older version of the site wrote it) or where the browser refuses storage.
 */
export function readLocal<S extends v.GenericSchema>(key: string, schema: S): v.InferOutput<S> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Keeps `value` as JSON under `key`; null removes it. A full or forbidden storage is no reason to stop anything. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows of some browsers throw here; the visitor merely is not remembered.
  }
}
