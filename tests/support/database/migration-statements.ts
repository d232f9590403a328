import { readFileSync, readdirSync } from 'node:fs';

/** Every statement of every migration, in order; `change` may give another text for a file. */
export function migrationStatements(change = (_file: string, text: string) => text): string[] {
  return readdirSync('migrations')
    .sort()
    .flatMap((file) =>
      change(`migrations/${file}`, readFileSync(`migrations/${file}`, 'utf8'))
        .replace(/^\s*--.*$/gm, '')
        .split(/;\s*$/m)
        .filter((statement) => statement.trim() !== ''),
    );
}
