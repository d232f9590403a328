import type * as calls from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { applyChanges } from './apply-changes.ts';
import { readRecord, toDeskTitle } from './read-record.ts';

/** Others may write the title meanwhile: it is read again. */
const MAX_TRIES = 12;

type Service = OperatorService<typeof calls.hideTitle>;

/** A title that is so already stays so: a second press changes nothing. */
const publish =
  (hides: boolean): Service =>
  async (context, { id, reason }, operator, record) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const title = await readRecord(context.db, id, context.now);
      if (!title) return fail('title_not_found');
      if (((title.hidden & 1) === 1) === hides) return ok({ data: toDeskTitle(title) });
      const undoes = hides ? null : title.hide_id;
      if (!hides && undoes === null) return fail('title_hidden_file');
      const change = { field: 'hidden' as const, before: hides ? '0' : '1', after: hides ? '1' : '0' };
      const maker = { operator, reason, ...(undoes !== null && { undoes }) };
      if (!(await applyChanges(context, title, [change], maker))) continue;
      record({ before: { hidden: !hides }, after: { hidden: hides, reason } });
      const after = await readRecord(context.db, id, context.now);
      return after ? ok({ data: toDeskTitle(after) }) : fail('title_not_found');
    }
    return fail('title_changed');
  };

export const hideTitle = publish(true);
/** Showing takes back the change that hid it, so that an import decides again. */
export const showTitle = publish(false);
