export const DAY = 24 * 60 * 60;
const CHART_DAYS = 7;

/** The first day that a chart of the week counts, in days since 1970 (UTC): today and the seven days before it. */
export const getFirstChartDay = (now: number) => Math.floor(now / DAY) - CHART_DAYS;
