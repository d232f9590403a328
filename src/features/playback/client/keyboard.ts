export type Command =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'back-far'
  | 'forward-far'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'fullscreen'
  | 'captions'
  | 'pip';

const COMMANDS: Readonly<Record<string, Command>> = {
  Space: 'toggle',
  KeyK: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  KeyJ: 'back-far',
  KeyL: 'forward-far',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
  KeyM: 'mute',
  KeyF: 'fullscreen',
  KeyC: 'captions',
  KeyI: 'pip',
};

type Press = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * What a key asks of the player; null for none. It goes by the key's place, not its letter, because on a Persian
 * layout the key marked K types «ن».
 */
export function getCommand({ code, ctrlKey, metaKey, altKey }: Press): Command | null {
  return ctrlKey || metaKey || altKey ? null : (COMMANDS[code] ?? null);
}

/** Whether the focused control wants this key for itself: a button its Space, a slider or a choice its arrows too. */
export function ownsKey(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-own-keys]')) return code === 'Space' || code.startsWith('Arrow');
  return code === 'Space' && target.closest('button, a') !== null;
}
