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
      reject(explain(error, host, String(port)));
    });
    // The primary of several processes listens for them.
    const isPassed =
      [process.pid, process.ppid].map(String).includes(env['LISTEN_PID'] ?? '') && Number(env['LISTEN_FDS'] ?? 0) > 0;
    server.listen(isPassed ? { fd: FIRST_FD } : { host, port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(`Port ${port} is taken. Stop its user, or choose another: --port.`, 75);
    case 'EACCES':
      return new StartProblem(`Port ${port} needs rights that this user lacks. Choose one above 1023: --port.`, 77);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`${host} is no address of this machine. Choose another: --host.`, 68);
    default:
      return error;
  }
}
