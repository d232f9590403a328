import { paths } from '../../../platform/paths.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

/** Accepting the terms by logging in; in Persian only (spec 2.50). */
export function TermsNote() {
  if (getLocale() !== 'fa') return null;
  return (
    <p className="muted text-sm">
      {m.login_terms()}{' '}
      <a className="login-terms" href={paths.profilePage('terms')}>
        {m.login_terms_link()}
      </a>{' '}
      {m.login_terms_end()}
    </p>
  );
}
