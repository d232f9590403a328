import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { refundPayment } from './contract.ts';

/** Notes of the staff on a person: in the person's own export, and erased with the account. Epoch seconds. */

/** Code points. */
export const MAX_NOTE_CHARS = 1000;

const note = v.object({ id: v.number(), text: v.string(), operator: v.string(), created_at: v.number() });

export const listNotes = defineCall({
  name: 'listNotes',
  method: 'GET',
  path: '/operator/accounts/:id/notes',
  summary: 'Notes of the staff on a person, the newest first, 20 a page.',
  access: { caller: 'operator', permission: 'people.notes' },
  input: v.object({ id: idInput, before: v.optional(idInput) }),
  output: v.object({ data: v.array(note), next: v.nullable(v.number()) }),
});

export const addNote = defineCall({
  name: 'addNote',
  method: 'POST',
  path: '/operator/accounts/:id/notes',
  summary: 'Writes a note on a person, once for each key: plain text of at most 1,000 code points. It stays as it is.',
  access: { caller: 'operator', permission: 'people.notes' },
  input: v.object({
    id: idInput,
    key: refundPayment.input.entries.key,
    text: v.pipe(v.string(), v.maxLength(4 * MAX_NOTE_CHARS)),
  }),
  output: v.object({ data: note }),
});
