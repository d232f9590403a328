// npm run synth -- 100000 [file]: a catalogue of that size as JSON Lines, for benchmarks.
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { command, problem } from '../lib/progress.ts';
import { readCatalogue } from '../seed/read-catalogue.ts';
import { synthesizer } from './synthesize.ts';

await command(async () => {
  const [wanted = '', target] = process.argv.slice(2);
  const count = Number(wanted);
  if (!/^\d{1,7}$/.test(wanted) || count < 1) throw problem('How many titles? npm run synth -- 100000 [file.jsonl]');
  const file = target ?? `.cache/synth-${count}.jsonl`;
  mkdirSync(dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const make = synthesizer(readCatalogue());
  for (let number = 1; number <= count; number += 1) {
    if (!out.write(`${JSON.stringify(make(number))}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  console.log(`${count} titles: ${file}`);
});
