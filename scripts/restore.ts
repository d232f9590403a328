// npm run restore -- BACKUP [--data FOLDER]: puts the databases of a backup into a data folder. Stop the site first. The
// old files stay beside them. PARDEH_BACKUP_KEY decrypts.
import { restoreBackup } from '../tools/backup/restore.ts';
import { parseFileCommand } from '../tools/lib/arguments.ts';
import { command } from '../tools/lib/progress.ts';

const USAGE = 'Usage: npm run restore -- BACKUP [--data FOLDER]';
const SHOWN = 10;

await command(async () => {
  const options = { data: { type: 'string', default: 'data' } } as const;
  const { file, values } = parseFileCommand(process.argv.slice(2), options, USAGE);
  const before = `before-${new Date().toISOString().replaceAll(':', '-')}`;
  const key = process.env['PARDEH_BACKUP_KEY'] ?? '';
  const { findings, missingMedia } = await restoreBackup(file, values.data, key, before);
  for (const finding of findings) console.error(finding);
  for (const name of missingMedia.slice(0, SHOWN)) console.error(`missing from media: ${name}`);
  if (missingMedia.length > SHOWN) console.error(`… and ${missingMedia.length - SHOWN} more`);
  console.log(
    findings.length === 0 ? 'Restored. The books hold.' : `Restored. ${findings.length} findings in the books.`,
  );
  if (findings.length > 0) process.exitCode = 1;
});
