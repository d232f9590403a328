import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { problem } from '../lib/progress.ts';

/** Bytes at the start of an encrypted file, and of the tag at its end. */
const SALT = 16;
const IV = 12;
const TAG = 16;
const KEY = 32;

/** AES-256-GCM under a key from the passphrase (scrypt): salt, nonce, text, tag. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const [salt, iv] = [randomBytes(SALT), randomBytes(IV)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, KEY), iv);
  const target = createWriteStream(to, { mode: 0o600 });
  target.write(salt);
  target.write(iv);
  await pipeline(createReadStream(from), cipher, target, { end: false });
  await new Promise<void>((resolve, reject) => {
    target.on('error', reject).end(cipher.getAuthTag(), resolve);
  });
}

/** Throws a Problem where the passphrase is wrong or a byte has changed. */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const { size } = await stat(from);
  const refusal = problem(`${from} cannot be decrypted: the key is wrong, or the file is damaged.`);
  if (size < SALT + IV + TAG) throw refusal;
  const file = await open(from, 'r');
  const read = async (length: number, position: number) =>
    (await file.read(new Uint8Array(length), 0, length, position)).buffer;
  const [salt, iv, tag] = [await read(SALT, 0), await read(IV, SALT), await read(TAG, size - TAG)];
  await file.close();
  const decipher = createDecipheriv('aes-256-gcm', scryptSync(passphrase, salt, KEY), iv);
  decipher.setAuthTag(tag);
  try {
    const text = createReadStream(from, { start: SALT + IV, end: size - TAG - 1 });
    await pipeline(text, decipher, createWriteStream(to, { mode: 0o600 }));
  } catch {
    throw refusal;
  }
}
