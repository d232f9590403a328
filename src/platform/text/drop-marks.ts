const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Takes the marks that turn text around out of all texts of a value, in place: `<bdi>` does not end an isolate inside it. */
export function dropMarks<T>(value: T): T {
  if (typeof value === 'string') return value.replace(MARKS, '') as T;
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    const part = dropMarks(parts[key]);
    if (part !== parts[key]) parts[key] = part;
  }
  return value;
}
