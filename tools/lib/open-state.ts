import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '.cache';
/** A table of wrangler.toml that speaks of Durable Objects. */
const DURABLE = /^\[\[(?:durable_objects\.bindings|migrations)\]\]\n(?:(?!\[).*\n)*/gm;

/**
 * The Worker's bindings for a program outside of it: wrangler.toml without Durable Objects, whose classes only the Worker
 * has, and which wrangler and workerd would both warn about at each start.
 */
export function bindingsConfig(): string {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, 'bindings.toml');
  // In one step: tests that run side by side read it while others write it.
  const temporary = `${path}.${crypto.randomUUID()}`;
  writeFileSync(temporary, readFileSync('wrangler.toml', 'utf8').replace(DURABLE, ''));
  renameSync(temporary, path);
  return path;
}

/** Opens the bindings of a folder of local state, as `npm start` has it; null: empty ones. `dispose` writes and closes. */
export async function openState(folder: string | null) {
  // A packed site has no miniflare.
  const { openBindings } = await import('../../tools/local-d1/open.ts');
  return openBindings(bindingsConfig(), folder === null ? null : join(folder, 'v3'));
}
