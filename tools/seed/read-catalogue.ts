import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { appDetails, type AppDetails } from '../../src/features/site/contract.ts';
import { seedFile, type Catalogue, type Person } from './schema.ts';

const FOLDER = 'seed/catalogue';
const APP_DETAILS_FILE = 'app-details.json';

/** The committed catalogue: every file of seed/catalogue in one, in the files' order; people once for each slug. */
export function readCatalogue(folder = FOLDER): Catalogue {
  const merged = v.parse(seedFile, {});
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json') || file === APP_DETAILS_FILE) continue;
    const content = parseFile(seedFile, join(folder, file));
    merged.people.push(...content.people);
    merged.titles.push(...content.titles);
    merged.genres.push(...content.genres);
    merged.categories.push(...content.categories);
    merged.channels.push(...content.channels);
    merged.magazines.push(...content.magazines);
    merged.plans.push(...content.plans);
    merged.chapters.push(...content.chapters);
    merged.markers.push(...content.markers);
    merged.screenings.push(...content.screenings);
    merged.lists.push(...content.lists);
    merged.prices.push(...content.prices);
    merged.discount_codes.push(...content.discount_codes);
  }
  return { ...merged, people: mergePeople(merged.people) };
}

export const readTestCatalogue = (): Catalogue => ({ ...readCatalogue(), forTests: true });

/** The footer's details, terms and questions. */
export function readAppDetails(folder = FOLDER): AppDetails {
  return parseFile(appDetails, join(folder, APP_DETAILS_FILE));
}

function parseFile<S extends v.GenericSchema>(schema: S, file: string): v.InferOutput<S> {
  const parsed = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  throw new Error(`${file} does not fit tools/seed/schema.ts:\n${problems.join('\n')}`);
}

/** Several files name the same people; the first entry counts, and takes a birth year from any other. */
function mergePeople(people: readonly Person[]): Person[] {
  const bySlug = new Map<string, Person>();
  for (const person of people) {
    const first = bySlug.get(person.slug);
    if (!first) bySlug.set(person.slug, { ...person });
    else first.born ??= person.born;
  }
  return [...bySlug.values()];
}
