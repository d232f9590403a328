// The compiled texts and Astro's types, before unit tests or an editor needs them.
import { generate } from './lib/generate.mjs';
import { command } from './lib/progress.mjs';

await command(generate);
