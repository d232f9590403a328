// npm run desk:owner -- MOBILE: makes an owner of the desk alone, by the operator's API of a site (docs/desk.md).
import { addStaff } from '../src/features/staff/contract.ts';
import { parseFileCommand } from '../tools/lib/arguments.ts';
import { LOCAL_SITE, openOperator } from '../tools/lib/operator-client.ts';
import { command } from '../tools/lib/progress.ts';

const USAGE = `npm run desk:owner -- MOBILE [--name NAME]   gives the account of this number the place of an owner
  The number has signed in to the site once.   --site URL (default ${LOCAL_SITE})`;

await command(async () => {
  const { file: mobile, values } = parseFileCommand(
    process.argv.slice(2),
    { name: { type: 'string', default: 'owner' }, site: { type: 'string', default: LOCAL_SITE } },
    USAGE,
  );
  const { data } = await openOperator(values.site)(addStaff, { mobile, name: values.name, role: 'owner' });
  console.log(`${data.name} (${data.mobile}) is an owner from now on. Next: a second factor, at ${values.site}/desk.`);
});
