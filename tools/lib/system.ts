import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
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

/** Variables with which a test finds none of the programs but Chromium, so that none of `npm test` comes to need one. */
export function hidePrograms(folder: string): Record<string, string> {
  const hidden = join(folder, 'hidden');
  mkdirSync(hidden, { recursive: true });
  const script = '#!/bin/sh\necho "$0: npm test needs Node alone; this belongs to npm run test:all" >&2\nexit 127\n';
  const names = [...PROGRAMS.filter((name) => name !== 'Chromium'), 'ffprobe'];
  for (const name of names) writeFileSync(join(hidden, name), script, { mode: 0o755 });
  return {
    PATH: [hidden, process.env['PATH'] ?? ''].join(delimiter),
    PARDEH_FIREFOX: join(hidden, 'firefox-esr'),
  };
}
