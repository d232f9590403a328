import type { APIContext } from 'astro';
import { getGuideValidUntil, getValidUntil } from './valid-until.ts';
import { MAGAZINES_PER_PAGE } from '../../platform/config/constants.ts';
import { VALID_UNTIL_HEADER } from '../../platform/config/session.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { paths } from '../../platform/paths.ts';
import { getChannels, getGuide, type Channel, type Guide } from './contract.ts';
import { getMagazine, listMagazines, type Magazine, type MagazineCard } from '../magazines/contract.ts';

interface AllChannels {
  fixed: Magazine[];
  magazines: MagazineCard[];
  channels: Channel[];
  /** Epoch seconds; see VALID_UNTIL_HEADER. */
  until: number | undefined;
}

/** The fixed channels of spec 2.11, in the order of the side menu. */
const FIXED = ['newspaper', 'studio'];

export async function loadChannels({
  locals: { api },
}: Pick<APIContext, 'locals'>): Promise<AllChannels | { failed: ApiError }> {
  const [magazines, channels, ...fixed] = await Promise.all([
    api(listMagazines, { per_page: MAGAZINES_PER_PAGE, page: 1, sort: 'id', dir: 'asc' }),
    api(getChannels, {}),
    ...FIXED.map((slug) => api(getMagazine, { slug })),
  ]);
  if (!magazines.ok) return { failed: magazines.error };
  if (!channels.ok) return { failed: channels.error };
  return {
    fixed: fixed.flatMap((result) => (result.ok ? result.value.data : [])),
    magazines: magazines.value.data,
    channels: channels.value.data,
    until: getValidUntil(channels.value.data),
  };
}

type LoadedLive = { guide: Guide } | { channels: Channel[] } | { failedPath: string };

/** Loads `/live/:id?` (spec 2.12): a channel's guide of today, or all channels. An unknown id is the 404 page. */
export async function loadLive(page: PageContext): Promise<LoadedLive | Response> {
  const { api } = page.locals;
  const { id } = page.params;
  const all = await api(getChannels, {});
  if (!all.ok) {
    failPage(page, all.error);
    return { failedPath: paths.lives() };
  }
  const channels = all.value.data;
  const channel = channels.find((item) => String(item.id) === id);
  if (id !== undefined && !channel) return page.rewrite('/404');
  const result = channel && (await api(getGuide, { slug: channel.slug }));
  const until = result?.ok ? getGuideValidUntil(result.value.data) : getValidUntil(channels);
  if (until !== undefined) page.response.headers.set(VALID_UNTIL_HEADER, String(until));
  if (!result) return { channels };
  if (result.ok) return { guide: result.value.data };
  failPage(page, result.error);
  return { failedPath: paths.live(channel.id) };
}
