import { spawnSync } from 'node:child_process';
import { hasChromium } from './chromium.ts';
import { FIREFOX } from './firefox.ts';
import { problem } from './progress.ts';

/** Programs that the tests run, with Debian's packages of them. */
const PACKAGES = {
  Chromium: ['chromium'],
  curl: ['curl'],
  ffmpeg: ['ffmpeg'],
  'firefox-esr': ['firefox-esr'],
  // WebKit decodes films by GStreamer's plugins.
  WebKitWebDriver: ['webkit2gtk-driver', 'gstreamer1.0-gl', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-bad'],
  Xvfb: ['xvfb'],
} as const;
type Program = keyof typeof PACKAGES;
const PROGRAMS = Object.keys(PACKAGES) as Program[];

export const listPackages = (program: Program): readonly string[] => PACKAGES[program];

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
