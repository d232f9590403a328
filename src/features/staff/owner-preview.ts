import * as v from 'valibot';
import { STAFF_ROLES } from '../../platform/http/calls/permissions.ts';

const added = v.optional(v.nullable(v.number()), null);

/** The facts of a new owner. Requests from before the later ones were shown have null in their place. */
export const ownerPreview = v.object({
  /** At the desk; a member keeps the one they have. */
  name: v.string(),
  role: v.nullable(v.picklist(STAFF_ROLES)),
  /** The account's own name on the site; empty without one. */
  person: v.optional(v.nullable(v.string()), null),
  /** Open ones of the desk. */
  sessions: added,
  /** 1 where the second factor is set. */
  factor: added,
  /** Owners after it. */
  owners: added,
});
export type OwnerPreview = v.InferOutput<typeof ownerPreview>;
