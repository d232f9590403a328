import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { appDetails } from '../contract.ts';
import type * as calls from '../texts-contract.ts';
import { checkPart } from '../check-part.ts';
import { siteValue, type SitePart, type SiteValue, type SiteVersion } from '../texts-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { Change } from '../../staff/server/trail.ts';
import { toBuiltIn, toDetails } from './built-in.ts';
import { APP_DETAILS_KEY } from './details.ts';
import { findMissingLogos } from './logo.ts';

const PER_PAGE = 20;

const storedText = v.object({
  rev: v.number(),
  value: v.pipe(v.string(), v.parseJson(), siteValue),
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
});
const baseRow = v.object({ value: v.pipe(v.string(), v.parseJson(), appDetails) });

const COLUMNS = sql`rev, value, operator, reason, created_at`;
const SELECT_BASE = sql`SELECT value FROM settings WHERE key = ${APP_DETAILS_KEY}`;
const selectVersion = (part: SitePart, version: number | undefined) =>
  version === undefined
    ? sql`SELECT ${COLUMNS} FROM site_texts WHERE part = ${part} ORDER BY rev DESC LIMIT 1`
    : sql`SELECT ${COLUMNS} FROM site_texts WHERE part = ${part} AND rev = ${version}`;

/** `version` undefined: the newest. Version 0, and the newest before the first save, are built in. */
function readVersion(
  part: SitePart,
  version: number | undefined,
  [row]: readonly unknown[],
  [base]: readonly unknown[],
): Outcome<SiteVersion, 'not_found'> {
  if (row !== undefined) return ok(v.parse(storedText, row));
  if (base === undefined || (version ?? 0) !== 0) return fail('not_found');
  const value = toBuiltIn(part, v.parse(baseRow, base).value);
  return ok({ rev: 0, value, operator: '', reason: '', created_at: 0 });
}

export const getSiteText: Service<typeof calls.getSiteText> = async ({ read }, { part, version }) => {
  const wanted = part === 'terms' ? version : undefined;
  const [rows, base] = await read([selectVersion(part, wanted), SELECT_BASE]);
  const text = readVersion(part, wanted, rows, base);
  if (!text.ok) return text;
  const { rev, created_at, value } = text.value;
  return ok({ data: { rev, created_at, value } });
};

async function findVersion({ db }: RequestContext, part: SitePart, version?: number) {
  const [rows = [], base = []] = await batch(db, [selectVersion(part, version), SELECT_BASE]);
  return readVersion(part, version, rows, base);
}

export const getSitePart: OperatorService<typeof calls.getSitePart> = async (context, { part, version }) => {
  const text = await findVersion(context, part, version);
  return text.ok ? ok({ data: text.value }) : fail('site_version_unknown');
};

export const listSiteVersions: OperatorService<typeof calls.listSiteVersions> = async ({ db }, { part, before }) => {
  const [rows = []] = await batch(db, [
    sql`SELECT rev, operator, reason, created_at FROM site_texts
      WHERE part = ${part} AND rev < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY rev DESC LIMIT ${PER_PAGE}`,
  ]);
  const data = v.parse(v.array(v.omit(storedText, ['value'])), rows);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.rev ?? null) : null });
};

export const saveSitePart: OperatorService<typeof calls.saveSitePart> = async (
  context,
  { value, rev, reason },
  operator,
  record,
) => {
  const { value: normal, faults: ruled } = checkPart(value);
  const faults = { ...ruled, ...(normal.part === 'brand' && (await findMissingLogos(context.env, normal))) };
  if (Object.keys(faults).length > 0) return fail<ErrorCode>('site_details', { fields: faults });
  return writeVersion(context, { value: normal, rev, reason, operator }, record);
};

export const restoreSitePart: OperatorService<typeof calls.restoreSitePart> = async (
  context,
  { part, version, rev, reason },
  operator,
  record,
) => {
  const earlier = await findVersion(context, part, version);
  if (!earlier.ok) return fail('site_version_unknown');
  return writeVersion(context, { value: earlier.value.value, rev, reason, operator }, record, version);
};

interface Draft {
  value: SiteValue;
  rev: number;
  reason: string;
  operator: string;
}

/** One statement asks that nobody has saved meanwhile, and writes. The same save again has the answer of the first. */
async function writeVersion(
  context: RequestContext,
  { value, rev, reason, operator }: Draft,
  record: (change: Change) => void,
  restores?: number,
): Promise<Outcome<{ data: SiteVersion }, ErrorCode>> {
  const { db, now } = context;
  const { part } = value;
  const present = await findVersion(context, part);
  const text = JSON.stringify(value);
  const details = toDetails(value);
  // Every page reads them: a version that does not fit would be the end of all.
  if (!v.is(v.partial(appDetails), details)) throw new Error(`site: ${part} does not fit the details`);
  if (present.ok && present.value.rev === rev && JSON.stringify(present.value.value) === text)
    return fail('site_text_same');
  const [, rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO site_texts (part, rev, value, details, operator, reason, created_at)
        SELECT ${part}, ${rev + 1}, ${text}, ${JSON.stringify(details)}, ${operator}, ${reason}, ${now}
        WHERE (SELECT coalesce(max(rev), 0) FROM site_texts WHERE part = ${part}) = ${rev}`,
      selectVersion(part, rev + 1),
    ]),
  );
  const [row] = v.parse(v.array(storedText), rows);
  const isOwn = row?.operator === operator && row.reason === reason && JSON.stringify(row.value) === text;
  if (!isOwn) return fail('site_text_changed');
  record({
    before: { version: rev },
    after: { version: row.rev, reason, ...(restores !== undefined && { restores }) },
  });
  context.defer(renewCatalogueVersion(context.env, `site-${randomId()}`));
  return ok({ data: row });
}
