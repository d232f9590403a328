const DAY_MINUTES = 24 * 60;

/** Minutes after Saturday's midnight. */
export const getWeekMinute = ({ day, start }: { day: number; start: number }) => day * DAY_MINUTES + start;
