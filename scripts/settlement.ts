// npm run settlement -- FILE: matches a bank's settlement file with the payments (docs/money.md). Exits 1 on differences.
import { readFileSync } from 'node:fs';
import { runSettlement } from '../tools/settlement/run.ts';
import { command } from '../tools/lib/progress.ts';

await command(async () => {
  const { lines, isEqual } = await runSettlement(process.argv.slice(2), (file) => readFileSync(file));
  for (const line of lines) console.log(line);
  if (!isEqual) process.exitCode = 1;
});
