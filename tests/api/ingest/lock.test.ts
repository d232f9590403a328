import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockTitle } from '../../../tools/ingest/lock.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pardeh-lock-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a second ingest of a title is refused in words while the first runs, and takes over when it was killed', async () => {
  const other = spawn('sleep', ['60']);
  writeFileSync(join(folder, 'movie-1.lock'), String(other.pid));
  const lock = () => lockTitle(folder, { kind: 'movie', id: 1 });
  expect(lock).toThrow(`Another ingest works on movie/1 (process ${String(other.pid)}). Wait for its end.`);
  expect(() => lockTitle(folder, { kind: 'movie', id: 2 })).not.toThrow();

  other.kill('SIGKILL');
  await new Promise((ended) => other.on('exit', ended));
  expect(lock).not.toThrow();
});
