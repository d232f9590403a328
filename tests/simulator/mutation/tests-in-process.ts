/** Replaces Vitest for tests of mutants, in this process (judge.ts): a run starts at once, and stops at a failure. */
export { expect, vi } from 'vitest';

type Work = (...args: never[]) => unknown;
interface Suite {
  before: Work[];
  after: Work[];
  beforeEach: Work[];
  afterEach: Work[];
  /** In their order: tests, and suites in this one. */
  items: ((around: Suite[]) => Promise<void>)[];
}

const newSuite = (): Suite => ({ before: [], after: [], beforeEach: [], afterEach: [], items: [] });
let current = newSuite();
let ran = 0;

export function describe(_name: string, collect: () => void): void {
  const outer = current;
  const inner = (current = newSuite());
  collect();
  current = outer;
  outer.items.push((around) => runSuite(inner, around));
}

export function it(_name: string, ...rest: unknown[]): void {
  const work = rest.find((one): one is Work => typeof one === 'function');
  if (!work) throw new Error('a test without work');
  current.items.push(async (around) => {
    ran += 1;
    for (const { beforeEach: works } of around) await runAll(works);
    try {
      await work();
    } finally {
      for (const { afterEach: works } of around.toReversed()) await runAll(works);
    }
  });
}

const each =
  (add: (name: string, work: () => void) => void) =>
  (table: readonly unknown[]) =>
  (name: string, work: (...args: unknown[]) => void) => {
    for (const row of table) {
      add(name, () => (Array.isArray(row) ? work(...(row as unknown[])) : work(row)));
    }
  };
describe.each = each(describe);
it.each = each(it);
export const test = it;

export const beforeAll = (work: Work) => void current.before.push(work);
export const afterAll = (work: Work) => void current.after.push(work);
export const beforeEach = (work: Work) => void current.beforeEach.push(work);
export const afterEach = (work: Work) => void current.afterEach.push(work);

/** Runs the tests of a file, which `load` collects; how many there were. Throws what the first that fails throws. */
export async function runFile(load: () => Promise<unknown>): Promise<number> {
  const file = (current = newSuite());
  ran = 0;
  await load();
  await runSuite(file, []);
  return ran;
}

async function runSuite(suite: Suite, around: Suite[]): Promise<void> {
  try {
    await runAll(suite.before);
    for (const run of suite.items) await run([...around, suite]);
  } finally {
    await runAll(suite.after);
  }
}

async function runAll(works: readonly Work[]): Promise<void> {
  for (const work of works) await work();
}
