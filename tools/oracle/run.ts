import fc from 'fast-check';
import { dumpTables } from '../../tests/support/database/dump.ts';
import { askTwice, type Answer, type Question } from './ask.ts';
import { compare, type Difference } from './compare.ts';
import { generateQuestion } from './generate.ts';
import { startTwins } from './hosts.ts';
import { recordJourney } from './journey.ts';
import { listStaticFiles } from './material.ts';

/** The clock of both hosts moves by this from one request to the next, in milliseconds. */
const STEP_MS = 40;

/** On Cloudflare these rows are in Durable Objects (decision 119); the calls that read them are compared. */
const IN_OBJECTS = 'progress';

export interface OracleReport {
  requests: number;
  recorded: number;
  /** Answers by class of status. */
  statuses: Record<string, number>;
  differences: Difference[];
  /** Tables whose rows differ after the last request. */
  tables: string[];
}

interface OracleOptions {
  count: number;
  seed: number;
  at: number;
  port: number;
}

export function describeDifference({ question, part, workerd, node }: Difference): string {
  const { method, path, headers, body = '' } = question;
  return `${method} ${path} ${JSON.stringify(headers)} ${body}\n  ${part}\n    workerd ${workerd}\n    node    ${node}`;
}

/** Asks both hosts the same: the journey, then requests of the seed. `at` is the clock at the start, epoch milliseconds. */
export async function runOracle({ count, seed, at, port }: OracleOptions): Promise<OracleReport> {
  const twins = await startTwins(port);
  const report: OracleReport = { requests: 0, recorded: 0, statuses: {}, differences: [], tables: [] };
  const step = async (question: Question): Promise<Answer> => {
    report.requests += 1;
    const world = `${String(at + report.requests * STEP_MS)}.${String(seed * 100_003 + report.requests)}`;
    const [workerd, node] = await Promise.all(twins.ports.map((to) => askTwice(to, question, world)));
    if (!workerd || !node) throw new Error('a host is missing');
    report.differences.push(...(await compare(question, [workerd, node])));
    const key = `${String(Math.floor(workerd.status / 100))}xx`;
    report.statuses[key] = (report.statuses[key] ?? 0) + 1;
    return workerd;
  };
  try {
    const material = await recordJourney(step);
    report.recorded = report.requests;
    const questions = fc.sample(generateQuestion(material, listStaticFiles('dist/client')), {
      seed,
      numRuns: Math.max(1, count - report.recorded),
    });
    for (const question of questions) await step(question);
  } finally {
    await twins.stop(async ([workerd, node]) => {
      const [one, other] = [await dumpTables(workerd), await dumpTables(node)];
      for (const [name, rows] of Object.entries(one)) {
        if (name === IN_OBJECTS) continue;
        const counterparts = new Set(other[name]);
        const only = rows.find((row) => !counterparts.has(row));
        if (only !== undefined || counterparts.size !== new Set(rows).size)
          report.tables.push(`${name}: ${String(only)}`);
      }
    });
  }
  return report;
}
