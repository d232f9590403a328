import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { desc, sql } from 'drizzle-orm';
import { PEOPLE_PER_GROUP } from '../../../platform/config/constants.ts';
import { PEOPLE_GROUPS, type getCasts as call } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { people } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { personColumns } from './person-columns.ts';
import { listPeople } from './people.ts';
import { getPerson, listPersonWorks } from './person.ts';

/** Titles to read, so that the cost does not grow with the catalogue. */
const TITLES = 150;

/** Groups in the order of the menu, with people of the most watched titles. */
async function getCasts({ db }: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const mostWatched = sql`(
    SELECT credits.person_id AS person_id, sum(watched.views) AS views_of_titles
    FROM (SELECT id, views FROM titles WHERE kind <> 'episode' ORDER BY views DESC LIMIT ${TITLES}) watched
    JOIN credits ON credits.title_id = watched.id
    GROUP BY credits.person_id
  ) most_watched`;
  const matches = await db
    .select({ ...personColumns, group: people.group })
    .from(mostWatched)
    .innerJoin(people, sql`${people.id} = most_watched.person_id`)
    .orderBy(desc(sql`most_watched.views_of_titles`), people.id);
  const data = PEOPLE_GROUPS.map((group) => ({
    group,
    people: matches
      .filter((person) => person.group === group)
      .slice(0, PEOPLE_PER_GROUP)
      .map(({ group: _group, ...card }) => card),
  }));
  return ok({ data });
}

export function mountPeople(app: Api): void {
  serve(app, calls.getCasts, getCasts);
  serve(app, calls.listPeople, listPeople);
  serve(app, calls.getPerson, getPerson);
  serve(app, calls.listPersonWorks, listPersonWorks);
}
