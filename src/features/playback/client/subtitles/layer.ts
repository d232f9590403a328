import { atom } from 'nanostores';
import * as v from 'valibot';
import { readLocal, writeLocal } from '../../../../platform/client/local.ts';
import type { SubtitleFile } from './read-own-file.ts';

export const OWN = 'own';

interface Layer {
  titleId: number;
  /** Seconds that the subtitles come later; negative for earlier. */
  offset: number;
  own: SubtitleFile | null;
  showsOwn: boolean;
  second: string | null;
  secondAbove: boolean;
}

const KEY = 'subtitle-offsets';
const offsets = v.array(v.tuple([v.number(), v.number()]));
const MAX_ENTRIES = 100;
/** Seconds. */
const STEP = 0.1;
const LARGEST = 60;

const NONE: Layer = { titleId: 0, offset: 0, own: null, showsOwn: false, second: null, secondAbove: false };

export const $layer = atom<Layer>(NONE);

export function openLayer(titleId: number): void {
  if ($layer.get().titleId === titleId) return;
  const offset = (readLocal(KEY, offsets) ?? []).find(([id]) => id === titleId)?.[1] ?? 0;
  const { second, secondAbove } = $layer.get();
  $layer.set({ ...NONE, titleId, offset, second: second === OWN ? null : second, secondAbove });
}

export function changeLayer(change: Partial<Omit<Layer, 'titleId' | 'offset'>>): void {
  $layer.set({ ...$layer.get(), ...change });
}

export function changeOffset(steps: number): void {
  const layer = $layer.get();
  const tenths = steps === 0 ? 0 : Math.round((layer.offset + steps * STEP) * 10);
  const offset = Math.min(LARGEST, Math.max(-LARGEST, tenths / 10));
  $layer.set({ ...layer, offset });
  const others = (readLocal(KEY, offsets) ?? []).filter(([id]) => id !== layer.titleId);
  writeLocal(KEY, (offset === 0 ? others : [[layer.titleId, offset], ...others]).slice(0, MAX_ENTRIES));
}

export function needsLayer({ offset, showsOwn, second }: Layer): boolean {
  return offset !== 0 || showsOwn || second !== null;
}
