import { latinFileName } from '../../../domain/file-name.ts';
import { paths } from '../../../domain/paths.ts';
import type { RequestContext } from '../../lib/context.ts';
import { mediaBase } from '../../lib/media-host.ts';
import { isSignedText, signingKeys, signText, type SigningKeys } from '../../lib/signing.ts';

/** The user of an address that was made for a guest: good for what is free. */
const GUEST = 0;

interface Row {
  id: number;
  file: string | null;
  name_en: string;
  quality: string;
}

/**
 * The address of a download for the viewer, which stays the same as long as the key does: a program without cookies
 * can go on with it after hours. Null where there is no file, or the Worker cannot sign.
 */
export async function downloadLink(context: RequestContext, row: Row): Promise<string | null> {
  const { env, origin, user } = context;
  const keys = signingKeys(env);
  if (keys === null || row.file === null) return null;
  const viewer = user?.id ?? GUEST;
  const grant = `${String(viewer)}.${await signText(keys.current, payload(viewer, row.id))}`;
  const path = paths.downloadFile(mediaBase(env), grant, row.id, `${latinName(row)}.mp4`);
  return new URL(path, origin).href;
}

/** Whether an address was made by us for this user and this download. */
export async function isDownloadLink(
  keys: SigningKeys,
  signature: string,
  { user, id }: { user: number; id: number },
): Promise<boolean> {
  return isSignedText(keys, signature, payload(user, id));
}

/** The name of a download's file in Latin letters, without its ending. */
export function latinName({ id, name_en, quality }: Pick<Row, 'id' | 'name_en' | 'quality'>): string {
  return latinFileName(`${name_en} ${quality}`, `pardeh-${String(id)}`);
}

function payload(user: number, id: number): string {
  return `download-v1\n${String(user)}\n${String(id)}`;
}
