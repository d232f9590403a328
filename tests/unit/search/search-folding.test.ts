import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldForSearch, foldJoined, sortKey } from '../../../src/platform/text/persian-text.ts';
import { encodeDocId, SEARCH_TYPES } from '../../../src/features/search/query/doc-id.ts';
import { highlight } from '../../../src/features/search/query/highlight.ts';
import { buildCorrectedReadings, planQuery } from '../../../src/features/search/query/query-plan.ts';
import { buildSearchRows, buildWordRows, type SearchSubject } from '../../../src/features/search/query/search-doc.ts';

/** Any text at all, and texts of what Persians type: letters of both scripts, marks, ZWNJ, digits, signs. */
const anything = fc.string({ unit: 'binary', maxLength: 60 });
const typed = fc.string({
  unit: fc.constantFrom(...Array.from('ابپتچحخدرزژسشعغقفکگلمنوهیآأإؤئةيكىۀ\u200c\u064e\u0640 ۱۲٣45abcdkhsz.،؟!«»"*')),
  maxLength: 40,
});
const text = fc.oneof(anything, typed);

const subject = (nameFa: string, nameEn = '', nameLatin = ''): SearchSubject => ({
  ...{ type: 'movie', id: 1, slug: null, nameFa, nameEn, nameLatin },
  ...{ year: null, iranian: false, art: null, views: 0, age: 0 },
});

describe('whatever the text', () => {
  test('folding is idempotent, and leaves only words with one space between', () => {
    fc.assert(
      fc.property(text, (input) => {
        for (const folded of [foldForSearch(input), foldJoined(input)]) {
          expect(foldForSearch(folded)).toBe(folded);
          expect(folded).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u);
        }
        expect(typeof sortKey(input)).toBe('string');
      }),
    );
  });

  test('a plan never throws, and its expressions hold nothing of the text outside of quotes', () => {
    fc.assert(
      fc.property(text, (input) => {
        const plan = planQuery(input);
        if (!plan) return;
        for (const { tiers } of [plan.typed, ...buildCorrectedReadings(plan, ['جدایی', 'jodaei'])]) {
          for (const tier of tiers) {
            const outside = tier.replace(/"[\p{L}\p{N}]+"/gu, '');
            expect(outside).toMatch(/^(?:names|words|sounds|sound_names|AND|OR|[ :()*])+$/);
          }
        }
      }),
    );
  });

  test('index and query agree: what is typed as a name stands is the whole name, and all of its words', () => {
    fc.assert(
      fc.property(text, (name) => {
        const plan = planQuery(name);
        const [, names = '', words = ''] = buildSearchRows(subject(name)).index.map(String);
        if (!plan) {
          expect(names).toBe('');
          return;
        }
        const joinedName = foldForSearch(name).replaceAll(' ', '');
        expect(names.split(' ')).toContain(joinedName);
        expect(plan.typed.tiers[0]).toContain(plan.typed.words.flat().join(''));
        for (const word of plan.typed.words.flat()) expect(words.split(' ')).toContain(word);
      }),
    );
  });

  test('a highlighted name is the name as it was', () => {
    fc.assert(
      fc.property(text, text, (name, query) => {
        const pieces = highlight(name, foldForSearch(query).split(' ').filter(Boolean));
        expect(pieces.map((piece) => piece.text).join('')).toBe(name);
      }),
    );
  });

  test('each word of a row has its rows of keys', () => {
    fc.assert(
      fc.property(text, (name) => {
        for (const word of buildSearchRows(subject(name)).words) {
          const rows = buildWordRows(word);
          expect(rows.length).toBeLessThanOrEqual(25);
          expect(rows).toContainEqual([word, word]);
        }
      }),
    );
  });
});

describe('the number of a document', () => {
  const document = fc.record({
    type: fc.constantFrom(...SEARCH_TYPES),
    id: fc.nat({ max: 2 ** 28 - 1 }),
    views: fc.nat(),
    age: fc.nat({ max: 21 }),
  });

  test('is safe, its own, and lower for what is watched twice as much', () => {
    fc.assert(
      fc.property(document, document, (one, other) => {
        const [a, b] = [encodeDocId(one), encodeDocId(other)];
        expect(Number.isSafeInteger(a) && a >= 0).toBe(true);
        if (one.type !== other.type || one.id !== other.id) expect(a).not.toBe(b);
        if (one.views > 2 * (other.views + 1)) expect(a).toBeLessThan(b);
      }),
    );
  });

  test.each([-1, 1.5, 2 ** 28, Number.NaN])('refuses the id %d', (id) => {
    expect(() => encodeDocId({ type: 'movie', id, views: 0, age: 0 })).toThrow(RangeError);
  });
});
