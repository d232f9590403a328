import type { Family } from './canvas.ts';
import { arches, city, doorway, girih, tiles } from './families/architecture.ts';
import { birds, boteh, brush, constellation, profiles } from './families/figures.ts';
import { garden, mountains, waves, zigzag } from './families/landscape.ts';
import { collage, curtain, eye, filmstrip } from './families/stage.ts';
import { projector, spiral, stairs } from './families/suspense.ts';
import * as court from './scenes/court.ts';
import * as crime from './scenes/crime.ts';
import * as heart from './scenes/heart.ts';
import * as news from './scenes/news.ts';
import * as play from './scenes/play.ts';
import * as road from './scenes/road.ts';
import * as village from './scenes/village.ts';
import * as war from './scenes/war.ts';
import * as worlds from './scenes/worlds.ts';

/** A composition, the genres that it suits, and words of a story that ask for it. */
interface Composition {
  draw: Family;
  genres: readonly string[];
  words: RegExp;
}

const NO_WORD = /(?!)/;

function list(draw: Family, genres: string, words = ''): Composition {
  return { draw, genres: genres.split(' '), words: words ? new RegExp(`\\b(?:${words})`, 'i') : NO_WORD };
}

/** By name; a name is part of no key, so it may change. */
export const COMPOSITIONS = {
  arches: list(arches, 'history drama romance', 'mosque|shrine|bazaar'),
  city: list(city, 'drama crime social thriller', 'city\\b|skin of the city|tehran'),
  doorway: list(doorway, 'thriller drama horror mystery', 'visitor|arriv|neighbou?r'),
  girih: list(girih, 'history documentary biography', 'tile|craft|pattern'),
  tiles: list(tiles, 'children animation comedy', 'colou?rful|game'),
  birds: list(birds, 'drama animation fantasy', 'sparrow|bird|cranes? |fly'),
  boteh: list(boteh, 'romance history', 'cypress|silk|gabbeh'),
  brush: list(brush, 'biography romance documentary', 'calligraph|poet|poem|write'),
  constellation: list(constellation, 'scifi fantasy adventure', 'stars?\\b|planet|galax|space'),
  profiles: list(profiles, 'drama romance biography', 'couple|marriage|husband and'),
  garden: list(garden, 'family romance history fantasy', 'garden|orchard'),
  mountains: list(mountains, 'adventure action western documentary', 'mountain|peak|ridge|sound of music'),
  waves: list(waves, 'adventure romance drama', 'sea|ship|sail|ocean|boat'),
  zigzag: list(zigzag, 'children drama documentary', 'hill|path|friend.s house'),
  collage: list(collage, 'drama action social', 'collapse|revolution'),
  curtain: list(curtain, 'musical comedy drama', 'theatre|stage|actor|perform|strada'),
  eye: list(eye, 'mystery thriller horror', 'eyes?\\b|watch|see|witness|blind'),
  filmstrip: list(filmstrip, 'documentary comedy', 'film|reel|shot'),
  projector: list(projector, 'documentary biography', 'cinema|projection|audience|festival'),
  spiral: list(spiral, 'thriller scifi mystery', 'dizzy|inversion|vertigo|dark\\b'),
  stairs: list(stairs, 'thriller social drama', 'stairs?|steps?\\b|climb'),
  scales: list(court.scales, 'drama crime social', 'separation|court|judge|justice|verdict|trial|divorce|lawyer'),
  corridor: list(court.corridor, 'thriller drama horror', 'corridor|hotel|hospital|agency|hall'),
  splitHouse: list(court.splitHouse, 'drama family', 'separat|divorce|split|leave (?:him|her)|wall'),
  table: list(court.table, 'drama crime comedy', 'jury|jurors?|angry|dinner table'),
  windows: list(court.windows, 'drama social thriller comedy', 'flat\\b|apartment|tenants?|lives of others|neighbou?r'),
  chair: list(court.chair, 'thriller crime drama', 'interrogat|chair|dentist|alone|confess'),
  highway: list(road.highway, 'drama adventure', 'road|drive|taxi|highway|journey'),
  train: list(road.train, 'thriller drama adventure action', 'train|railway|station|stop\\b'),
  rearMirror: list(road.rearMirror, 'thriller drama comedy', 'taxi|mirror|driver|passenger'),
  bicycle: list(road.bicycle, 'drama children family', 'bicycle|cycl|bike|extra-terrestrial'),
  suitcase: list(road.suitcase, 'drama comedy family', 'emigrat|suitcase|travel|melbourne|abroad|tokyo'),
  journey: list(road.journey, 'comedy adventure family', 'trip|hit the road|car\\b|on the way|texas'),
  cow: list(village.cow, 'drama social', 'cow\\b|cattle|farm'),
  hamlet: list(village.hamlet, 'drama social western', 'village|villager|rural|hamlet|anatolia'),
  fruitTree: list(village.fruitTree, 'drama romance', 'tree|olive|pear|fruit|walnut|orchard'),
  field: list(village.field, 'drama adventure war', 'field|wheat|wind|harvest|rain\\b|sparrows'),
  carpet: list(village.carpet, 'romance drama fantasy', 'carpet|gabbeh|weav|nomad|rug\\b'),
  reeds: list(village.reeds, 'documentary drama adventure', 'wetland|marsh|river|lake|fisher|south'),
  trench: list(war.trench, 'war history', 'front line|trench|track 143|world war'),
  planes: list(war.planes, 'war action thriller', 'bomb|plane|pilot|flight|air raid|missile|casablanca|low heights'),
  boots: list(war.boots, 'war drama comedy', 'veteran|soldier|boots?|return'),
  march: list(war.march, 'war history action', 'army|march|company|paratroop|troop'),
  prison: list(war.prison, 'crime drama social', 'prison|jail|cell\\b|convict|inmate|escape|shawshank'),
  medal: list(war.medal, 'war biography sport', 'hero\\b|medal|brav|bodyguard|commander|champion'),
  blinds: list(crime.blinds, 'crime thriller mystery', 'detective|spy|police|listen|secret|godfather'),
  streetLamp: list(crime.streetLamp, 'crime thriller drama', 'killer|gang|hired|thief|samoura'),
  keyhole: list(crime.keyhole, 'mystery thriller horror', 'key\\b|door|secret|hush|psycho|motel'),
  fingerprint: list(
    crime.fingerprint,
    'crime mystery thriller',
    'murder|evidence|crime|guilt|signature|sherlock|identity',
  ),
  maze: list(crime.maze, 'mystery fantasy thriller', 'maze|labyrinth|lost|circle|dead end|memory'),
  forest: list(crime.forest, 'horror mystery fantasy', 'forest|wood|hunt|deer|lake|fish & cat'),
  banknotes: list(crime.banknotes, 'crime comedy thriller', 'money|rich|heist|bank|wealth|debt|gold|poor|capital'),
  drowning: list(crime.drowning, 'thriller drama horror', 'drown|sea\\b|elly|sink|frog|disappear'),
  darkHouse: list(crime.darkHouse, 'horror mystery drama', 'home alone|mansion|ghost|villa\\b'),
  station: list(worlds.station, 'scifi adventure', 'space|station|odyssey|ship'),
  astronaut: list(worlds.astronaut, 'scifi drama', 'astronaut|interstellar|cosm'),
  domes: list(worlds.domes, 'scifi adventure mystery', 'stalker|zone\\b|reactor|planet|future|alien'),
  metropolis: list(worlds.metropolis, 'scifi drama', 'metropolis|machine|factory|worker|nuclear|modern'),
  banners: list(
    worlds.banners,
    'history action war adventure',
    'samurai|rebel|rise|king\\b|uprising|rider|battle|warrior',
  ),
  columns: list(worlds.columns, 'history biography', 'ancient|rome|prophet|egypt|temple|persepolis'),
  lanterns: list(worlds.lanterns, 'romance history drama', 'lantern|palace|court lady|mistress|concubine|yalda'),
  crown: list(worlds.crown, 'history fantasy animation biography', 'king\\b|queen|prince|throne|crown|qajar|shah\\b'),
  caravan: list(worlds.caravan, 'adventure history western', 'desert|caravan|camel|mecca|message|arab'),
  castle: list(worlds.castle, 'fantasy adventure animation', 'castle|lord|ring\\b|wizard|quest|kingdom'),
  lion: list(worlds.lion, 'animation family children', 'lion|pride lands'),
  whale: list(worlds.whale, 'animation comedy children adventure', 'whale|fish\\b|nemo|ocean|sperm'),
  nightVillage: list(
    worlds.nightVillage,
    'documentary fantasy family',
    'starless|full of stars|comet|desert, a night|night sky|dream',
  ),
  kite: list(play.kite, 'children family animation', 'kite\\b|little stranger'),
  goldfish: list(play.goldfish, 'children family drama', 'goldfish|new year|fish\\b|white balloon'),
  shoes: list(play.shoes, 'children family drama', 'shoes?\\b|children of heaven|blows'),
  balloon: list(play.balloon, 'children fantasy romance', 'balloon'),
  rabbitMoon: list(play.rabbitMoon, 'children animation fantasy', 'rabbit|moon\\b|lullab'),
  pencils: list(play.pencils, 'children animation family', 'alphabet|scrap paper|school|teacher|pupil|taare|idiots'),
  toys: list(play.toys, 'animation children comedy', 'toys?\\b|puppet|doll|kolah|cowboy'),
  masks: list(play.masks, 'comedy drama musical', 'pretend|disguise|impost|salesman|mullah|lizard|masks?\\b'),
  gentleman: list(play.gentleman, 'comedy romance', 'hats?\\b|tramp|gentleman|bachelor|waiter|amélie'),
  shop: list(play.shop, 'comedy social drama', 'shop|boutique|market|sell|bakery|café|coffee'),
  flats: list(play.flats, 'comedy family social', 'tenants?|building|household|landlord|family home|dish'),
  feast: list(play.feast, 'comedy family romance', 'cake|party|guest|dinner|birthday|wedding|biscuits'),
  kettle: list(play.kettle, 'documentary family comedy', 'kitchen|cook|mirza|recipe|food|hearth'),
  goal: list(play.goal, 'sport comedy', 'football|offside|match|cricket|goal'),
  runner: list(play.runner, 'sport drama action', 'runner|running|chariots|olympic|boxer|boxing'),
  row: list(play.row, 'documentary family animation', 'penguin|march of|antarctic|flock'),
  treeHouse: list(play.treeHouse, 'children adventure fantasy', 'spirit|forest|imaginary|adventure|beehive'),
  umbrella: list(heart.umbrella, 'romance drama musical', 'totoro|baran|rain\\b|umbrella|downpour|singin'),
  letter: list(heart.letter, 'romance drama comedy', 'letters?\\b|postman|message|write|sign'),
  bench: list(heart.bench, 'romance drama comedy', 'old man|old woman|lonel|retire|grow old|park|alone'),
  rings: list(heart.rings, 'romance drama', 'bride|marry|wedding|engaged|wife|second wife'),
  rose: list(heart.rose, 'romance drama musical', '\\broses?\\b|flower|leila|sangam|khatoon'),
  seaWindow: list(heart.seaWindow, 'drama romance', 'lady|window|waits|veil'),
  branch: list(heart.branch, 'drama romance family', 'cherry|strawberr|spring|taste'),
  setar: list(heart.setar, 'musical drama romance', 'santour|setar|musician|instrument|tar\\b'),
  microphone: list(
    heart.microphone,
    'musical documentary comedy',
    'coco|singing|singer|song|voice|radio|band\\b|buena',
  ),
  piano: list(heart.piano, 'musical biography drama', 'piano|pianist|composer'),
  record: list(heart.record, 'musical comedy', 'music|record|concert|choir|chorus|dance|fossil'),
  drums: list(heart.drums, 'musical documentary', 'drum|dammam|tambourine|pulse|beat'),
  contactSheet: list(
    heart.contactSheet,
    'documentary biography family',
    'photograph|radiograph|picture|album|portrait',
  ),
  map: list(heart.map, 'documentary adventure thriller', 'map|treasure|search|track|country|border|land'),
  filmCamera: list(
    heart.filmCamera,
    'documentary comedy drama',
    'camera|director|scene|shoot|behind the scenes|close-up',
  ),
  books: list(heart.books, 'documentary drama biography', 'books?\\b|library|script|poets|novel'),
  talk: list(heart.talk, 'documentary comedy social', 'talk|critic|interview|conversation'),
  clapper: list(heart.clapper, 'documentary comedy', 'take\\b|takes\\b|film crew|coming soon|film extra'),
  globe: list(news.globe, 'news', 'news|bulletin|from the world|seven days'),
  newsDesk: list(news.newsDesk, 'news', 'news at|bulletin|desk\\b|income|economy'),
  papers: list(news.papers, 'news', 'papers|monthlies|weeklies|front pages|long report'),
} as const satisfies Record<string, Composition>;

