import type { SQL } from 'drizzle-orm';
import type { Progress } from '../progress.ts';

/** Stores the progress of a profile, an account or a kids session (profile.ts), in objects or a table (decision 119). */
export interface ProgressStore {
  /** The profile's rows as a table of the name `progress`, for a statement of the catalogue. It may hold others' too. */
  table: (profile: string) => Promise<SQL>;
  /** Gives the merged states. Titles that the catalogue does not have are left out. `now` measures what was watched. */
  merge: (profile: string, saves: ReadonlyMap<number, Progress>, now: number) => Promise<Map<number, Progress>>;
  setHidden: (profile: string, titleId: number, at: number) => Promise<void>;
  /** Takes a title off the watched ones; its place stays. */
  forgetSeen: (profile: string, titleId: number) => Promise<void>;
  list: (profile: string) => Promise<Record<string, unknown>[]>;
  /** The rows of an object, without an import into it; null where the table's count. */
  peek: (profile: string) => Promise<Record<string, unknown>[] | null>;
  erase: (profile: string) => Promise<void>;
}
