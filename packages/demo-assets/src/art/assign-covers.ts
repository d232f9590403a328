import { assignApart } from './assign.ts';
import { type CompositionName, rankCompositions } from './compositions.ts';
import { createRng } from './prng.ts';

/** The issues of a magazine; one without issues has a cover too, of number 0. */
export interface ArtMagazine {
  slug: string;
  issues: readonly { number: number; name_en?: string }[];
}

const COST_OF_USE = 0.6;

/** Compositions of a magazine's subject, by words of its slug; the last for any other. */
const POOLS: readonly (readonly [word: RegExp, names: string])[] = [
  [/cinema/, 'filmCamera clapper pencils projector masks'],
  [/zarreh/, 'constellation waves maze mountains astronaut'],
  [/sofreh/, 'kettle feast fruitTree branch table'],
  [/badbadak/, 'kite lion pencils fruitTree rabbitMoon'],
  [/nimeh/, 'goal mountains runner medal bicycle'],
  [/barg/, 'books map brush letter forest'],
  [/sefr/, 'keyhole contactSheet tiles station windows'],
  [/jaddeh/, 'journey waves train caravan suitcase'],
  [/hashti/, 'arches girih columns doorway darkHouse'],
  [/newspaper|daily/, 'papers city table train globe talk newsDesk shop'],
  [/studio/, 'microphone talk'],
  [/./, 'books curtain filmstrip girih mountains birds garden constellation record map lanterns eye'],
];

/** The numbers of a magazine's covers. */
export const listNumbers = ({ issues }: ArtMagazine): number[] =>
  issues.length > 0 ? issues.map(({ number }) => number) : [0];

export const keyCover = (slug: string, number: number): string => `${slug}/${String(number)}`;

/** A composition for each cover, by key: none twice in a magazine, nor among the latest covers of all. */
export function assignCovers(magazines: readonly ArtMagazine[]): Map<string, CompositionName> {
  const keys = magazines.flatMap((magazine) => listNumbers(magazine).map((number) => keyCover(magazine.slug, number)));
  const ids = new Map(keys.map((key, id) => [key, id]));
  const wishes = magazines.flatMap((magazine) =>
    listNumbers(magazine).map((number) => {
      const name = magazine.issues.find((issue) => issue.number === number)?.name_en ?? '';
      const key = keyCover(magazine.slug, number);
      return { id: ids.get(key) ?? -1, ranks: rank(key, name, magazine.slug) };
    }),
  );
  const series = magazines.map((magazine) =>
    listNumbers(magazine).map((number) => ids.get(keyCover(magazine.slug, number)) ?? -1),
  );
  const latest = series.map((list) => list.at(-1) ?? -1);
  const sight = Math.max(...series.map(({ length }) => length), latest.length);
  const names = assignApart(wishes, [latest, ...series], { sight, costOfUse: COST_OF_USE });
  return new Map(keys.map((key, id) => [key, names.get(id) ?? 'books']));
}

function rank(key: string, name: string, slug: string): { name: CompositionName; score: number }[] {
  const pool = new Set(POOLS.find(([word]) => word.test(slug))?.[1].split(' '));
  const rng = createRng(`cover/${key}`);
  const title = { name_en: name, synopsis_en: '', genres: [], countries: ['IR'] };
  return rankCompositions(title, () => rng.next()).filter((wish) => pool.has(wish.name));
}
