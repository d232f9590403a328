// The compiled texts and Astro's types, before unit tests or an editor needs them.
import { generate } from '../tools/lib/generate.ts';
import { command } from '../tools/lib/progress.ts';

await command(generate);
