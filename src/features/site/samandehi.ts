/** Where samandehi.ir verifies a site. */
const VERIFY = 'https://logo.samandehi.ir/Verify.aspx';

/** The address that verifies the site's seal (spec 3.03 `samandehi_id`, `samandehi_p`); null where one is missing or wrong. */
export function getSamandehiUrl(id: string | null, p: string | null): string | null {
  if (id === null || p === null || !/^\d{1,12}$/.test(id) || !/^[a-z\d]{1,128}$/i.test(p)) return null;
  return `${VERIFY}?${String(new URLSearchParams({ id, p }))}`;
}
