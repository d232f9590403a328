import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { foldWord, hasContact, hasHeldWord, hasWord, HELD_WORDS, type OwnWords } from '../comment-words.ts';
import { HOLD_RULES, type HoldRule } from '../comments.ts';
import type {
  getCommentRules as getCall,
  setCommentRules as setCall,
  setCommentWord as wordCall,
  tryCommentWord as tryCall,
} from '../moderation-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { MAX_WORDS } from './names.ts';

const DEFAULT_RULES = 'words,links';
/** Comments that a word is tried on. */
const MAX_TRIED = 1000;
const MAX_SAMPLES = 5;

/** An unknown rule holds everything, so that a typo publishes nothing. */
function parseRules(text: string): HoldRule[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.map((name) => HOLD_RULES.find((rule) => rule === name) ?? 'all'))];
}

const ruleRow = v.object({
  rules: v.nullable(v.string()),
  rev: v.number(),
  changed_by: v.string(),
  changed_at: v.number(),
});
const wordRow = v.object({
  word: v.string(),
  shown: v.string(),
  holds: v.pipe(
    v.number(),
    v.transform((holds) => holds === 1),
  ),
  changed_by: v.string(),
  changed_at: v.number(),
});

const SELECT_RULES = sql`SELECT rules, rev, changed_by, changed_at FROM comment_rules WHERE id = 1`;
const SELECT_WORDS = sql`SELECT word, shown, holds, changed_by, changed_at FROM comment_words WHERE word > ''
  ORDER BY word LIMIT ${MAX_WORDS}`;

async function readHold({ db, env }: Pick<RequestContext, 'db' | 'env'>) {
  const [[row] = [], words = []] = await batch(db, [SELECT_RULES, SELECT_WORDS]);
  const stored = v.parse(ruleRow, row);
  return {
    ...stored,
    is_set: stored.rules !== null,
    rules: parseRules(stored.rules ?? env.COMMENTS_HOLD ?? DEFAULT_RULES),
    words: v.parse(v.array(wordRow), words),
  };
}

/** The rule that holds a new comment of this writer; '' for none. */
export async function findHoldRule(
  context: Pick<RequestContext, 'db' | 'env'>,
  userId: number,
  text: string,
): Promise<string> {
  const { rules, words } = await readHold(context);
  const ownWords: OwnWords = new Map(words.map(({ word, holds }) => [word, holds]));
  if (rules.includes('all')) return 'all';
  if (rules.includes('words') && hasHeldWord(text, ownWords)) return 'words';
  if (rules.includes('links') && hasContact(text)) return 'links';
  if (!rules.includes('first')) return '';
  const comments = await context.db.all(
    sql`SELECT 1 FROM comments WHERE user_id = ${userId} AND state = 'shown' LIMIT 1`,
  );
  return comments.length > 0 ? '' : 'first';
}

export const getCommentRules: OperatorService<typeof getCall> = async (context) =>
  ok({ data: { ...(await readHold(context)), built_in: [...HELD_WORDS] } });

export const setCommentRules: OperatorService<typeof setCall> = async (
  context,
  { rules, rev, reason },
  operator,
  record,
) => {
  const text = [...new Set(rules)].join(',');
  const [[before] = [], after = []] = await batch(context.db, [
    SELECT_RULES,
    sql`UPDATE comment_rules SET rules = ${text}, rev = rev + 1, changed_by = ${operator}, changed_at = ${context.now}
      WHERE id = 1 AND rev = ${rev} RETURNING rev`,
  ]);
  if (after.length === 0) return fail('rules_changed');
  record({ before: v.parse(ruleRow, before).rules, after: { rules: text, reason } });
  return ok({ data: { rev: rev + 1 } });
};

export const setCommentWord: OperatorService<typeof wordCall> = async (
  { db, now },
  { word: text, holds, reason },
  operator,
  record,
) => {
  const word = foldWord(text);
  const change =
    holds === 'built_in'
      ? sql`DELETE FROM comment_words WHERE word = ${word}`
      : sql`INSERT INTO comment_words (word, shown, holds, changed_by, changed_at)
          SELECT ${word}, ${text}, ${holds === 'yes' ? 1 : 0}, ${operator}, ${now}
          WHERE (SELECT count(*) FROM comment_words WHERE word <> ${word}) < ${MAX_WORDS}
          ON CONFLICT (word) DO UPDATE SET shown = excluded.shown, holds = excluded.holds,
            changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
  const select = sql`SELECT word, shown, holds, changed_by, changed_at FROM comment_words WHERE word = ${word}`;
  const [[before] = [], , [after] = []] = await batch(db, [select, change, select]);
  if (holds !== 'built_in' && after === undefined) return fail('words_full');
  record({ before: before ?? null, after: { word, holds, reason } });
  return ok({ data: { word } });
};

const triedRow = v.object({ id: v.number(), title_id: v.number(), text: v.string() });

/** As if the word alone held, in the newest comments of everybody. */
export const tryCommentWord: OperatorService<typeof tryCall> = async ({ db }, { word: typed }) => {
  const word = foldWord(typed);
  const [rows = []] = await batch(db, [
    sql`SELECT id, title_id, text FROM comments WHERE text <> '' ORDER BY id DESC LIMIT ${MAX_TRIED}`,
  ]);
  const comments = v.parse(v.array(triedRow), rows);
  const matched = comments.filter(({ text }) => hasWord(text, (other) => other === word));
  return ok({
    data: { word, looked_at: comments.length, matched: matched.length, newest: matched.slice(0, MAX_SAMPLES) },
  });
};
