import type { APIRoute } from 'astro';
import { paths } from '../../platform/paths.ts';

/** Spec 2.09: the Worker keeps the referral of every address (accounts/server/referral-cookie.ts); what is left is the way home. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.home(), 303);
