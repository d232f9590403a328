import { PLAY_HASH } from '../../../platform/modal-hashes.ts';
import { getCaches } from '../../../platform/client/get-caches.ts';
import { deleteSavedCache } from '../../../platform/client/forget-saved.ts';
import { formatDayOfMonthIn, formatNumberIn } from '../../../platform/text/format-in.ts';
import type { Locale } from '../../../platform/text/locale.ts';
import { measureSize } from '../../../platform/text/measure-size.ts';
import { checkLicence } from '../licence.ts';
import { savedPath, titleOfCache, type SavedTitle } from '../saved-title.ts';

export async function listSaved(): Promise<void> {
  const section = document.querySelector<HTMLElement>('#saved');
  const list = section?.querySelector('ul');
  const template = section?.querySelector('template');
  const { kids } = document.documentElement.dataset;
  const storage = getCaches();
  if (!section || !list || !template || storage === null || kids !== undefined) return;
  for (const name of await storage.keys()) {
    const title = titleOfCache(name);
    const response = title && (await storage.match(savedPath(title), { cacheName: name }));
    const entry = response ? await response.json<SavedTitle>() : null;
    const checked = title && (await checkLicence(title));
    if (!entry || !checked || checked.state === 'ended' || entry.name_fa === '') continue;
    const item = createItem(entry, checked.state === 'valid', section.dataset, template);
    item.querySelector('button')?.addEventListener('click', () => {
      void deleteSavedCache(name);
      item.remove();
      section.hidden = list.childElementCount === 0;
    });
    list.appendChild(item);
  }
  section.hidden = list.childElementCount === 0;
}

function createItem(entry: SavedTitle, isTimely: boolean, texts: DOMStringMap, template: HTMLTemplateElement): Element {
  const locale = document.documentElement.lang === 'en' ? 'en' : 'fa';
  const item = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  const name = locale === 'en' ? entry.name_en : entry.name_fa;
  const href = `/${entry.kind}/${entry.id}${entry.state === 'saved' ? PLAY_HASH : ''}`;
  item.querySelector('b')?.appendChild(Object.assign(document.createElement('a'), { href, textContent: name }));
  const facts = item.querySelector('.muted');
  const end = isTimely
    ? fill(texts['until'], formatDayOfMonthIn(locale, new Date(entry.until * 1000)))
    : texts['clock'];
  const state = entry.state === 'saved' ? end : texts['part'];
  if (facts) facts.textContent = `${formatSize(entry.bytes, texts, locale)} · ${state ?? ''}`;
  item.querySelector('button')?.setAttribute('aria-label', fill(texts['delete'], name));
  return item;
}

const fill = (text = '', value: string) => text.replace('#', value);

function formatSize(bytes: number, texts: DOMStringMap, locale: Locale): string {
  const { unit, amount, digits } = measureSize(bytes);
  return fill(texts[unit], formatNumberIn(locale, amount, digits));
}
