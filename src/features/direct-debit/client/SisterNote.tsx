import { m } from '../../../platform/text/paraglide/messages.js';

/** Spec 2.30. The plus environment has no `url`. */
export function SisterNote({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <p className="plans-sister">
      {m.plans_sister()} <a href={url}>{m.plans_sister_link()}</a>
    </p>
  );
}
