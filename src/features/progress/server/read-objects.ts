import { ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../../platform/http/serve-operator.ts';
import type { exportProgress } from '../export-contract.ts';
import { openProgress } from './open-progress.ts';

type ExportedRow = Record<string, string | number>;

export const readObjects: OperatorService<typeof exportProgress> = async (context, { profiles }) => {
  const store = openProgress(context);
  const data = await Promise.all(
    profiles.map(async (profile) => ({ profile, rows: (await store.peek(profile)) as ExportedRow[] | null })),
  );
  return ok({ data });
};
