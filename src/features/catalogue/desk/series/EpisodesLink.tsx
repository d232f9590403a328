import { Link } from 'wouter';
import { m } from '../../../../platform/text/desk/messages.js';

export function EpisodesLink({ id }: { id: number }) {
  return (
    <Link className="desk-link" href={`/titles/${String(id)}/episodes`}>
      {m.series_open_all()}
    </Link>
  );
}
