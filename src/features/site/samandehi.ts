const VERIFY = 'https://logo.samandehi.ir/Verify.aspx';

/** The seal's verification page (spec 3.03 `samandehi_id`, `samandehi_p`); null for missing or invalid values. */
export function getSamandehiUrl(id: string | null, p: string | null): string | null {
  if (id === null || p === null || !/^\d{1,12}$/.test(id) || !/^[a-z\d]{1,128}$/i.test(p)) return null;
  return `${VERIFY}?${String(new URLSearchParams({ id, p }))}`;
}
