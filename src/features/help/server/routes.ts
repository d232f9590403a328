import { sql } from 'drizzle-orm';
import * as calls from '../contract.ts';
import * as desk from '../desk-contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { answerHelp, closeHelp, closeHelpThreads, getHelpThread, listAccountHelp, listHelpQueue } from './queue.ts';
import { countUnreadHelp, getHelp, listHelp, readHelp } from './threads.ts';
import { addHelpMessage, openHelp } from './write.ts';

export function mountHelp(api: Api): void {
  serve(api, calls.listHelp, listHelp);
  // Before `/my/help/:number`, which it matches, too.
  serve(api, calls.countUnreadHelp, countUnreadHelp);
  serve(api, calls.getHelp, getHelp);
  serve(api, calls.readHelp, readHelp);
  serve(api, calls.openHelp, openHelp);
  serve(api, calls.addHelpMessage, addHelpMessage);
  serveOperator(api, desk.listHelpQueue, ({ state }) => state, listHelpQueue);
  serveOperator(api, desk.listAccountHelp, ({ id }) => `account:${String(id)}`, listAccountHelp);
  serveOperator(api, desk.closeHelpThreads, ({ threads }) => `${String(threads.length)} threads`, closeHelpThreads);
  serveOperator(api, desk.getHelpThread, nameWriter, getHelpThread);
  serveOperator(api, desk.answerHelp, nameWriter, answerHelp);
  serveOperator(api, desk.closeHelp, nameWriter, closeHelp);
}

const nameThread = ({ number }: { number: number }) => `help:${String(number)}`;

/** Under the account, so that it finds who looked; the thread is behind it. */
async function nameWriter(input: { number: number }, { db }: RequestContext): Promise<string> {
  const rows = await db.all<{ user_id: number }>(sql`SELECT user_id FROM help_threads WHERE number = ${input.number}`);
  return rows[0] ? `account:${String(rows[0].user_id)} ${nameThread(input)}` : nameThread(input);
}
