export const AWAKE_EVENT = 'pardeh:awake';
export const PROGRESS_EVENT = 'pardeh:progress';
