import type { Env } from '../../config/env.ts';
import { PERMISSIONS, ROLE_PERMISSIONS, STAFF_ROLES, type Permission } from './permissions.ts';
import { sameHash, sha256 } from '../hash.ts';

const SECRET = /^[\w.~+/=-]{32,200}$/;
/** `comments` is the older word for `moderator`. */
const NAMED = new RegExp(`^(?:([a-z][a-z0-9_-]{0,30})(?:/(${[...STAFF_ROLES, 'comments'].join('|')}))?:)?(.+)$`);

interface OperatorToken {
  name: string;
  permissions: readonly Permission[];
  secret: string;
}

/** By comma: `<secret>`, `<name>:<secret>` or `<name>/<role>:<secret>`. Weak entries are ignored. */
export function readOperatorTokens({ OPERATOR_TOKEN = '' }: Pick<Env, 'OPERATOR_TOKEN'>): OperatorToken[] {
  return listEntries(OPERATOR_TOKEN).filter(({ secret }) => SECRET.test(secret));
}

export function listOperatorTokenProblems({ OPERATOR_TOKEN = '' }: Pick<Env, 'OPERATOR_TOKEN'>) {
  const isWeak = listEntries(OPERATOR_TOKEN).some(({ secret }) => !SECRET.test(secret));
  const problem = 'has a secret of fewer than 32 characters, or with odd ones, which is refused: openssl rand -hex 32';
  return isWeak ? [{ setting: 'OPERATOR_TOKEN' as const, problem }] : [];
}

/** Takes the same time for every token. */
export async function findOperatorToken(
  tokens: readonly OperatorToken[],
  token: string | null,
): Promise<OperatorToken | null> {
  const tokenHash = await sha256(token ?? '');
  let operator: OperatorToken | null = null;
  for (const entry of tokens) {
    if (sameHash(await sha256(entry.secret), tokenHash)) operator = entry;
  }
  return token === null ? null : operator;
}

function listEntries(text: string): OperatorToken[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = 'operator', roleName, secret = ''] = NAMED.exec(entry) ?? [];
      const role = STAFF_ROLES.find((candidate) => candidate === roleName) ?? (roleName ? 'moderator' : null);
      return { name, permissions: role === null ? PERMISSIONS : ROLE_PERMISSIONS[role], secret };
    });
}
