import * as v from 'valibot';
import { isBlank, type Draft } from './fields.ts';
import { describeValue, type Problem } from './problems.ts';

const entry = v.record(v.string(), v.unknown());
const nestedSeasons = v.array(
  v.pipe(
    v.objectWithRest({ episodes: v.optional(v.array(entry), []) }, v.unknown()),
    v.check((season) => !isBlank(season['number']), 'has a season without a number'),
  ),
  'is not a list of seasons with their episodes',
);

/** A season or an episode of a series' row, and how the report names its fields. */
export interface NestedPart {
  draft: Draft;
  prefix: string;
}

/** The rows of `seasons` in a series' row: a season that has a name or a year, and each episode. */
export function readNestedSeasons(row: Draft): { parts: NestedPart[] } | { problem: Problem } {
  const { id: series, seasons } = row;
  if (isBlank(seasons)) return { parts: [] };
  const checked = v.safeParse(nestedSeasons, seasons);
  if (!checked.success) {
    const [issue] = checked.issues;
    const reason = issue.type === 'check' ? issue.message : 'is not a list of seasons with their episodes';
    return { problem: { column: 'seasons', reason, value: describeValue(seasons) } };
  }
  const parts = checked.output.flatMap(({ episodes, number: season, ...facts }, at): NestedPart[] => {
    const seasonPart = { prefix: `seasons[${String(at)}].`, draft: { ...facts, kind: 'season', series, season } };
    return [
      ...(Object.values(facts).every(isBlank) ? [] : [seasonPart]),
      ...episodes.map((episode, index) => ({
        prefix: `${seasonPart.prefix}episodes[${String(index)}].`,
        draft: { ...episode, kind: 'episode', series, season },
      })),
    ];
  });
  return { parts };
}
