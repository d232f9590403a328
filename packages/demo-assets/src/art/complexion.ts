import type { Colour } from './colour.ts';

type Colours = readonly [Colour, ...Colour[]];

interface Complexion {
  skins: Colours;
  hairs: Colours;
}

const BLACK: Colours = ['#1c1614', '#2a1d17', '#3d2a1e'];
const MIXED: Colours = [...BLACK, '#5a3d28', '#8a5f38'];

/** Countries whose people are drawn from one range. A country of many origins is left out: it says nothing of a face. */
const RANGES: readonly (readonly [countries: string, complexion: Complexion])[] = [
  [
    'AF EG IQ IR JO LB LY PS SY TR',
    { skins: ['#eec39b', '#e3b088', '#d6a075', '#cf9569'], hairs: [...BLACK, '#4a3122'] },
  ],
  [
    'AT CH CZ DE DK ES FI GR HU IE IS IT NO PL RU SE UA',
    { skins: ['#f3d2b3', '#f0c9a4', '#e8bd96', '#e3b088'], hairs: MIXED },
  ],
  ['CN HK JP KR TW', { skins: ['#f1d3ac', '#e9c397', '#dfb383'], hairs: BLACK }],
  ['BD IN LK PK', { skins: ['#cf9a6c', '#c18a5c', '#b67a50', '#a2683f'], hairs: BLACK }],
  ['ET GH KE ML NG SN', { skins: ['#8f5b3b', '#7a4a30', '#6a4029'], hairs: BLACK }],
];

/**
 * The colours that suit a person of these countries (two capitals of ISO 3166): their own, or those of all their works.
 * Null where there are none, or they say nothing or different things: the figure is then drawn without a complexion,
 * since a wrong guess about a named person offends.
 */
export function findComplexion(countries: readonly string[]): Complexion | null {
  const [first, ...others] = new Set(
    countries.map((country) => RANGES.find(([listed]) => listed.split(' ').includes(country))?.[1] ?? null),
  );
  return first === undefined || others.length > 0 ? null : first;
}
