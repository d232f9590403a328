import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that must be free for a folder in memory. */
const ROOM = 4 * 2 ** 30;

/**
 * A new folder for what does not outlive this process: in memory where there is room, since a database waits for the disk
 * at each write.
 */
export function scratchFolder() {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'pardeh-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM;
  } catch {
    return false;
  }
}
