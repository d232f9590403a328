import { m } from '../../../platform/text/paraglide/messages.js';

/** The page's own line of help has it. */
export function SupportPhone({ className }: { className: string }) {
  const line = document.querySelector<HTMLAnchorElement>(':is(.help-line, .footer) a[href^="tel:"]');
  return (
    line && (
      <a className={className} href={line.href}>
        {m.footer_support()} <bdi dir="ltr">{line.textContent.trim()}</bdi>
      </a>
    )
  );
}
