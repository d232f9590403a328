// Before every command: node_modules must match the lockfile. Silent when it does.
import { install, isInstalled } from './lib/install.mjs';
import { command } from './lib/progress.mjs';

await command(async () => {
  if (!isInstalled()) await install();
});
