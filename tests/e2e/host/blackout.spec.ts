// @module-tag full
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from '../../../tools/lib/processes.ts';
import { packOffline } from '../../../tools/pack/pack-offline.ts';
import { SEEDED_DATA, seedData } from '../../../tools/node-server/test-server.ts';

test('the packed archive runs where loopback is the only network, and nothing tries to leave', async () => {
  test.setTimeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-blackout-'));
  try {
    const archive = join(folder, 'pardeh.tar.gz');
    await packOffline(archive);
    await seedData();
    mkdirSync(join(folder, 'machine'));
    expect(await run('tar', ['--extract', '--file', archive, '--directory', join(folder, 'machine')])).toMatchObject({
      code: 0,
    });
    const data = join(folder, 'data');
    cpSync(SEEDED_DATA, data, { recursive: true });
    const drill = ['playwright', 'test', '--config', 'tests/blackout/playwright.config.ts'];
    const env = { ARCHIVE: join(folder, 'machine/pardeh'), DATA: data, PARDEH_URL: 'http://localhost:4384' };
    const { code, output } = await run('tests/blackout/enter.sh', [folder, ...drill], { env });
    expect(code, output).toBe(0);
    expect(output).toContain('2 passed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
