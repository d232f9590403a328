// The compiled texts and Astro's types, before unit tests or an editor needs them.
import { generate } from './lib/generate.ts';
import { command } from './lib/progress.ts';

await command(generate);
