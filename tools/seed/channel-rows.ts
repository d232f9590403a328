import {
  type ArtProgramme,
  assignProgrammes,
  keyProgramme,
  nameProgrammePicture,
} from '@pardeh/demo-assets/art/programmes';
import type { Catalogue } from './schema.ts';
import type { ArtKey } from './rows.ts';
import type { Table } from './table.ts';

/** Clips that a channel plays in turns where its programme is not a title of the catalogue, and those of tests. */
const CLIPS: Readonly<Record<string, readonly string[]>> = {
  'parde-film': ['clip-palace', 'clip-rain'],
  'parde-kids': ['clip-children', 'clip-mountain'],
  'parde-mostanad': ['clip-sea', 'clip-space'],
  'parde-music': ['clip-stage', 'clip-rain'],
  'parde-news': ['clip-mountain', 'clip-sea'],
};
const OTHER_CLIPS = ['clip-comedy', 'clip-road'];
const TEST_CLIPS = ['clip-1', 'clip-2'];
/** In a catalogue for tests no programme of it is a film: whether one may be seen again would depend on the hour. */
const TEST_CHANNEL = 'parde-1';
const FILM = 'Film: ';

/** The programmes that are not films of the catalogue. */
export function listProgrammes(catalogue: Catalogue): ArtProgramme[] {
  const films = findFilms(catalogue);
  return catalogue.channels.flatMap(({ slug, week }) =>
    week.flatMap((items, day) =>
      items.filter(({ name_en }) => !films.has(name_en)).map((item) => ({ channel: slug, day, ...item })),
    ),
  );
}

function findFilms({ titles }: Catalogue): Map<string, number> {
  const released = titles.filter(({ kind, release }) => kind === 'movie' && release === 'released');
  return new Map(released.map(({ id, name_en }) => [FILM + name_en, id]));
}

/** The channels and their weeks. A programme that is a film of the catalogue plays that film. */
export function channelTables(catalogue: Catalogue, art: ArtKey): Table[] {
  const { channels } = catalogue;
  const films = findFilms(catalogue);
  const compositions = assignProgrammes(listProgrammes(catalogue));
  const items = channels.flatMap(({ id, slug, week }) =>
    week.flatMap((programmes, day) => programmes.map((item) => ({ channel: id, slug, day, ...item }))),
  );
  return [
    {
      name: 'channels',
      columns: ['id', 'slug', 'name_fa', 'name_en', 'synopsis_fa', 'synopsis_en', 'art'],
      rows: channels.map((channel) => [
        ...[channel.id, channel.slug, channel.name_fa, channel.name_en],
        ...[channel.synopsis_fa, channel.synopsis_en, art(`logo-${channel.slug}`)],
      ]),
    },
    {
      name: 'programmes',
      columns: ['channel_id', 'day', 'start', 'minutes', 'name_fa', 'name_en', 'title_id', 'media', 'picture'],
      rows: items.map((item, at) => {
        const isTested = catalogue.forTests === true && item.slug === TEST_CHANNEL;
        const film = isTested ? undefined : films.get(item.name_en);
        const clips = catalogue.forTests === true ? TEST_CLIPS : (CLIPS[item.slug] ?? OTHER_CLIPS);
        const media = film === undefined ? clips[at % clips.length] : undefined;
        const key = keyProgramme({ channel: item.slug, name_en: item.name_en });
        const composition = compositions.get(key);
        const picture = composition === undefined ? null : art(nameProgrammePicture(key, composition));
        return [
          ...[item.channel, item.day, item.start, item.minutes, item.name_fa, item.name_en],
          ...[film, media, picture],
        ];
      }),
    },
  ];
}
