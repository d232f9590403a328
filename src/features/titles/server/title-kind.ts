import { and, eq } from 'drizzle-orm';
import type { getTitleKind as call } from '../contract/catalogue.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { titles } from './schema.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { buildAgeConditions } from './filters.ts';

/** Ids are unique over all kinds (spec 2.09). An unknown one is `title_not_found`. */
export const getTitleKind: Service<typeof call> = async ({ db, maxAge }, { id }) => {
  const [title] = await db
    .select({ kind: titles.kind })
    .from(titles)
    .where(and(eq(titles.id, id), ...buildAgeConditions(maxAge)));
  return title ? ok({ data: title }) : fail('title_not_found');
};
