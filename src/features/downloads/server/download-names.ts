import { alias } from 'drizzle-orm/sqlite-core';
import { sql, type SQL } from 'drizzle-orm';
import { titles } from '../../titles/server/schema.ts';

export const series = alias(titles, 'series');

const digit = (value: SQL) => sql`substr('۰۱۲۳۴۵۶۷۸۹', ${value} + 1, 1)`;
const season = sql`${titles.season}`;
const seasonFa = sql`CASE WHEN ${season} > 9 THEN ${digit(sql`${season} / 10 % 10`)} ELSE '' END || ${digit(sql`${season} % 10`)}`;

export const downloadNames = {
  name_fa: sql<string>`coalesce(${series.nameFa} || ' · فصل ' || ${seasonFa} || ' · ', '') || ${titles.nameFa}`,
  name_en: sql<string>`coalesce(${series.nameEn} || ' · Season ' || ${season} || ' · ', '') || ${titles.nameEn}`,
};
