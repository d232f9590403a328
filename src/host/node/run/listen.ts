import type { Server } from 'node:http';
import { StartProblem } from './problem.ts';

/** The first descriptor that systemd passes (sd_listen_fds(3)). */
const FIRST_FD = 3;

/** Listens on systemd's socket where there is one, else on the address. Throws a StartProblem where the port is taken. */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new StartProblem(`Port ${String(port)} is taken. Stop its user, or choose another: --port.`, 75)
          : error,
      );
    });
    // The primary of several processes listens for them.
    const isPassed =
      [process.pid, process.ppid].map(String).includes(env['LISTEN_PID'] ?? '') && Number(env['LISTEN_FDS'] ?? 0) > 0;
    server.listen(isPassed ? { fd: FIRST_FD } : { host, port }, resolve);
  });
}
