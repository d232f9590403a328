import type { APIRoute } from 'astro';
import { paths } from '../../platform/paths.ts';

/** Its address before the desk. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.quality(), 301);
