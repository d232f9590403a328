import { m } from '../../../../platform/text/paraglide/messages.js';

type Tenth = `tenth-${number}`;

/** `codes` are the keys' places, `typed` what they write on other layouts. `shown` is for the list of keys. */
interface Binding {
  codes: readonly string[];
  typed?: readonly string[];
  shift?: boolean;
  repeats?: boolean;
  shown: readonly string[];
  label: () => string;
}

const BINDINGS = {
  toggle: { codes: ['Space', 'KeyK'], shown: ['Space', 'K'], label: m.player_key_toggle },
  back: { codes: ['ArrowLeft'], repeats: true, shown: ['←'], label: m.player_key_back },
  forward: { codes: ['ArrowRight'], repeats: true, shown: ['→'], label: m.player_key_forward },
  'back-far': { codes: ['KeyJ'], repeats: true, shown: ['J'], label: m.player_key_back_far },
  'forward-far': { codes: ['KeyL'], repeats: true, shown: ['L'], label: m.player_key_forward_far },
  start: { codes: ['Home'], shown: ['Home'], label: m.player_key_start },
  end: { codes: ['End'], shown: ['End'], label: m.player_key_end },
  'frame-back': { codes: ['Comma'], shift: false, repeats: true, shown: [','], label: m.player_key_frame_back },
  'frame-forward': { codes: ['Period'], shift: false, repeats: true, shown: ['.'], label: m.player_key_frame_forward },
  slower: { codes: ['Comma'], typed: ['<'], shift: true, shown: ['<'], label: m.player_key_slower },
  faster: { codes: ['Period'], typed: ['>'], shift: true, shown: ['>'], label: m.player_key_faster },
  louder: { codes: ['ArrowUp'], repeats: true, shown: ['↑'], label: m.player_key_louder },
  quieter: { codes: ['ArrowDown'], repeats: true, shown: ['↓'], label: m.player_key_quieter },
  mute: { codes: ['KeyM'], shown: ['M'], label: m.player_key_mute },
  captions: { codes: ['KeyC'], shown: ['C'], label: m.player_key_captions },
  next: { codes: ['KeyN'], shown: ['N'], label: m.player_key_next },
  fullscreen: { codes: ['KeyF'], shown: ['F'], label: m.player_key_fullscreen },
  pip: { codes: ['KeyI'], shown: ['I'], label: m.player_key_pip },
  keys: { codes: ['Slash'], typed: ['?', '؟'], shift: true, shown: ['?'], label: m.player_key_keys },
} as const satisfies Record<string, Binding>;

type Bound = keyof typeof BINDINGS;
export type Command = Bound | Tenth;

const ENTRIES: readonly (Binding & { command: Bound })[] = (Object.keys(BINDINGS) as Bound[]).map((command) => ({
  command,
  ...BINDINGS[command],
}));

export const KEY_ROWS: readonly Pick<Binding, 'shown' | 'label'>[] = ENTRIES.flatMap(({ command, shown, label }) =>
  command === 'frame-back'
    ? [
        { shown: ['0 – 9'], label: m.player_key_tenths },
        { shown, label },
      ]
    : [{ shown, label }],
);

type Press = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>;

/** By the key's place, not its letter: on a Persian layout K types «ن». Null for none. */
export function getCommand(press: Press): Command | null {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey, repeat } = press;
  if (ctrlKey || metaKey || altKey) return null;
  const digit = shiftKey ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  // Without its lock, the number pad's 7 is Home.
  if (digit !== undefined && key !== 'Home' && key !== 'End' && !key.startsWith('Arrow')) {
    return repeat ? null : `tenth-${Number(digit)}`;
  }
  const binding =
    ENTRIES.find(({ typed }) => typed?.includes(key)) ??
    ENTRIES.find(({ codes, shift }) => codes.includes(code) && (shift ?? shiftKey) === shiftKey);
  return binding && (!repeat || binding.repeats) ? binding.command : null;
}

const NOT_TYPED_IN = ['range', 'radio', 'checkbox', 'button', 'submit', 'file', 'color'];
const MOVES = /^(?:Arrow|Home$|End$)/;

/** Fields own every key, sliders and choices those that move them, buttons Space, and a dialog above the player all. */
export function ownsKey(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog:not(.player-dialog)') || isTypedIn(target)) return true;
  if (target.closest('[data-own-keys]')) return code === 'Space' || MOVES.test(code);
  return code === 'Space' && target.closest('button, a, summary, [role=button]') !== null;
}

function isTypedIn(target: Element): boolean {
  if (target.closest('textarea, select, [contenteditable]:not([contenteditable=false])')) return true;
  return target instanceof HTMLInputElement && !NOT_TYPED_IN.includes(target.type);
}
