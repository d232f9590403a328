// @module-tag full
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockTitle } from '../../../tools/ingest/lock.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

test('a second ingest of a title is refused in words while the first runs, and takes over when it was killed', async () => {
  const other = spawn('sleep', ['60']);
  writeFileSync(inFolder('movie-1.lock'), String(other.pid));
  const lock = () => lockTitle(inFolder(), { kind: 'movie', id: 1 });
  expect(lock).toThrow(`Another ingest works on movie/1 (process ${String(other.pid)}).`);
  expect(lock).toThrow(`or delete ${inFolder('movie-1.lock')} if none runs.`);
  expect(() => lockTitle(inFolder(), { kind: 'movie', id: 2 })).not.toThrow();

  other.kill('SIGKILL');
  await new Promise((ended) => other.on('exit', ended));
  expect(lock).not.toThrow();
});
