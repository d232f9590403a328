import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { finishBuild } from '../../../tools/lib/build.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

it('leaves the secrets in a build to their owner alone', () => {
  const vars = inFolder('server', '.dev.vars');
  for (const folder of ['server', 'client']) mkdirSync(inFolder(folder));
  writeFileSync(vars, 'MEDIA_SIGNING_KEY=x\n');
  chmodSync(vars, 0o644);
  finishBuild(inFolder());
  expect(statSync(vars).mode & 0o777).toBe(0o600);
});

it('needs no file of secrets', () => {
  mkdirSync(inFolder('bare', 'client'), { recursive: true });
  expect(() => {
    finishBuild(inFolder('bare'));
  }).not.toThrow();
});
