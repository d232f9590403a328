import { sql } from 'drizzle-orm';
import { getVariant } from '../../../platform/config/variants.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { termsAcceptances } from './schema.ts';

/** The login says so in Persian alone (spec 2.50). */
const saysTerms = ({ env, host, locale }: RequestContext) => locale === 'fa' && getVariant(env, host).showTermsNote;

/**
 * A statement for the login's batch, after the account's own: the version of the terms that is in force, once an account.
 * A login that says nothing of them writes it at the sign-up alone.
 */
export function buildTermsAcceptance(context: RequestContext, mobile: string) {
  const { db, now } = context;
  const flag = saysTerms(context) ? 1 : 0;
  return db
    .insert(termsAcceptances)
    .select(
      sql`SELECT u.id, (SELECT coalesce(max(rev), 0) FROM site_texts WHERE part = 'terms'), ${now}, ${flag}
        FROM users u WHERE u.mobile = ${mobile} AND (${flag} = 1
          OR (u.created_at = ${now} AND NOT EXISTS (SELECT 1 FROM terms_acceptances t WHERE t.user_id = u.id)))`,
    )
    .onConflictDoNothing();
}
