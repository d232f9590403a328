import { Link } from 'wouter';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { describeState } from '../../catalogue/desk/words.ts';
import type { FrontTitle } from '../contract.ts';
import { nameRef } from './words.ts';

/** A title by its name, with its state where it is not out. */
export function TitleRef({ id, title }: { id: number; title: FrontTitle | null }) {
  const state = title === null || title.state === 'released' ? null : describeState(title.state);
  return (
    <span className="desk-badges">
      <Link className="desk-link" href={`/titles/${String(id)}`}>
        <bdi>{nameRef(title, id)}</bdi>
      </Link>
      {state && <Badge tone={state.tone}>{state.text}</Badge>}
    </span>
  );
}
