import { m } from '../../platform/text/paraglide/messages.js';
import type { Seal } from './contract.ts';

const VERIFY = 'https://logo.samandehi.ir/Verify.aspx';

export interface SamandehiNumbers {
  samandehi_id: string | null;
  samandehi_p: string | null;
}

/** The seal of samandehi.ir with the address of its proof (spec 2.23, 3.03); null for missing or invalid numbers. */
export function getSamandehiSeal({ samandehi_id: id, samandehi_p: p }: SamandehiNumbers): Seal | null {
  if (id === null || p === null || !/^\d{1,12}$/.test(id) || !/^[a-z\d]{1,128}$/i.test(p)) return null;
  const name = m.seal_samandehi();
  return { name, name_en: name, id, url: `${VERIFY}?${String(new URLSearchParams({ id, p }))}`, picture: '' };
}
