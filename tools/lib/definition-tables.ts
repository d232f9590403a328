import { ALL_CALLS } from '../../src/app/calls.ts';
import { getPolicy } from '../../src/platform/http/calls/call.ts';
import { ROUTES } from '../../src/platform/pages/find-page.ts';

export const TABLES_FILE = 'docs/security.md';
const PLACE = /(?<=<!-- definitions -->\n)[^]*?(?=<!-- \/definitions -->)/;

/** The text of docs/security.md with the tables of all calls and pages as their definitions say. */
export function insertTables(text: string): string {
  if (!PLACE.test(text)) throw new Error(`${TABLES_FILE} has no place for the definitions`);
  return text.replace(PLACE, () => `${renderCalls()}\n\n${renderPages()}\n`);
}

function renderCalls(): string {
  const rows = ALL_CALLS.map((call) => {
    const { caller, permission, session, kids, answer, database, address, cookie } = getPolicy(call);
    const who = permission === null ? caller : `${caller}: ${permission}`;
    const request = `${call.method}${call.alsoGet ? ', GET' : ''} ${call.path}`;
    const remark = call.changes ? 'a GET for this site’s own pages only' : '';
    return [`\`${call.name}\``, `\`${request}\``, who, session, kids, answer, database, address, cookie, remark];
  });
  const heads = ['Call', 'Request', 'Caller', 'Session', 'Kids', 'Answer', 'Database', 'Address', 'Cookie', 'Remark'];
  return renderTable(heads, rows);
}

/** A page that differs without its parameter has two rows. */
function renderPages(): string {
  const rows = ROUTES.flatMap(({ prefix, shape, page, bare }) => {
    const row = { path: shape === 'plain' ? `/${prefix}` : `/${prefix}/:id`, ...page };
    return shape === 'rest' ? [{ path: `/${prefix}`, ...bare }, row] : [row];
  });
  return renderTable(
    ['Page', 'Access', 'Kids', 'Cache', 'Parameters', 'Forms', 'Loaded ahead'],
    rows.map(({ path, access, kids, cache, parameters, forms, ahead }) => {
      return [`\`${path}\``, access, kids, cache, parameters.join(', '), forms, ahead];
    }),
  );
}

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