export type CompositionName = keyof typeof COMPOSITIONS;

const NAMES = Object.keys(COMPOSITIONS) as CompositionName[];
/** Forms of Iran's own, for its own films. */
const OWN: readonly CompositionName[] = ['girih', 'boteh', 'garden', 'brush', 'setar', 'carpet'];

/** For programmes, which have no genre. */
const ON_AIR: readonly CompositionName[] = ['globe', 'newsDesk', 'papers'];

/** The score of each composition for a title's story, best first; `noise` breaks ties. Higher is better. */
export function rankCompositions(
  title: { name_en: string; synopsis_en: string; genres: readonly string[]; countries: readonly string[] },
  noise: () => number,
): { name: CompositionName; score: number }[] {
  return NAMES.map((name) => {
    const { genres, words }: Composition = COMPOSITIONS[name];
    const nameScore = words.test(title.name_en) ? 12 : 0;
    const storyScore = words.test(title.synopsis_en) ? 5 : 0;
    // A drama that is also something else should look like the something else.
    const genreScore = title.genres.reduce(
      (sum, genre) => sum + (genres.includes(genre) ? (genre === 'drama' || genre === 'short' ? 1 : 3) : 0),
      0,
    );
    const foreign = OWN.includes(name) && !title.countries.includes('IR') ? 20 : 0;
    const onAir = ON_AIR.includes(name) && title.genres.length > 0 ? 20 : 0;
    return { name, score: nameScore + storyScore + Math.min(genreScore, 5) + noise() - foreign - onAir };
  }).sort((a, b) => b.score - a.score);
}
