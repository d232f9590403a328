import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder for the tests of a file; it is removed after them. Gives paths below it. */
export function useTemporaryFolder(): (...names: string[]) => string {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pardeh-test-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (...names) => join(folder, ...names);
}
