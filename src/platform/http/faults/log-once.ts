const written = new Set<string>();

export function logOnce(line: string): void {
  if (!written.has(line)) console.error(line);
  written.add(line);
}
