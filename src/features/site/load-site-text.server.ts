import { getSiteText, type SiteValue, type TEXT_PARTS } from './texts-contract.ts';

type Page = Pick<App.Locals, 'api' | 'offers'>;

/** The Markdown of a part; null in front of a provider, whose details are plain, and where the call failed. */
export async function loadSiteText<P extends (typeof TEXT_PARTS)[number]>(
  { api, offers }: Page,
  part: P,
): Promise<{ rev: number; created_at: number; value: Extract<SiteValue, { part: P }> } | null> {
  if (!offers('getSiteText')) return null;
  const result = await api(getSiteText, { part });
  if (!result.ok) return null;
  const { value, ...facts } = result.value.data;
  return isPart(value, part) ? { ...facts, value } : null;
}

const isPart = <P extends SiteValue['part']>(value: SiteValue, part: P): value is Extract<SiteValue, { part: P }> =>
  value.part === part;
