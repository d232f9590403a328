import { basename } from 'node:path';

/** `Profiler.Profile` of the DevTools protocol. Times in microseconds. */
export interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}
interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

const NO_WORK = ['(idle)', '(root)'];
const APART = ['(program)', '(garbage collector)', '(idle)'];

export interface ProfiledLoad {
  requests: number;
  /** Microseconds between samples. */
  interval: number;
}

/** Processor time per request, and the functions with most time of their own and with their callees. */
export function describeProfile(profile: CpuProfile, { requests, interval }: ProfiledLoad, top: number): string {
  const self = sumSelf(profile, interval);
  const total = sumTotal(profile, self);
  const selfTimes = new Map<string, number>();
  for (const node of profile.nodes) add(selfTimes, nameFrame(node), self.get(node.id) ?? 0);
  const busy = [...selfTimes].filter(([name]) => !NO_WORK.includes(name)).reduce((sum, [, time]) => sum + time, 0);
  const share = (name: string) => `${name} ${percent(selfTimes.get(name) ?? 0, busy)}`;
  return [
    `isolate: ${(busy / 1000 / requests).toFixed(2)} ms of processor time each; ${APART.map(share).join(', ')} of it`,
    '',
    'Self time',
    ...list(selfTimes, busy, requests, top),
    '',
    'Total time',
    ...list(total, busy, requests, top),
  ].join('\n');
}

/** workerd takes no samples while the isolate waits for another one, such as the simulated D1. */
function sumSelf({ samples, timeDeltas }: CpuProfile, interval: number): Map<number, number> {
  const self = new Map<number, number>();
  // A delta is the time before its sample, so the sample before it ran meanwhile.
  samples.forEach((id, at) => {
    const delta = timeDeltas[at + 1] ?? 0;
    add(self, id, delta > 2 * interval ? interval : delta);
  });
  return self;
}

/** A function that calls itself counts once. */
function sumTotal({ nodes }: CpuProfile, self: ReadonlyMap<number, number>): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const total = new Map<string, number>();
  const visit = (node: ProfileNode, path: ReadonlySet<string>): number => {
    const name = nameFrame(node);
    const inner = new Set(path).add(name);
    let time = self.get(node.id) ?? 0;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) time += visit(child, inner);
    }
    if (!path.has(name)) add(total, name, time);
    return time;
  };
  if (nodes[0]) visit(nodes[0], new Set());
  return total;
}

function list(times: ReadonlyMap<string, number>, busy: number, requests: number, top: number): string[] {
  return [...times]
    .filter(([name]) => !NO_WORK.includes(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, top)
    .map(
      ([name, time]) => `${percent(time, busy).padStart(7)} ${(time / requests).toFixed(0).padStart(6)} µs  ${name}`,
    );
}

function nameFrame({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name}  ${basename(url)}:${String(lineNumber + 1)}`;
}

function add<K>(times: Map<K, number>, key: K, time: number): void {
  times.set(key, (times.get(key) ?? 0) + time);
}

function percent(part: number, total: number): string {
  return `${((100 * part) / Math.max(1, total)).toFixed(1)} %`;
}
