import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { once } from 'node:events';

/** A file system of its own for a folder, which only programs behind `enter` see. */
export interface SmallDisk {
  /** The folder as this process reaches it. SQLite does not take such a path. */
  outside: string;
  /** Goes before a program and its arguments. */
  enter: readonly string[];
  fill: () => void;
  free: () => void;
  makeReadOnly: () => void;
  close: () => void;
}

const BLOCK = new Uint8Array(2 ** 16);
const FULL = 'ENOSPC';

/** In a mount namespace, as the blackout drill's (tests/blackout/enter.sh): root needs CAP_SYS_ADMIN, others a user
 * namespace. The namespace and the disk end with `close`, or with this process. */
export async function openSmallDisk(folder: string, mebibytes: number): Promise<SmallDisk> {
  mkdirSync(folder, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const script = `mount -t tmpfs -o size=${String(mebibytes)}m,mode=750 pardeh "$0" && echo mounted && exec cat`;
  const user = isRoot ? [] : ['--user', '--map-root-user'];
  const holder = spawn('unshare', ['--mount', ...user, 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit').then(() => {
    throw new Error('a small disk needs a mount namespace: run as root with CAP_SYS_ADMIN, or allow user namespaces');
  });
  await Promise.race([once(holder.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  const pid = String(holder.pid);
  const outside = `/proc/${pid}/root${folder}`;
  const ballast = `${outside}/ballast`;
  const enter = [
    ...['nsenter', '--target', pid, '--mount', '--wd'],
    ...(isRoot ? [] : ['--user', '--preserve-credentials']),
  ];
  return {
    outside,
    enter,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast),
    makeReadOnly: () => {
      const [command = '', ...args] = [...enter, 'mount', '-o', 'remount,ro', folder];
      if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error('remount failed');
    },
    close: () => holder.stdin.end(),
  };
}

function fillUp(file: string): void {
  const ballast = openSync(file, 'a');
  try {
    for (;;) writeSync(ballast, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== FULL) throw error;
  } finally {
    closeSync(ballast);
  }
}

/** Root minds no rights: goes before a program that must. */
export const MIND_RIGHTS: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
