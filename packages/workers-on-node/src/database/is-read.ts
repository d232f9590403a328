const CHANGE = /\b(insert|update|delete|replace)\b/i;

/** True if a statement only reads. A reader's connection refuses a change, so a doubtful one is sent to the writer. */
export function isRead(sql: string): boolean {
  return /^\s*(select|values)\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !CHANGE.test(sql));
}
