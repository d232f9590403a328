// npm run install:system: on Debian as root, installs the programs that the tests need: Chromium, Firefox, WebKit,
// curl and ffmpeg.
import { existsSync } from 'node:fs';
import { findChromiumWithTabs, HEADLESS_SHELL } from '../tools/lib/chromium.ts';
import { run } from '../tools/lib/processes.ts';
import { command, problem, withProgress } from '../tools/lib/progress.ts';
import { listMissingPrograms, listPackages } from '../tools/lib/system.ts';

const OPTIONS = ['-q', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120'];
const ENV = { DEBIAN_FRONTEND: 'noninteractive' };

async function aptGet(...args: string[]): Promise<string> {
  const { code, output } = await run('apt-get', [...OPTIONS, ...args], { env: ENV });
  return code === 0 ? '' : output.slice(-2000);
}

const install = (...names: string[]) =>
  withProgress(`Installing ${names.join(', ')} (apt-get)`, () =>
    aptGet('install', '-y', '--no-install-recommends', ...names),
  );

await command(async () => {
  const hasShell = existsSync(HEADLESS_SHELL) || Boolean(process.env['PARDEH_CHROMIUM']);
  const missing = listMissingPrograms();
  const hasTabs = findChromiumWithTabs() !== undefined;
  if (missing.length === 0 && hasShell && hasTabs) return;
  const list = missing.join(', ');
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    if (missing.length === 0) return;
    throw problem(`Install these yourself: ${list}. This command knows Debian only, as root.`);
  }
  // A failed update need not matter: the lists may be there already.
  const notes = [await withProgress('Reading package lists (apt-get)', () => aptGet('update'))];
  if (!hasShell) notes.push(await install('chromium-headless-shell'));
  if (!hasTabs) notes.push(await install('chromium'));
  for (const name of listMissingPrograms()) notes.push(await install(...listPackages(name)));
  const remaining = listMissingPrograms();
  if (remaining.length > 0) throw problem(`Could not install ${remaining.join(', ')}:\n${notes.join('\n').trim()}`);
});
