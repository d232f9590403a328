// npm run ingest -- FILE --title movie/12: makes a film file into a title that plays. docs/operations.md says more.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestTitle } from '../tools/ingest/ingest-title.ts';
import { parseOptions } from '../tools/ingest/options.ts';
import { command, problem } from '../tools/lib/progress.ts';

await command(() => runInWords(ingest));

async function ingest(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  await ingestTitle(options, { signal: stop.signal });
}

/** An unforeseen error as a sentence; its stack goes into a file. */
async function runInWords(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Problem') throw error;
    const log = join(tmpdir(), `pardeh-ingest-${process.pid}.log`);
    writeFileSync(log, error.stack ?? error.message);
    throw problem(`Nothing was published: ${error.message}\nThis was not foreseen. ${log} has the details.`);
  }
}
