import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranDate, tehranHour, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { startTimes } from '../../qoe/report.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { FIGURES, type Figure, type FigureName, type getFigures as call } from '../figures-contract.ts';
import { MARKED } from './count-hours.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Counted as they happen: an hour that the job missed has none. Those of `MARKED` have a row of each hour. */
const LIVE: readonly FigureName[] = ['plays', 'played', 'people', 'start', 'stalled'];
const MAX_QUERIES = 50;
const SOURCES: Partial<Record<FigureName, readonly string[]>> = {
  played: ['played_ms'],
  stalled: ['stall_ms', 'played_ms'],
};

const hourRows = v.array(v.object({ hour: v.number(), figure: v.string(), part: v.string(), value: v.number() }));
const queryRows = v.array(v.object({ query: v.string(), searches: v.number() }));
type Row = v.InferOutput<typeof hourRows>[number];

export const getFigures: OperatorService<typeof call> = async ({ db, now }) => {
  const day = tehranDate(now);
  const midnight = tehranMidnight(day);
  const [hours, counts, queries] = await batch(db, [
    sql`SELECT hour, figure, part, value FROM desk_hours WHERE hour >= ${midnight} AND hour < ${midnight + DAY}
      UNION ALL SELECT hour, figure, part, value FROM desk_hours
      WHERE hour >= ${midnight - WEEK} AND hour < ${midnight - WEEK + DAY}`,
    sql`SELECT count(*) AS watching FROM streams WHERE stopped = 0 AND ends_at > ${now}`,
    sql`SELECT query, sum(searches) AS searches FROM empty_searches WHERE hour > ${now - WEEK} AND hour <= ${now}
      GROUP BY query ORDER BY 2 DESC, 1 LIMIT ${MAX_QUERIES}`,
  ]);
  const rows = v.parse(hourRows, hours);
  const [{ watching }] = v.parse(v.tuple([v.object({ watching: v.number() })]), counts);
  const marks = rows.filter(({ figure, hour }) => figure === 'counted' && hour >= midnight);
  const hour = tehranHour(now);
  return ok({
    data: {
      day,
      day_before: tehranDate(midnight - WEEK),
      hour,
      counted_at: marks.length === 0 ? null : Math.max(...marks.map(({ value }) => value)),
      watching,
      figures: FIGURES.flatMap((name) => buildFigure(name, rows, midnight, hour)),
      running: { today: findRunning(rows, midnight), before: findRunning(rows, midnight - WEEK) },
      queries: v.parse(queryRows, queries),
    },
  });
};

function findRunning(all: readonly Row[], midnight: number): number | null {
  const rows = all.filter(({ figure, hour }) => figure === 'running' && hour >= midnight && hour < midnight + DAY);
  return rows.toSorted((one, other) => one.hour - other.hour)[0]?.value ?? null;
}

/** The figure as a whole, then each of its parts. */
function buildFigure(name: FigureName, all: readonly Row[], midnight: number, ended: number): Figure[] {
  const sources = SOURCES[name] ?? [name];
  const rows = all.filter(({ figure }) => sources.includes(figure));
  const marks = new Map(all.filter(({ figure }) => figure === 'counted').map(({ hour, value }) => [hour, value]));
  const isMarked = MARKED.some((figure) => figure === name);
  const isKnown = (hour: number) => {
    if (isMarked) return rows.some((row) => row.hour === hour);
    const mark = marks.get(hour);
    return mark !== undefined && (mark > 0 || !LIVE.includes(name));
  };
  const parts = name === 'failed' || name === 'start' || name === 'stalled' ? new Set(rows.map(getPart)) : [];
  return ['', ...[...parts].sort()].map((part) => {
    const partRows = part === '' ? rows : rows.filter((row) => getPart(row) === part);
    const list = (start: number) =>
      Array.from({ length: 24 }, (_, at) => {
        const hour = start + at * HOUR;
        return isKnown(hour)
          ? compute(
              name,
              partRows.filter((row) => row.hour === hour),
            )
          : null;
      });
    const endedHours = Array.from({ length: ended }, (_, at) => midnight + at * HOUR).filter(isKnown);
    const sum = (shift: number) => {
      const hours = new Set(endedHours.map((hour) => hour - shift));
      if (hours.size === 0 || ![...hours].every(isKnown)) return null;
      return compute(
        name,
        partRows.filter(({ hour }) => hours.has(hour)),
      );
    };
    return {
      ...{ figure: name, part, today: sum(0), before: sum(WEEK) },
      ...{ hours: list(midnight), hours_before: list(midnight - WEEK) },
    };
  });
}

function getPart({ part }: Row): string {
  return part.split('.')[0] ?? '';
}

function compute(name: FigureName, rows: readonly Row[]): number | null {
  const add = (figure: string) => rows.reduce((sum, row) => sum + (row.figure === figure ? row.value : 0), 0);
  switch (name) {
    case 'people':
      return Math.max(0, ...rows.map(({ value }) => value));
    case 'played':
      return Math.round(add('played_ms') / 1000);
    case 'stalled': {
      const total = add('stall_ms') + add('played_ms');
      return total === 0 ? null : (add('stall_ms') * 1000) / total;
    }
    case 'start': {
      const buckets = rows.map(({ part, value }) => ({ bucket: Number(part.split('.')[1]), count: value }));
      const ms = startTimes.findPercentile(buckets, 0.5);
      return ms === null ? null : Math.round(ms);
    }
    default:
      return add(name);
  }
}
