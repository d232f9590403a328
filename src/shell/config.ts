/** Spec 9.06 and 9.15. */
export const SCROLL_THRESHOLDS_PX = [100, 300, 780] as const;
export const SCROLL_STATE_MS = 200;
export const PREFETCH_IDLE_MS = 2000;
export const DRAG_THRESHOLD_PX = 5;
export const PROGRESS_DURATION_MS = 10_000;
export const PROGRESS_THROTTLE_MS = 200;
