import { getBrandSlug } from '../../platform/text/site-brand.ts';

export const buildExportDisposition = (): string => `attachment; filename="${getBrandSlug()}-account.json"`;
