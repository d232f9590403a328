import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { BasketEntry, Basket } from '../../downloads/basket.ts';
import { DOWNLOAD_KINDS, paths } from '../../../platform/paths.ts';
import { priceLine, sumLines } from '../../payments/pricing.ts';
import { $basket, followBasket, removeItems } from './basket.ts';

const GIGABYTE = 1_000_000_000;
const MEGABYTE = 1_000_000;

/**
 * Shows the browser's cart in the markup of purchase/ui/Basket.astro, whose texts come along as attributes, and
 * keeps it right. What the page lists as owned (`data-owned`) was paid for in the meantime and leaves the cart.
 */
export function showBasket(): void {
  const root = document.getElementById('cart');
  const template = root?.querySelector('template');
  if (!root || !template) return;
  followBasket();
  const owned = [...document.querySelectorAll<HTMLElement>('[data-owned]')].map((item) =>
    Number(item.dataset['owned']),
  );
  if ($basket.get().items.some(({ itemid }) => owned.includes(itemid))) removeItems(owned);
  $basket.subscribe((cart) => {
    show(root, template, cart);
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[value]') : null;
    if (!button) return;
    removeItems([Number(button.value)]);
    // The pressed button is gone: the focus goes to the next one, or to the page's heading.
    const next = root.querySelector<HTMLElement>('button[value]') ?? document.querySelector<HTMLElement>('h1');
    next?.focus();
  });
}

function show(root: HTMLElement, template: HTMLTemplateElement, { items, total }: Basket): void {
  const toman = (amount: number) => filled(root, 'toman', number(amount));
  part(root, 'empty').hidden = items.length > 0;
  part(root, 'full').hidden = items.length === 0;
  const sums = sumLines(items.map(({ amount }) => priceLine(amount, null, 0, VAT_PERCENT)));
  part(root, 'price').textContent = toman(total);
  part(root, 'vat').textContent = toman(sums.vat);
  part(root, 'total').textContent = toman(sums.total);
  part(root, 'items').replaceChildren(...items.map((item) => row(root, template, item, toman(item.amount))));
}

function row(root: HTMLElement, template: HTMLTemplateElement, item: BasketEntry, price: string): Node {
  const { itemid, name, quality, size, id, type, poster } = item;
  const copy = template.content.cloneNode(true) as DocumentFragment;
  const kind = DOWNLOAD_KINDS.find((candidate) => candidate === type);
  const link = part(copy, 'name') as HTMLAnchorElement;
  link.textContent = name;
  link.href = kind ? paths.download(kind, id) : paths.title(type, id);
  part(copy, 'quality').textContent = quality;
  part(copy, 'size').textContent =
    size < GIGABYTE ? filled(root, 'mb', number(size / MEGABYTE)) : filled(root, 'gb', number(size / GIGABYTE, 1));
  part(copy, 'amount').textContent = price;
  const picture = part(copy, 'poster') as HTMLImageElement;
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

function part(root: HTMLElement | DocumentFragment, name: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(`[data-cart=${name}]`);
  if (!element) throw new Error(`the cart has no ${name}`);
  return element;
}

/** A text of the root's, with its number filled in. */
function filled(root: HTMLElement, text: 'toman' | 'gb' | 'mb', value: string): string {
  return (root.dataset[text] ?? '#').replace('#', value);
}

function number(value: number, digits = 0): string {
  const language = document.documentElement.lang === 'en' ? 'en-GB' : 'fa-IR';
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}
