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

/** By the key's place, not its letter: on a Persian layout K types «ن». Null for none. */
export function getCommand({ code, ctrlKey, metaKey, altKey }: Press): Command | null {
  return ctrlKey || metaKey || altKey ? null : (COMMANDS[code] ?? null);
}

/** A button handles Space itself, a slider or a choice the arrows too. */
export function ownsKey(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-own-keys]')) return code === 'Space' || code.startsWith('Arrow');
  return code === 'Space' && target.closest('button, a') !== null;
}
