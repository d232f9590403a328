import type { AccessKind, ReleaseState } from '../../platform/kinds.ts';

export function isWatchable(title: { media: string | null; access: AccessKind; release: ReleaseState }): boolean {
  return title.media !== null && title.release === 'released' && title.access !== 'download_only';
}

/** The ISO day of its release here, else of its last change (epoch seconds). */
export function getUploadDate({ releaseDate, updatedAt }: { releaseDate: string | null; updatedAt: number }): string {
  return releaseDate ?? new Date(updatedAt * 1000).toISOString().slice(0, 10);
}
