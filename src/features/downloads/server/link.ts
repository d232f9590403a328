import { getBrandSlug } from '../../../platform/text/site-brand.ts';
import { DOWNLOAD_LINK_DAYS } from '../../../platform/config/constants.ts';
import { toLatinFileName } from '../file-name.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { defineMediaAddress } from '../../../platform/media/define-media-address.ts';
import { mediaBase } from '../../../platform/media/media-host.ts';
import { isSignedText, signingKeys, signText, type SigningKeys } from '../../../platform/media/signing.ts';

const DAY = 24 * 60 * 60;
export const GUEST = 0;

interface Row {
  id: number;
  file: string | null;
  name_en: string;
  quality: string;
}

export interface DownloadGrant {
  user: number;
  id: number;
  expires: number;
}

export interface SignedDownload extends DownloadGrant {
  signature: string;
}

/** `name` is for clients that ignore headers. Addresses without an expiry are of an older format and have ended. */
export const downloadAddress = defineMediaAddress<SignedDownload, SignedDownload & { name: string }>({
  pattern: /^d\/(?<user>\d{1,12})\.(?:(?<expires>\d{1,12})\.)?(?<signature>[^/.]*)\/(?<id>\d{1,12})\/[^/]+$/,
  build: ({ user, expires, signature, id, name }) =>
    `d/${[user, expires, signature].join('.')}/${String(id)}/${encodeURIComponent(name.toWellFormed())}`,
  read: ({ user, expires = 0, signature = '', id }) => ({
    user: Number(user),
    expires: Number(expires),
    signature,
    id: Number(id),
  }),
});

/** The same all day: a program without cookies can resume it; later ones keep the ETag. Null without a file or key. */
export async function createDownloadLink(
  { env, now, origin, user }: Pick<RequestContext, 'env' | 'now' | 'origin' | 'user'>,
  row: Row,
): Promise<{ url: string; expires: number } | null> {
  const keys = signingKeys(env);
  if (keys === null || row.file === null) return null;
  const expires = (Math.floor(now / DAY) + DOWNLOAD_LINK_DAYS) * DAY;
  const grant = { user: user?.id ?? GUEST, id: row.id, expires };
  const signature = await signText(keys.current, buildPayload(grant));
  const path = downloadAddress.build({ ...grant, signature, name: `${getLatinName(row)}.mp4` });
  return { url: new URL(`${mediaBase(env)}/${path}`, origin).href, expires };
}

export async function isDownloadGranted(
  keys: SigningKeys,
  signature: string,
  grant: DownloadGrant,
  now: number,
): Promise<boolean> {
  if (!isGrantOpen(grant.expires, now, DOWNLOAD_LINK_DAYS * DAY)) return false;
  return isSignedText(keys, signature, buildPayload(grant));
}

export function getLatinName({ id, name_en, quality }: Pick<Row, 'id' | 'name_en' | 'quality'>): string {
  return toLatinFileName(`${name_en} ${quality}`, `${getBrandSlug()}-${String(id)}`);
}

function buildPayload({ user, id, expires }: DownloadGrant): string {
  return `download-v2\n${String(user)}\n${String(id)}\n${String(expires)}`;
}
