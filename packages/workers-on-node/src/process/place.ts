import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** This process among those of one port: the number of its seat, from 0, and the folder of the processes' sockets. */
export interface Place {
  index: number;
  count: number;
  sockets: string;
}

/** By the environment that the primary process sets (primary.ts); null for a process alone. */
export function readPlace(env: NodeJS.ProcessEnv): Place | null {
  const { WORKERS_SEAT: seat, WORKERS_SEATS: seats, WORKERS_SOCKETS: sockets } = env;
  if (seat === undefined || sockets === undefined) return null;
  return { index: Number(seat), count: Number(seats), sockets };
}

/** The seat at which all members of a room meet. */
export function chooseSeat(room: string, count: number): number {
  return createHash('sha256').update(room).digest().readUInt32BE(0) % count;
}

export function getSocketPath({ sockets }: Place, index: number): string {
  return join(sockets, `${String(index)}.sock`);
}
