import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';

/** Home as it was saved, with what is planned until that time. `planned`: epoch seconds of the next change. */
export function HomePreview({ planned }: { planned: number | null }) {
  return <PagePreview title={m.front_preview()} note={m.front_preview_note()} path={paths.home()} planned={planned} />;
}
