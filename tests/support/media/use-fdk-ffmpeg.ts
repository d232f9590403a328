import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A PATH in which `ffmpeg` is one with libfdk_aac. `folder` is the test's own. */
export function makeFdkPath(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = process.env['PATH'] ?? '';
  const program = resolve('tests/support/media/fdk-ffmpeg.ts');
  const script = `#!/bin/sh\nPATH='${path}' exec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  return `${folder}:${path}`;
}
