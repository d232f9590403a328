import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../lib/progress.ts';
import type { IngestOptions } from './options.ts';

/** Holds a title until the returned function is called or this process ends; a Problem where another ingest has it. */
export function lockTitle(root: string, { kind, id }: IngestOptions['title']): () => void {
  const file = join(root, `${kind}-${id}.lock`);
  const owner = take(file) ?? (removeStale(file) ? take(file) : readOwner(file));
  if (owner !== OWN) {
    throw problem(
      `Another ingest works on ${kind}/${id} (process ${owner ?? 'unknown'}). Wait for its end, or delete ${file} if none runs.`,
      'busy',
    );
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

const OWN = String(process.pid);

/** This process's id where it has made the file; null where there is one. */
function take(file: string): string | null {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, OWN);
    closeSync(handle);
    return OWN;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** A process that was killed leaves its file. */
function removeStale(file: string): boolean {
  const owner = Number(readOwner(file));
  if (!Number.isInteger(owner) || owner <= 0 || isRunning(owner)) return false;
  rmSync(file, { force: true });
  return true;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
