import type { SQL } from 'drizzle-orm';
import type { Progress } from '../progress.ts';

/** Where progress is kept (decision 119). A profile is an account or a kids session (profile.ts). */
export interface ProgressBook {
  /** The profile's rows as a table of the name `progress`, for a statement of the catalogue. It may hold others' too. */
  table: (profile: string) => Promise<SQL>;
  /** Gives the merged states. Titles that the catalogue does not have are left out. */
  merge: (profile: string, saves: ReadonlyMap<number, Progress>) => Promise<Map<number, Progress>>;
  setHidden: (profile: string, titleId: number, at: number) => Promise<void>;
  /** Takes a title off the watched ones; its place stays. */
  forgetSeen: (profile: string, titleId: number) => Promise<void>;
  list: (profile: string) => Promise<Record<string, unknown>[]>;
  erase: (profile: string) => Promise<void>;
}
