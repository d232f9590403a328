import { statSync } from 'node:fs';
import type { Catalogue, Title } from './schema.ts';
import type { Table } from './table.ts';
import { assignClips, findDownload, type Clips } from './clips.ts';

/** Qualities offered for download where seed/media has the file: toman for each minute of film. */
const QUALITIES = [
  { quality: '240p', toman: 90 },
  { quality: '360p', toman: 150 },
] as const;
/** Languages of the subtitles in these files. */
const SUBTITLES = JSON.stringify(['fa', 'en']);
/** Download ids are the title's with the quality's place behind it. */
const IDS_PER_TITLE = 10;
const ROUND_TO = 1000;

/** The tables of what is sold: prices, and downloads of what has a price or is sold as a download. */
export function salesTables(catalogue: Catalogue): Table[] {
  const { titles, prices } = catalogue;
  const clips = assignClips(catalogue);
  const priced = new Set(prices.map(({ title }) => title));
  const forDownload = titles.filter(
    ({ id, access, release }) => release === 'released' && (access === 'download_only' || priced.has(id)),
  );
  return [
    {
      name: 'title_prices',
      columns: ['title_id', 'toman', 'sale', 'owned_hours', 'episode_toman'],
      rows: prices.map(({ title, toman, sale, owned_hours, episode_toman }) => [
        ...[title, toman, sale],
        owned_hours,
        episode_toman,
      ]),
    },
    {
      name: 'downloads',
      columns: ['id', 'title_id', 'quality', 'bytes', 'toman', 'file', 'subtitles'],
      rows: forDownload.flatMap((title) => downloadRows(title, clips)),
    },
  ];
}

/** Codes are added and never taken away: a site's own ones stay when its catalogue is loaded again. */
export function addDiscountCodes(db: D1Database, { discount_codes }: Catalogue): D1PreparedStatement {
  const rows = discount_codes.map((code) => ({ ...code, ends_at: seconds(code.ends_at) }));
  return db
    .prepare(
      `INSERT OR IGNORE INTO discount_codes (code, percent, bonus_days, plan_id, ends_at, max_uses, uses_per_user)
       SELECT value ->> 'code', value ->> 'percent', value ->> 'bonus_days', value ->> 'plan', value ->> 'ends_at',
         value ->> 'max_uses', value ->> 'uses_per_user' FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows));
}

/** A film in its qualities, or each episode of a series. */
function downloadRows(title: Title, clips: Clips): Table['rows'] {
  const { id, minutes, seasons = [] } = title;
  const items = seasons.length === 0 ? [{ id, minutes }] : seasons.flatMap(({ episodes }) => episodes);
  return items.flatMap((item) =>
    QUALITIES.flatMap(({ quality, toman }, at) => {
      const clip = clips.film(title, item.id) ?? '';
      const file = findDownload(clip, quality);
      if (file === null) return [];
      return [
        [
          ...[item.id * IDS_PER_TITLE + at, item.id, quality],
          statSync(file).size,
          Math.ceil((item.minutes * toman) / ROUND_TO) * ROUND_TO,
          `download/${clip}/${quality}.mp4`,
          SUBTITLES,
        ],
      ];
    }),
  );
}

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}
