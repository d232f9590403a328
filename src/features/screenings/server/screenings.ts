import { and, asc, eq, gt } from 'drizzle-orm';
import type { getScreening as oneCall, listScreenings as listCall } from '../contract.ts';
import type { Screening } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from '../../titles/server/schema.ts';
import { screenings } from '../../entitlement/server/schema.ts';
import { seatsLeft } from '../../entitlement/server/seats.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { selectCard } from '../../titles/server/card-columns.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';

const MAX_SCREENINGS = 48;

export const listScreenings: Service<typeof listCall> = async ({ db, now, maxAge }) => {
  const rows = await query(db, now)
    .where(and(gt(screenings.endsAt, now), eq(screenings.hidden, 0), ...buildAgeConditions(maxAge)))
    .orderBy(asc(screenings.endsAt), asc(screenings.id))
    .limit(MAX_SCREENINGS);
  return ok({ data: rows.map(toScreening) });
};

/** Ended ones too; an unknown or hidden id is `not_found`. */
export const getScreening: Service<typeof oneCall> = async ({ db, now, maxAge }, { id }) => {
  const [row] = await query(db, now).where(
    and(eq(screenings.id, id), eq(screenings.hidden, 0), ...buildAgeConditions(maxAge)),
  );
  return row ? ok({ data: toScreening(row), now }) : fail('not_found');
};

function query(db: Database, now: number) {
  return db
    .select({
      screening: {
        id: screenings.id,
        starts_at: screenings.startsAt,
        ends_at: screenings.endsAt,
        hours: screenings.hours,
        toman: screenings.toman,
        seats_left: seatsLeft,
      },
      title: {
        ...selectCard(now),
        backdrop: titles.backdrop,
        synopsis_fa: titles.synopsisFa,
        synopsis_en: titles.synopsisEn,
      },
    })
    .from(screenings)
    .innerJoin(titles, eq(titles.id, screenings.titleId));
}

function toScreening({ screening, title }: Awaited<ReturnType<typeof query>>[number]): Screening {
  return { ...screening, title };
}
