import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { BasketEntry, Basket } from '../../downloads/basket.ts';
import { DOWNLOAD_KINDS, paths } from '../../../platform/paths.ts';
import { measureSize } from '../../../platform/text/measure-size.ts';
import { priceLine, sumLines } from '../../payments/pricing.ts';
import { $basket, followBasket, removeItems } from './basket.ts';

/** Fills purchase/ui/Basket.astro from storage. Items listed as owned (`data-owned`) were paid for and are removed. */
export function showBasket(): void {
  const root = document.getElementById('basket');
  const template = root?.querySelector('template');
  if (!root || !template) return;
  followBasket();
  const owned = [...document.querySelectorAll<HTMLElement>('[data-owned]')].map((item) =>
    Number(item.dataset['owned']),
  );
  if ($basket.get().items.some(({ itemid }) => owned.includes(itemid))) removeItems(owned);
  $basket.subscribe((basket) => {
    renderBasket(root, template, basket);
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[value]') : null;
    if (!button) return;
    removeItems([Number(button.value)]);
    const next = root.querySelector<HTMLElement>('button[value]') ?? document.querySelector<HTMLElement>('h1');
    next?.focus();
  });
}

function renderBasket(root: HTMLElement, template: HTMLTemplateElement, { items, total }: Basket): void {
  const toman = (amount: number) => fillText(root, 'toman', formatCount(amount));
  getPart(root, 'empty').hidden = items.length > 0;
  getPart(root, 'full').hidden = items.length === 0;
  const sums = sumLines(items.map(({ amount }) => priceLine(amount, null, 0, VAT_PERCENT)));
  getPart(root, 'price').textContent = toman(total);
  getPart(root, 'vat').textContent = toman(sums.vat);
  getPart(root, 'total').textContent = toman(sums.total);
  getPart(root, 'items').replaceChildren(...items.map((item) => buildRow(root, template, item, toman(item.amount))));
}

function buildRow(root: HTMLElement, template: HTMLTemplateElement, item: BasketEntry, price: string): Node {
  const { itemid, name, quality, size, id, type, poster } = item;
  const copy = template.content.cloneNode(true) as DocumentFragment;
  const kind = DOWNLOAD_KINDS.find((candidate) => candidate === type);
  const link = getPart(copy, 'name') as HTMLAnchorElement;
  link.textContent = name;
  link.href = kind ? paths.download(kind, id) : paths.title(type, id);
  getPart(copy, 'quality').textContent = quality;
  const { unit, amount, digits } = measureSize(size);
  // A provider may not say a size: 0.
  getPart(copy, 'size').textContent = size === 0 ? '' : fillText(root, unit, formatCount(amount, digits));
  getPart(copy, 'amount').textContent = price;
  const picture = getPart(copy, 'poster') as HTMLImageElement;
  if (poster === null) picture.remove();
  else picture.src = poster;
  const field = copy.querySelector('input');
  if (field) field.value = String(itemid);
  const button = copy.querySelector('button');
  if (button) {
    button.value = String(itemid);
    button.ariaLabel = (button.dataset['label'] ?? '').replace('{name}', name).replace('{quality}', quality);
  }
  return copy;
}

function getPart(root: HTMLElement | DocumentFragment, name: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(`[data-basket=${name}]`);
  if (!element) throw new Error(`the basket has no ${name}`);
  return element;
}

function fillText(root: HTMLElement, text: 'toman' | 'gb' | 'mb', value: string): string {
  return (root.dataset[text] ?? '#').replace('#', value);
}

function formatCount(value: number, digits = 0): string {
  const language = document.documentElement.lang === 'en' ? 'en-GB' : 'fa-IR';
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}
