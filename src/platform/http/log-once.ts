/** What has been written to the log of this isolate. */
const written = new Set<string>();

/** Writes a line to the log unless it stands there already: for what is wrong with every request. */
export function logOnce(line: string): void {
  if (!written.has(line)) console.error(line);
  written.add(line);
}
