// Writes by-rule.json from the demo catalogue: node tests/search-queries/generate.ts. by-hand.json is written by people.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { readCatalogue } from '../../tools/seed/read-catalogue.ts';
import { picker } from './picker.ts';
import { CLASSES, RULES, shortestPrefix, type Names, type QueryClass } from './rules.ts';

const FILE = 'tests/search-queries/by-rule.json';
/** Of each class; of digits there are fewer names. */
const PER_CLASS = 44;

const titles = readCatalogue().titles.map(({ id, kind, name_fa, name_en, name_latin }) => ({
  id,
  type: kind,
  names: { fa: name_fa, en: name_en, latin: name_latin },
}));
const all = titles.flatMap(({ names }) => Object.values(names));

function made(kind: QueryClass, names: Names, pick: ReturnType<typeof picker>): string[] {
  if (kind !== 'prefix') return RULES[kind](names, pick);
  return [shortestPrefix(names.fa, all), shortestPrefix(names.en, all)].filter((prefix) => prefix !== null);
}

/** All that the rule makes of all titles, thinned evenly, so that every part of the catalogue is asked for. */
function generateQueries(kind: QueryClass) {
  const pick = picker(`rules/${kind}`);
  const every = titles.flatMap(({ id, type, names }) =>
    made(kind, names, pick).map((query) => ({ class: kind, query, type, id })),
  );
  const step = Math.max(1, every.length / PER_CLASS);
  return every.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

const json = JSON.stringify(CLASSES.flatMap(generateQueries));
writeFileSync(FILE, await format(json, { ...(await resolveConfig(FILE)), filepath: FILE }));
