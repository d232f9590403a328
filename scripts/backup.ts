// npm run backup -- FOLDER [--data FOLDER]: copies the databases of the Node host while the site runs, into
// FOLDER/<time>, with a list of the media files. PARDEH_BACKUP_KEY encrypts the copy.
import { join } from 'node:path';
import { makeBackup } from '../tools/backup/backup.ts';
import { parseFileCommand } from '../tools/lib/arguments.ts';
import { command } from '../tools/lib/progress.ts';

const USAGE = 'Usage: npm run backup -- FOLDER [--data FOLDER]';

await command(async () => {
  const options = { data: { type: 'string', default: 'data' } } as const;
  const { file, values } = parseFileCommand(process.argv.slice(2), options, USAGE);
  const target = join(file, new Date().toISOString().replaceAll(':', '-'));
  await makeBackup(values.data, target, process.env['PARDEH_BACKUP_KEY'] ?? '');
  console.log(`The backup is in ${target}.`);
});
