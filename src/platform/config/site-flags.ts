import type { Env } from './env.ts';

/** Settings whose value in the desk, where it has one, replaces that of the host. */
export const DESK_FLAGS = ['LISTS', 'SHOW_APP', 'CAST', 'FULLRATE_NETWORKS'] as const satisfies readonly (keyof Env)[];
export type DeskFlags = Partial<Record<(typeof DESK_FLAGS)[number], string>>;

let present: DeskFlags = {};

export function setFlags(next: DeskFlags): void {
  present = next;
}

/** Writes the flags of the desk into `env`, which is the request's own copy. */
export function applyFlags(env: Env): void {
  Object.assign(env, present);
}
