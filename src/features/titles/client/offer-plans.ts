import { m } from '../../../platform/text/paraglide/messages.js';
import { paths } from '../../../platform/paths.ts';
import type { TitleKind } from '../../../platform/kinds.ts';

/** Replaces the words of an act, those of a guest and of a member alike. Its icon stays. */
export function setActLabel(act: HTMLElement, text: string): void {
  const [label, ...others] = [...act.querySelectorAll('span')];
  if (!label) return;
  for (const other of others) other.remove();
  label.className = '';
  label.textContent = text;
}

/** For a member whose press would be refused: the way to the plans. */
export function offerPlans(act: HTMLAnchorElement, { kind, id }: { kind: TitleKind; id: number }): void {
  setActLabel(act, m.act_subscribe());
  act.href = paths.plans({ contentId: id, contentType: kind });
  Object.assign(act.dataset, { modal: 'plans', modalContentId: String(id), modalContentType: kind });
}
