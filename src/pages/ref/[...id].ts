import type { APIRoute } from 'astro';
import { paths } from '../../domain/paths.ts';

/** Spec 2.09: the Worker keeps the referral of every address (server/lib/referral-cookie.ts); what is left is the way home. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.home(), 303);
