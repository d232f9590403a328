import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { STAFF_ROLES } from '../../platform/http/calls/permissions.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Epoch seconds. */
const access = v.object({
  id: v.number(),
  /** The name of the operators' call. */
  action: v.string(),
  created_at: v.number(),
  /** Who did it; two for an act of two people. Empty: a program of the site. */
  members: v.array(v.object({ number: v.number(), role: v.picklist(STAFF_ROLES) })),
  /** The first half of the network's address; the rest is masked. */
  network: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});

export const listAccess = defineCall({
  name: 'listAccess',
  method: 'GET',
  path: '/my/access',
  summary: "Which staff read or changed the user's account, payments or messages, the newest first, 50 a page.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ before: v.optional(idInput) }),
  output: v.object({ data: v.array(access), next: v.nullable(v.number()) }),
});
