import { assignApart } from './assign.ts';
import { type CompositionName, rankCompositions } from './compositions.ts';
import { createRng } from './prng.ts';

/** A programme of a channel's week: day 0 to 6, minutes of the day. */
export interface ArtProgramme {
  channel: string;
  day: number;
  start: number;
  minutes: number;
  name_en: string;
}

/** So many are seen together: what is on in each channel, and the next ones of a channel. */
const IN_SIGHT = 6;
const COST_OF_USE = 0.4;

/** Compositions that suit a channel, by words of its slug; the last for any other. */
const POOLS: readonly (readonly [word: RegExp, names: string])[] = [
  [
    /film/,
    'filmstrip filmCamera clapper projector contactSheet talk masks curtain gentleman books eye profiles record microphone piano umbrella city waves hamlet papers crown',
  ],
  [
    /kids/,
    'kite goldfish shoes balloon rabbitMoon pencils toys tiles lion whale treeHouse row castle bicycle birds crown feast masks globe',
  ],
  [
    /mostanad/,
    'mountains waves caravan reeds map columns constellation carpet girih filmCamera contactSheet zigzag hamlet field forest birds domes astronaut nightVillage fruitTree kettle train boteh talk letter whale books globe microphone setar',
  ],
  [
    /music/,
    'setar microphone piano record drums curtain umbrella brush rose birds lanterns garden boteh balloon talk seaWindow papers nightVillage reeds waves',
  ],
  [
    /news/,
    'globe newsDesk papers map goal city shop talk windows train columns kettle eye projector pencils metropolis waves mountains contactSheet',
  ],
  [
    /./,
    'kettle feast flats talk globe newsDesk setar piano microphone seaWindow carpet books brush letter garden hamlet train mountains waves map shop balloon tiles toys treeHouse journey masks curtain bicycle windows goal pencils suitcase lanterns filmstrip rabbitMoon clapper',
  ],
];

/** Words of a story that a kind of programme stands for, since its name seldom has them. */
const KINDS: readonly (readonly [name: RegExp, story: string])[] = [
  [/\bnews\b|bulletin|seven days/i, 'news bulletin'],
  [/cook|breakfast|kitchen|soup|food|baker|nutrition|saffron/i, 'kitchen cook'],
  [/morning|thursday|friday|weekend/i, 'balloon cake'],
  [/guest|company|conversation|talk|questions|round table|review|parents|behind the notes/i, 'conversation interview'],
  [/quiz|two teams|compete|playtime|colourful/i, 'game colourful'],
  [/laughter|comedy|humour/i, 'masks'],
  [/poetry|poets|poem|avaz/i, 'poem calligraphy'],
  [/day trip|above|from the world|slow journey|zagros|city map|asia|europe|africa/i, 'mountain map search country'],
  [/last step|second half|sports|football|wrestl|volley|team/i, 'football match goal'],
  [/scores|orchestra|conductors|composers/i, 'piano composer'],
  [
    /strings|setar|\btar\b|oud|dotar|segah|shur|mahur|homayun|stroke|tuning|kamancheh|qanun|santur|cello/i,
    'setar instrument',
  ],
  [/\bdaf|dohol|rhythm|percussion/i, 'drum beat'],
  [/voice|singers|choir|songs?\b|anthems|lullab/i, 'singer microphone'],
  [/cassette|choice|electronic|rock|bands|fusion|engineers/i, 'record concert'],
  [/stage|theatre|gala|concert|costume/i, 'theatre stage'],
  [/lullab|bedtime|sleep|pillow|dream/i, 'rabbit moon lullaby'],
  [/puppet|robot|little cinema/i, 'toys puppet'],
  [/sky|stars\b|moon|mars|saturn|milky|comet|black holes|astronomer|observatory|\bsun\b/i, 'planet stars space'],
  [/history|persepolis|shahr|qanats|heritage/i, 'ancient temple'],
  [/city|tabriz|yazd|istanbul|kyoto|lisbon|housing|pavements|neighbour/i, 'city tehran tenant'],
  [/\bsea\b|port\b|coast|dhow|island|ship|ice\b|glacier|lighthouse/i, 'sea ship ocean'],
  [/deep sea|turtle|fish/i, 'whale fish'],
  [/lagoon|wetland|mangrove|river|water|springs|lake|flamingo/i, 'wetland river'],
  [/desert|salt|caravan|silk/i, 'desert caravan'],
  [/alborz|volcano|mountain|cheetah|bear|wolf|postman/i, 'mountain'],
  [/film|credits|portraits|scenes|archive/i, 'film reel camera'],
  [/economy|income|technology|culture|health desk|sports desk/i, 'desk economy'],
  [/jobs|businesses|budget|market/i, 'money shop market'],
  [/school|pencil|laboratory|why and how|reading/i, 'school pupil books'],
  [/old workshops|hand and art|sewing|inlay|enamel|pottery/i, 'carpet craft pattern'],
];

/** The key of a programme's composition: a repeat has that of its first showing. */
export const keyProgramme = ({ channel, name_en }: Pick<ArtProgramme, 'channel' | 'name_en'>): string =>
  `${channel}/${name_en.replace(/^Repeat: /, '')}`;

/** The name of the picture with a composition, of a programme's key. Shown where a film's backdrop would be. */
export const nameProgrammePicture = (key: string, composition: CompositionName): string =>
  `backdrop-${key.split('/')[0] ?? ''}-${composition.toLowerCase()}`;

/** A composition for each programme, by its key: one that suits it, and that no other channel shows meanwhile. */
export function assignProgrammes(programmes: readonly ArtProgramme[]): Map<string, CompositionName> {
  const ids = new Map<string, number>();
  for (const programme of programmes) ids.set(keyProgramme(programme), ids.get(keyProgramme(programme)) ?? ids.size);
  const toRow = (list: readonly ArtProgramme[]): number[] => list.map((item) => ids.get(keyProgramme(item)) ?? -1);
  const wishes = [...ids].map(([key, id]) => ({ id, ranks: rank(key) }));
  const onAir = programmes.map(({ day, start }) =>
    toRow(
      programmes.filter((other) => other.day === day && other.start <= start && start < other.start + other.minutes),
    ),
  );
  const days = [...Map.groupBy(programmes, ({ channel, day }) => `${channel}/${String(day)}`).values()].map((list) =>
    toRow(list.toSorted((a, b) => a.start - b.start)),
  );
  const chosen = assignApart(wishes, [...onAir, ...days], { sight: IN_SIGHT, costOfUse: COST_OF_USE });
  return new Map([...ids].flatMap(([key, id]) => (chosen.has(id) ? [[key, chosen.get(id) ?? 'globe']] : [])));
}

function rank(key: string): { name: CompositionName; score: number }[] {
  const [channel = '', name = ''] = key.split('/');
  const pool = new Set(POOLS.find(([word]) => word.test(channel))?.[1].split(' '));
  const story = KINDS.filter(([words]) => words.test(name)).map(([, words]) => words);
  const rng = createRng(`programme/${key}`);
  const title = { name_en: name, synopsis_en: story.join(' '), genres: [], countries: ['IR'] };
  return rankCompositions(title, () => rng.next()).filter((wish) => pool.has(wish.name));
}
