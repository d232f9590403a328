import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { run } from '../../tools/lib/processes.ts';
import { problem } from '../../tools/lib/progress.ts';

const DIR = '.cache/edge';
const KEY = `${DIR}/key.pem`;
const CERT = `${DIR}/cert.pem`;
const VALID_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * A self-signed certificate for localhost, made by openssl and kept for a month.
 * @returns {Promise<{key: Buffer, cert: Buffer}>} PEM
 */
export async function localCertificate() {
  if (!isFresh()) await make();
  return { key: readFileSync(KEY), cert: readFileSync(CERT) };
}

/**
 * Chromium's argument to trust a certificate. With all errors ignored it would keep no answer in its cache.
 * @param {Buffer} cert
 */
export function trustArgument(cert) {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

function isFresh() {
  if (!existsSync(KEY) || !existsSync(CERT)) return false;
  return Date.now() - statSync(CERT).mtimeMs < (VALID_DAYS - 1) * DAY_MS;
}

async function make() {
  mkdirSync(DIR, { recursive: true });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', KEY, '-out', CERT, '-days', String(VALID_DAYS)];
  const { code, output } = await run('openssl', ['req', '-x509', ...kind, ...name, ...files]);
  if (code !== 0) throw problem(`openssl could not make a certificate:\n${output}`);
}
