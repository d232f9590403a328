/** The whole text of an error and of what caused it: Drizzle wraps what D1 says. */
function joinMessages(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) texts.push(at.message);
  return texts.join('\n');
}

/** Whether D1 refused a statement by a rule of this name: a trigger's message, or an index's or table's columns. */
export function isRefusedBy(error: unknown, rule: string): boolean {
  return joinMessages(error).includes(rule);
}

/** Whether D1 refused by any rule of ours, so that trying again would only be refused again. */
function isRule(error: unknown): boolean {
  return /SQLITE_CONSTRAINT|constraint failed/i.test(joinMessages(error));
}

/**
 * Does a write that may be repeated, and repeats it once where D1 failed for another reason than a rule: its batches
 * are all or nothing, and a worker may lose the answer of one.
 */
export async function twice<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isRule(error)) throw error;
    return write();
  }
}
