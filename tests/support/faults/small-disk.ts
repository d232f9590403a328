import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { once } from 'node:events';

/** A disk for a folder that can be full, or read-only, for the programs behind `enter`. */
export interface SmallDisk {
  /** The folder as this process reaches it. SQLite does not take such a path. */
  outside: string;
  /** Goes before a program and its arguments. */
  enter: () => readonly string[];
  /** `pid`: the program that runs on it. */
  fill: (pid?: number) => void;
  /** Room for so many mebibytes of one more file. */
  leave: (mebibytes: number, pid?: number) => void;
  free: (pid?: number) => void;
  makeReadOnly: () => void;
  close: () => void;
}

const BLOCK = new Uint8Array(2 ** 16);

/** A file system of its own; where mounting is not permitted, programs that may not write to a file any more. */
export async function openSmallDisk(folder: string, mebibytes: number): Promise<SmallDisk> {
  mkdirSync(folder, { recursive: true });
  return (await mountDisk(folder, mebibytes)) ?? limitFiles(folder);
}

/** In a mount namespace, as the blackout drill's (tests/blackout/enter.sh): root needs CAP_SYS_ADMIN, others a user
 * namespace. The namespace and the disk end with `close`, or with this process. */
async function mountDisk(folder: string, mebibytes: number): Promise<SmallDisk | null> {
  const isRoot = process.getuid?.() === 0;
  const script = `mount -t tmpfs -o size=${String(mebibytes)}m,mode=750 pardeh "$0" && echo mounted && exec cat`;
  const user = isRoot ? [] : ['--user', '--map-root-user'];
  const holder = spawn('unshare', ['--mount', ...user, 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const isMounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
  ]);
  if (!isMounted) return null;
  const pid = String(holder.pid);
  const outside = `/proc/${pid}/root${folder}`;
  const ballast = `${outside}/ballast`;
  const enter = [
    ...['nsenter', '--target', pid, '--mount', '--wd'],
    ...(isRoot ? [] : ['--user', '--preserve-credentials']),
  ];
  return {
    outside,
    enter: () => enter,
    fill: () => fillUp(ballast),
    leave: (room) => {
      const { bavail, bsize } = statfsSync(outside);
      writeFileSync(ballast, new Uint8Array(Math.max(0, bavail * bsize - room * 2 ** 20)));
    },
    free: () => rmSync(ballast),
    makeReadOnly: () => run([...enter, 'mount', '-o', 'remount,ro', folder]),
    close: () => holder.stdin.end(),
  };
}

function fillUp(file: string): void {
  const ballast = openSync(file, 'a');
  try {
    for (;;) writeSync(ballast, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(ballast);
  }
}

function limitFiles(folder: string): SmallDisk {
  let enter: readonly string[] = [];
  const limit = (bytes: string, pid?: number) => {
    enter = ['prlimit', `--fsize=${bytes}:unlimited`];
    if (pid !== undefined) run([...enter, '--pid', String(pid)]);
  };
  return {
    outside: folder,
    enter: () => enter,
    fill: (pid) => limit('0', pid),
    leave: (room, pid) => limit(String(room * 2 ** 20), pid),
    free: (pid) => limit('unlimited', pid),
    makeReadOnly: () => {
      run(['chmod', '-R', 'a-w', folder]);
      enter = MIND_RIGHTS;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

function run([command = '', ...args]: readonly string[]): void {
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${command} failed`);
}

/** Root minds no rights: goes before a program that must. */
export const MIND_RIGHTS: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
