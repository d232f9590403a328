import { sql } from 'drizzle-orm';
import { hasContact, hasHeldWord } from '../comment-words.ts';
import type { RequestContext } from '../../../platform/http/context.ts';

const RULES = ['all', 'first', 'words', 'links', 'none'] as const;
type Rule = (typeof RULES)[number];
const DEFAULT_RULES = 'words,links';

/** `COMMENTS_HOLD`. An unknown rule holds everything, so that a typo publishes nothing. */
function readRules(setting: string = DEFAULT_RULES): Rule[] {
  const names = setting.split(',').map((name) => name.trim());
  return names.map((name) => RULES.find((rule) => rule === name) ?? 'all');
}

export async function findHoldRule(
  { db, env }: Pick<RequestContext, 'db' | 'env'>,
  userId: number,
  text: string,
): Promise<string> {
  const rules = readRules(env.COMMENTS_HOLD);
  if (rules.includes('all')) return 'all';
  if (rules.includes('words') && hasHeldWord(text)) return 'words';
  if (rules.includes('links') && hasContact(text)) return 'links';
  if (!rules.includes('first')) return '';
  const shown = await db.all(sql`SELECT 1 FROM comments WHERE user_id = ${userId} AND state = 'shown' LIMIT 1`);
  return shown.length > 0 ? '' : 'first';
}
