import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { DeskTitle } from '../contract.ts';
import { PagePreview } from './PagePreview.tsx';

export function TitlePreview({ title: { id, kind, publication } }: { title: DeskTitle }) {
  const planned = publication?.starts_at ?? null;
  return (
    <PagePreview title={m.preview_title()} note={m.preview_note()} path={paths.title(kind, id)} planned={planned} />
  );
}
