import type { APIContext } from 'astro';
import { getValidUntil } from './valid-until.ts';
import { MAGAZINES_PER_PAGE } from '../../platform/config/constants.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { getChannels, type Channel } from './contract.ts';
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
