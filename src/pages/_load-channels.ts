import type { APIContext } from 'astro';
import { trueUntil } from '../components/live/true-until.ts';
import { MAGAZINES_PER_PAGE } from '../config/constants.ts';
import { getChannels, type Channel } from '../contract/live.ts';
import { getMagazine, listMagazines, type Magazine, type MagazineCard } from '../contract/magazines.ts';

interface AllChannels {
  fixed: Magazine[];
  magazines: MagazineCard[];
  channels: Channel[];
  /** Epoch seconds; see TRUE_UNTIL_HEADER. */
  until: number | undefined;
}

/** The fixed channels of spec 2.11, in the order of the side menu. */
const FIXED = ['newspaper', 'studio'];

/** What the page of all magazines and channels shows; null where the magazines or channels could not be had. */
export async function loadChannels({ locals: { api } }: Pick<APIContext, 'locals'>): Promise<AllChannels | null> {
  const [magazines, channels, ...fixed] = await Promise.all([
    api(listMagazines, { per_page: MAGAZINES_PER_PAGE, page: 1, sort: 'id', dir: 'asc' }),
    api(getChannels, {}),
    ...FIXED.map((slug) => api(getMagazine, { slug })),
  ]);
  if (!magazines.ok || !channels.ok) return null;
  return {
    fixed: fixed.flatMap((one) => (one.ok ? one.value.data : [])),
    magazines: magazines.value.data,
    channels: channels.value.data,
    until: trueUntil(channels.value.data),
  };
}
