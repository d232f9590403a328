import { spawnSync } from 'node:child_process';
import { hasChromium } from './chromium.ts';
import { FIREFOX } from './firefox.ts';
import { problem } from './progress.ts';

/** Programs that the tests run. Debian's packages have these names in lower case. */
const PROGRAMS = ['Chromium', 'curl', 'ffmpeg', 'firefox-esr'] as const;
type Program = (typeof PROGRAMS)[number];

/** The programs that this machine lacks. */
export function listMissingPrograms(programs: readonly Program[] = PROGRAMS): Program[] {
  const isInstalled = (name: Program) =>
    name === 'Chromium'
      ? hasChromium()
      : spawnSync(name === 'firefox-esr' ? FIREFOX : name, ['-version']).error === undefined;
  return programs.filter((name) => !isInstalled(name));
}

/** Throws a Problem that names the missing programs and the command that installs them. */
export function requirePrograms(...programs: Program[]): void {
  const missing = listMissingPrograms(programs.length > 0 ? programs : PROGRAMS).join(', ');
  if (missing !== '')
    throw problem(`Not installed: ${missing}. On Debian as root, \`npm run install:system\` installs it.`);
}
