import * as calls from '../../../src/features/catalogue/contract.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { openMoney } from '../money/money.ts';
import { parseFailure } from './api.ts';
import { openSeededPlatform } from './platform.ts';

const ROLES = ['owner', 'editor', 'viewer', 'support', 'finance', 'moderator'] as const;
const toToken = (role: string) => role.padEnd(40, '-');

/** The demo catalogue with its desk: an operator of each role, and a second editor. */
export async function openDeskTitles() {
  const platform = await openSeededPlatform();
  const operators = [...ROLES.map((role) => `${role}/${role}:${toToken(role)}`), `sara/editor:${toToken('sara')}`];
  const site = openMoney(platform, { OPERATOR_TOKEN: operators.join() });
  const as = (role: (typeof ROLES)[number] | 'sara') => ({ id: 0, mobile: '', token: toToken(role) });
  const read = async (id: number) => (await site.call(calls.getDeskTitle, { id }, as('viewer'))).data;
  return {
    platform,
    site,
    as,
    read,
    /** Saves over what is there now. */
    save: async (id: number, fields: Record<string, string>, who = as('editor')) => {
      const { rev } = await read(id);
      return (await site.call(calls.updateTitle, { id, rev, fields }, who)).data;
    },
    refuse: async (...[call, input, who]: Parameters<typeof site.ask>) => {
      const { status, code, fields } = await parseFailure(await site.ask(call, input, who));
      return [`${String(status)} ${code}`, ...fields].join(' ');
    },
    getVersion: () => site.env.CONFIG.get(CATALOGUE_VERSION_KEY),
  };
}
