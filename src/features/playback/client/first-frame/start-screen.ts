import '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { adoptStyles } from '../../../../platform/ui/adopt-styles.ts';
import { PLAYER_ICONS, type IconName } from '../../../../platform/ui/player-icons.ts';
import css from '../window/player-frame.css?inline';

const SVG = 'http://www.w3.org/2000/svg';

interface ScreenOptions {
  title: string;
  video: HTMLVideoElement;
  onClose: () => void;
}

/** The player before React is here: the picture, its name, close and pause. Returns what ends it. */
export function showStartScreen({ title, video, onClose }: ScreenOptions): () => void {
  adoptStyles(css);
  const lifetime = new AbortController();
  const dialog = create('dialog', 'player-dialog');
  dialog.ariaLabel = title ? m.player_label_title({ title }) : m.player_label();
  const player = create('div', 'player');
  player.dataset['controls'] = '';
  const provider = create('div', '');
  provider.dataset['mediaProvider'] = '';
  provider.appendChild(video);
  video.hidden = false;
  const heading = create('h2', '');
  heading.textContent = title;
  const headings = create('div', 'player-heading');
  headings.appendChild(heading);
  const top = create('div', 'player-top');
  appendAll(top, createButton('close', m.player_close(), onClose), headings);
  const spinner = create('div', 'player-spinner');
  spinner.role = 'status';
  spinner.ariaLabel = m.player_loading();
  appendAll(player, provider, spinner, top, createBar(video, spinner, lifetime.signal));
  const stage = create('div', 'player-stage');
  stage.appendChild(player);
  dialog.appendChild(stage);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose();
  });
  document.body.appendChild(dialog);
  dialog.showModal();
  return () => {
    lifetime.abort();
    dialog.close();
    // A video that leaves the document pauses, so that it goes after the task that moves it.
    setTimeout(() => dialog.remove());
  };
}

function createBar(video: HTMLVideoElement, spinner: HTMLElement, signal: AbortSignal): HTMLElement {
  const bar = create('div', 'player-bar');
  bar.dir = 'ltr';
  bar.hidden = true;
  const toggle = () => (video.paused ? void video.play().catch(() => null) : video.pause());
  const button = createButton('pause', m.player_pause(), toggle);
  const change = () => {
    spinner.hidden = !video.paused && video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA;
    bar.hidden = video.currentTime === 0 && video.paused;
    setIcon(button, video.paused ? 'play' : 'pause', video.paused ? m.player_play() : m.player_pause());
  };
  for (const type of ['playing', 'pause', 'waiting']) video.addEventListener(type, change, { signal });
  bar.appendChild(button);
  return bar;
}

function create<Tag extends 'div' | 'h2' | 'dialog' | 'button'>(tag: Tag, className: string) {
  return Object.assign(document.createElement(tag), { className });
}

function appendAll(parent: HTMLElement, ...children: HTMLElement[]): void {
  children.forEach((child) => parent.appendChild(child));
}

function createButton(icon: IconName, label: string, onPress: () => void): HTMLButtonElement {
  const button = create('button', 'player-control');
  button.type = 'button';
  button.addEventListener('click', onPress);
  setIcon(button, icon, label);
  return button;
}

function setIcon(button: HTMLButtonElement, icon: IconName, label: string): void {
  if (button.ariaLabel === label) return;
  button.ariaLabel = label;
  button.title = label;
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({ class: 'player-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value);
  for (const [name, value] of Object.entries({ d: PLAYER_ICONS[icon], fill: 'currentColor', 'fill-rule': 'evenodd' }))
    path.setAttribute(name, value);
  svg.appendChild(path);
  button.textContent = '';
  button.appendChild(svg);
}
