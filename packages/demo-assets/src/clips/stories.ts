import type { Story } from './shots.ts';

/** The clips that are told in shots; each is named after the films that it stands for. */
export const STORIES = {
  'clip-crime': {
    ...{ seconds: 60, scheme: 'night', inks: ['lapis', 'pomegranate', 'turquoise'], weather: 'rain' },
    shots: [
      ['city', 'left', 'car'],
      ['streetLamp', 'near', 'nobody'],
      ['blinds', 'still', 'beam'],
      ['stairs', 'right', 'nobody'],
      ['banknotes', 'far', 'nobody'],
      ['corridor', 'near', 'nobody'],
      ['fingerprint', 'still', 'rings'],
      ['chair', 'far', 'walker'],
      ['windows', 'left', 'lightning'],
      ['train', 'still', 'walker'],
    ],
  },
  'clip-road': {
    ...{ seconds: 60, scheme: 'flat', inks: ['desert', 'rose', 'saffron'], weather: 'dust' },
    shots: [
      ['highway', 'still', 'clouds'],
      ['journey', 'left', 'birds'],
      ['rearMirror', 'near', 'nobody'],
      ['mountains', 'right', 'car'],
      ['hamlet', 'far', 'birds'],
      ['field', 'left', 'grass'],
      ['cow', 'still', 'grass'],
      ['fruitTree', 'still', 'child'],
      ['caravan', 'right', 'clouds'],
      ['suitcase', 'near', 'walker'],
    ],
  },
  'clip-children': {
    ...{ seconds: 60, scheme: 'paper', inks: ['pomegranate', 'lapis', 'cypress'], weather: 'leaves' },
    shots: [
      ['kite', 'left', 'child'],
      ['pencils', 'right', 'ball'],
      ['shoes', 'still', 'child'],
      ['goldfish', 'near', 'nobody'],
      ['bicycle', 'left', 'ball'],
      ['balloon', 'still', 'clouds'],
      ['treeHouse', 'still', 'birds'],
      ['toys', 'still', 'ball'],
      ['whale', 'right', 'fish'],
      ['rabbitMoon', 'far', 'lights'],
    ],
  },
  'clip-space': {
    ...{ seconds: 60, scheme: 'night', inks: ['violet', 'lapis', 'rose'], weather: 'snow' },
    shots: [
      ['constellation', 'still', 'comet'],
      ['station', 'far', 'ship'],
      ['astronaut', 'still', 'comet'],
      ['metropolis', 'left', 'beam'],
      ['spiral', 'still', 'rings'],
      ['domes', 'right', 'ship'],
      ['maze', 'far', 'beam'],
      ['eye', 'near', 'nobody'],
      ['drowning', 'still', 'lights'],
      ['nightVillage', 'left', 'comet'],
    ],
  },
  'clip-war': {
    ...{ seconds: 60, scheme: 'flat', inks: ['desert', 'cypress'], weather: 'dust' },
    shots: [
      ['trench', 'left', 'bursts'],
      ['planes', 'still', 'bursts'],
      ['boots', 'still', 'grass'],
      ['march', 'right', 'flags'],
      ['field', 'far', 'bursts'],
      ['map', 'still', 'beam'],
      ['hamlet', 'left', 'lightning'],
      ['prison', 'still', 'beam'],
      ['medal', 'far', 'flags'],
      ['birds', 'left', 'walker'],
    ],
  },
  'clip-palace': {
    ...{ seconds: 60, scheme: 'flat', inks: ['lapis', 'turquoise', 'pomegranate'], weather: 'petals' },
    shots: [
      ['arches', 'still', 'woman'],
      ['crown', 'far', 'beam'],
      ['lanterns', 'left', 'lights'],
      ['columns', 'right', 'walker'],
      ['girih', 'near', 'nobody'],
      ['carpet', 'still', 'couple'],
      ['banners', 'left', 'flags'],
      ['garden', 'still', 'birds'],
      ['boteh', 'near', 'lights'],
      ['castle', 'right', 'birds'],
    ],
  },
  'clip-comedy': {
    ...{ seconds: 60, scheme: 'hot', inks: ['saffron', 'rose', 'turquoise'], weather: 'confetti' },
    shots: [
      ['flats', 'left', 'ball'],
      ['shop', 'still', 'walker'],
      ['gentleman', 'near', 'nobody'],
      ['kettle', 'far', 'rings'],
      ['suitcase', 'right', 'car'],
      ['table', 'still', 'ball'],
      ['masks', 'still', 'curtains'],
      ['scales', 'left', 'child'],
      ['feast', 'still', 'lights'],
      ['tiles', 'right', 'couple'],
    ],
  },
  'clip-forest': {
    ...{ seconds: 60, scheme: 'night', inks: ['cypress', 'turquoise', 'desert'], weather: 'leaves' },
    shots: [
      ['forest', 'still', 'eyes'],
      ['reeds', 'left', 'lightning'],
      ['darkHouse', 'near', 'lightning'],
      ['keyhole', 'near', 'nobody'],
      ['doorway', 'still', 'woman'],
      ['corridor', 'near', 'eyes'],
      ['eye', 'still', 'rings'],
      ['chair', 'still', 'beam'],
      ['maze', 'still', 'beam'],
      ['forest', 'right', 'walker'],
    ],
  },
  'clip-rain': {
    ...{ seconds: 60, scheme: 'paper', inks: ['rose', 'violet', 'turquoise'], weather: 'rain' },
    shots: [
      ['umbrella', 'near', 'nobody'],
      ['bench', 'left', 'couple'],
      ['letter', 'far', 'birds'],
      ['train', 'still', 'carriages'],
      ['profiles', 'still', 'rings'],
      ['branch', 'right', 'birds'],
      ['seaWindow', 'still', 'sea'],
      ['rose', 'near', 'lights'],
      ['rings', 'still', 'lights'],
      ['umbrella', 'still', 'woman'],
    ],
  },
  'clip-sea': {
    ...{ seconds: 60, scheme: 'flat', inks: ['lapis', 'turquoise'], weather: 'clear' },
    shots: [
      ['waves', 'left', 'boat'],
      ['birds', 'still', 'sea'],
      ['filmCamera', 'far', 'walker'],
      ['whale', 'right', 'fish'],
      ['reeds', 'left', 'birds'],
      ['row', 'still', 'sea'],
      ['map', 'still', 'boat'],
      ['contactSheet', 'right', 'beam'],
      ['talk', 'still', 'crowd'],
      ['waves', 'far', 'birds'],
    ],
  },
  'clip-mountain': {
    ...{ seconds: 60, scheme: 'flat', inks: ['turquoise', 'violet', 'desert'], weather: 'snow' },
    shots: [
      ['mountains', 'still', 'clouds'],
      ['map', 'left', 'beam'],
      ['zigzag', 'far', 'walker'],
      ['runner', 'right', 'child'],
      ['banners', 'still', 'flags'],
      ['castle', 'left', 'lightning'],
      ['caravan', 'right', 'clouds'],
      ['treeHouse', 'still', 'birds'],
      ['nightVillage', 'still', 'comet'],
      ['mountains', 'far', 'birds'],
    ],
  },
  'clip-stage': {
    ...{ seconds: 60, scheme: 'night', inks: ['pomegranate', 'violet', 'saffron'], weather: 'confetti' },
    shots: [
      ['curtain', 'still', 'curtains'],
      ['setar', 'left', 'lights'],
      ['microphone', 'near', 'crowd'],
      ['piano', 'right', 'rings'],
      ['drums', 'still', 'crowd'],
      ['record', 'still', 'rings'],
      ['projector', 'still', 'crowd'],
      ['masks', 'left', 'beam'],
      ['clapper', 'near', 'lights'],
      ['curtain', 'still', 'crowd'],
    ],
  },
} as const satisfies Record<string, Story>;

export type StoryName = keyof typeof STORIES;
export type TrailerName = StoryName extends `clip-${infer Rest}` ? `trailer-${Rest}` : never;

/** A shot of a story, and what a trailer shows of it. */
export const SHOT_SECONDS = 6;
export const TRAILER_SHOT_SECONDS = 4;
/** Places of the shots that a trailer shows, out of the film's order. */
export const TRAILER_SHOTS = [0, 4, 2, 7, 5, 8] as const;

const pairs = (Object.keys(STORIES) as StoryName[]).map((clip): [string, StoryName] => [
  clip.replace('clip-', 'trailer-'),
  clip,
]);
export const CLIP_OF_TRAILER = Object.fromEntries(pairs) as Record<TrailerName, StoryName>;
