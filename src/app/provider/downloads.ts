import type { Download } from '../../features/downloads/contract.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import type { ProviderContext } from './context.ts';
import { peekTitle } from './memory.ts';
import {
  readBytes,
  readCount,
  readFields,
  readFlag,
  readId,
  readList,
  readText,
  readUrl,
  type Fields,
} from './read.ts';
import { isStreamUrl } from './settings.ts';

const readAmount = (download: Fields) => readCount(download, 'amount', 'price', 'toman');
const getUrl = (download: Fields) => readUrl(download, 'url', 'link', 'download_url');
const isOwned = (download: Fields) => readFlag(download, 'owned') ?? getUrl(download) !== null;

export function sellsDownloads(fields: Fields): boolean {
  return readList(fields['downloads']).some((download) => readAmount(readFields(download)) !== null);
}

export function hasDownloads(fields: Fields): boolean {
  return readList(fields['downloads']).some((value) => {
    const download = readFields(value);
    return readId(download, 'itemid', 'id') !== null && (readAmount(download) !== null || isOwned(download));
  });
}

export function readDownload(
  context: ProviderContext,
  value: unknown,
  title: { kind: TitleKind; id: number },
): Download | null {
  const fields = readFields(value);
  const id = readId(fields, 'itemid', 'id');
  if (id === null) return null;
  const quality = readText(fields, 'quality') ?? '';
  const url = getUrl(fields);
  const owned = isOwned(fields);
  const amount = readAmount(fields);
  // Without a price it is not free.
  if (amount === null && !owned) return null;
  const card = peekTitle(context, title);
  return {
    id,
    name: readText(fields, 'name', 'name_fa') ?? card?.name_fa ?? quality,
    quality: quality.slice(0, 16),
    size: readBytes(fields, 'size') ?? 0,
    amount: amount ?? 0,
    owned,
    subtitles: [],
    subtitle_files: [],
    url: url !== null && isStreamUrl(url) ? url : null,
    title,
  };
}
