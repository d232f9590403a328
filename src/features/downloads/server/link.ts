import { DOWNLOAD_LINK_DAYS } from '../../../platform/config/constants.ts';
import { latinFileName } from '../file-name.ts';
import { paths } from '../../../platform/paths.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { mediaBase } from '../../../platform/media/media-host.ts';
import { isSignedText, signingKeys, signText, type SigningKeys } from '../../../platform/media/signing.ts';

const DAY = 24 * 60 * 60;
/** The user of an address that was made for a guest: good for what is free. */
export const GUEST = 0;

interface Row {
  id: number;
  file: string | null;
  name_en: string;
  quality: string;
}

/** What a download's address is signed for. */
export interface DownloadGrant {
  /** Whom it was made for; `GUEST` for what is free. */
  user: number;
  id: number;
  /** Epoch seconds. */
  expires: number;
}

/**
 * The address of a download for the viewer, and when it ends (epoch seconds): the same all day, so that a program
 * without cookies finds what it has begun. A newer one is of the same file with the same tag: it goes on where the
 * older one stopped. Null where there is no file, or the Worker cannot sign.
 */
export async function createDownloadLink(
  { env, now, origin, user }: Pick<RequestContext, 'env' | 'now' | 'origin' | 'user'>,
  row: Row,
): Promise<{ url: string; expires: number } | null> {
  const keys = signingKeys(env);
  if (keys === null || row.file === null) return null;
  const expires = (Math.floor(now / DAY) + DOWNLOAD_LINK_DAYS) * DAY;
  const viewer = user?.id ?? GUEST;
  const signature = await signText(keys.current, payload({ user: viewer, id: row.id, expires }));
  const grant = [viewer, expires, signature].join('.');
  const path = paths.downloadFile(mediaBase(env), grant, row.id, `${latinName(row)}.mp4`);
  return { url: new URL(path, origin).href, expires };
}

/** Whether an address was made by us for this user and download, and has not ended at `now` (epoch seconds). */
export async function isDownloadGranted(
  keys: SigningKeys,
  signature: string,
  grant: DownloadGrant,
  now: number,
): Promise<boolean> {
  return (await isSignedText(keys, signature, payload(grant))) && grant.expires > now;
}

/** The name of a download's file in Latin letters, without its ending. */
export function latinName({ id, name_en, quality }: Pick<Row, 'id' | 'name_en' | 'quality'>): string {
  return latinFileName(`${name_en} ${quality}`, `pardeh-${String(id)}`);
}

function payload({ user, id, expires }: DownloadGrant): string {
  return `download-v2\n${String(user)}\n${String(id)}\n${String(expires)}`;
}
