import * as v from 'valibot';
import { problem } from './progress.ts';

/** A build opens all compiled texts at once. Where it may not, it stops with a text that seems to be missing. */
const NEEDED = 2048;

const report = v.object({
  userLimits: v.object({ open_files: v.object({ soft: v.union([v.number(), v.literal('unlimited')]) }) }),
});

/** A Problem where this process may not open enough files. Node has raised its limit as far as it may. */
export function requireOpenFiles(): void {
  const { soft } = v.parse(report, process.report.getReport()).userLimits.open_files;
  if (soft === 'unlimited' || soft >= NEEDED) return;
  throw problem(
    `A process may open ${String(soft)} files here, and a build needs ${String(NEEDED)}: raise \`ulimit -Hn\`, in a container by --ulimit nofile=${String(NEEDED)}.`,
  );
}
