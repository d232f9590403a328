import type { Brand } from '../../config/brand.ts';
import type { Clock } from '../clock.ts';

/** A page that a member of the staff sees as it would be: at another second, with titles that nobody else sees. */
export interface Preview {
  clock: Clock;
  /** One that is not saved yet. */
  brand?: Brand;
}

const previews = new WeakMap<ExecutionContext, Preview>();

export function putPreview(ctx: ExecutionContext, preview: Preview): void {
  previews.set(ctx, preview);
}

export function getPreview(ctx: ExecutionContext): Preview | null {
  return previews.get(ctx) ?? null;
}
