import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** From now on `ffmpeg` is one with libfdk_aac, in this process and its children. `folder` is the test's own. */
export function useFdkFfmpeg(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = process.env['PATH'] ?? '';
  const program = resolve('tests/support/fdk-ffmpeg.ts');
  const script = `#!/bin/sh\nPATH='${path}' exec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  process.env['PATH'] = `${folder}:${path}`;
}
