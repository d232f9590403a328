/** The key of an act that happens once, however often it is sent. */
export function createKey(act: string): string {
  return `desk-${act}-${crypto.randomUUID()}`;
}
