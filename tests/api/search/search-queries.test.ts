import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { CLASSES } from '../../search-queries/rules.ts';

/** Issue 3, section 3: the right title is among the first three for 95 % of the queries of every class. */
const BAR = 0.95;
const FIRST = 3;
const QUERIES = 300;

const file = v.array(
  v.strictObject({ class: v.picklist(CLASSES), query: v.string(), type: v.string(), id: v.number() }),
);
const queries = ['by-rule', 'by-hand'].flatMap((name) =>
  v.parse(file, JSON.parse(readFileSync(`tests/search-queries/${name}.json`, 'utf8'))),
);

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());

/** The place of the title in the suggestions, from 1; null where it is not among them. */
async function findPlace(query: string, wanted: { type: string; id: number }): Promise<number | null> {
  const result = await site.api(quickSearch, { query });
  if (!result.ok) throw new Error(`${query}: ${JSON.stringify(result.error)}`);
  const at = result.value.data.findIndex(({ type, id }) => type === wanted.type && id === wanted.id);
  return at < 0 ? null : at + 1;
}

test('the set is large enough, by rule and by hand', () => {
  expect(queries.length).toBeGreaterThanOrEqual(QUERIES);
  for (const kind of CLASSES) expect(queries.filter((query) => query.class === kind).length).toBeGreaterThanOrEqual(30);
});

describe('the right title is among the first three for 95 % of', () => {
  test.each(CLASSES)('%s', async (kind) => {
    const kindQueries = queries.filter((query) => query.class === kind);
    const missed: string[] = [];
    for (const { query, type, id } of kindQueries) {
      const place = await findPlace(query, { type, id });
      if (place === null || place > FIRST) missed.push(`${query} → ${type} ${String(id)} at ${String(place)}`);
    }
    const share = 1 - missed.length / kindQueries.length;
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(process.env['SHOW_MISSED'] ? 1 : BAR);
  });
});
