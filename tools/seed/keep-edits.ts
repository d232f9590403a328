import * as v from 'valibot';
import { DESK_EDITS_SQL, deskEdit, groupEdits, type DeskEdits } from '../../src/features/titles/facts/desk-edits.ts';
import { restorePrices } from '../../src/features/titles/facts/desk-prices.ts';
import { restoreCredits } from '../../src/features/titles/facts/desk-credits.ts';
import { restoreSeasons } from '../../src/features/titles/facts/desk-seasons.ts';
import { restorePictures } from '../../src/features/titles/facts/desk-pictures.ts';
import type { Statement } from '../../src/platform/db/json-statements.ts';
import { retryConnection } from './retry-connection.ts';
import type { Catalogue } from './schema.ts';

/** The catalogue with what was written in the desk, the titles that the desk hides, and what puts its pictures and people back. */
export async function keepEdits(
  db: D1Database,
  catalogue: Catalogue,
): Promise<{ edited: Catalogue; hidden: ReadonlySet<number>; restored: Statement[] }> {
  const listParts = (title: Catalogue['titles'][number]) => (title.seasons ?? []).flatMap(({ episodes }) => episodes);
  const ids = catalogue.titles.flatMap((title) => [title.id, ...listParts(title).map(({ id }) => id)]);
  const query = db.prepare(DESK_EDITS_SQL).bind(JSON.stringify(ids));
  const { results } = await retryConnection(() => query.all());
  const edits = groupEdits(v.parse(v.array(deskEdit), results));
  const edit = <T extends { id: number }>(row: T): T => Object.assign({ ...row }, toValues(edits.get(row.id)));
  const titles = catalogue.titles.map((title) => ({
    ...edit(title),
    ...(title.seasons && {
      seasons: title.seasons.map((season) => ({ ...season, episodes: season.episodes.map(edit) })),
    }),
  }));
  const hidden = ids.filter((id) => edits.get(id)?.isHidden);
  return {
    edited: { ...catalogue, titles },
    hidden: new Set(hidden),
    restored: [restorePictures, restoreCredits, restoreSeasons, restorePrices].flatMap((restore) =>
      restore([...edits]),
    ),
  };
}

function toValues(edits: DeskEdits | undefined): object {
  return Object.fromEntries(edits?.values ?? []);
}
