import { describe, expect, it } from 'vitest';
import { getCommand, KEY_ROWS } from '../../../src/features/playback/client/input/keyboard.ts';
import { m } from '../../../src/platform/text/paraglide/messages.js';
import { stepRate } from '../../../src/features/playback/client/panels/rates.ts';

const press = (code: string, more: Partial<KeyboardEvent> = {}) =>
  getCommand({ code, key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...more });

describe('a key of the player', () => {
  it.each([
    ['KeyK', { key: 'ن' }, 'toggle'],
    ['KeyN', { key: 'د' }, 'next'],
    ['Comma', { key: 'و' }, 'frame-back'],
    ['Comma', { key: '<', shiftKey: true }, 'slower'],
    ['Period', { key: '>', shiftKey: true }, 'faster'],
    ['Period', { key: '.' }, 'frame-forward'],
    // German: the same sign from a key of another place.
    ['IntlBackslash', { key: '<' }, 'slower'],
    ['Minus', { key: '?', shiftKey: true }, 'keys'],
    ['Slash', { key: '؟', shiftKey: true }, 'keys'],
    ['Home', { key: 'Home' }, 'start'],
    ['Digit0', { key: '۰' }, 'tenth-0'],
    ['Numpad9', { key: '9' }, 'tenth-9'],
    ['KeyM', { key: 'M', shiftKey: true }, 'mute'],
  ])('%s %o', (code, more, command) => {
    expect(press(code, more)).toBe(command);
  });

  it('is none with the modifiers of the browser and the system, or where the number pad moves', () => {
    for (const key of ['ctrlKey', 'metaKey', 'altKey'] as const) {
      for (const code of ['KeyK', 'Digit1', 'KeyN']) expect(press(code, { [key]: true })).toBeNull();
    }
    expect(press('Slash', { key: '/' })).toBeNull();
    expect(press('Digit1', { key: '!', shiftKey: true })).toBeNull();
    expect(press('Numpad7', { key: 'Home' })).toBeNull();
  });

  it('held down continues to seek, and neither pauses nor skips an episode again', () => {
    const repetition = { repeat: true };
    expect(press('ArrowLeft', repetition)).toBe('back');
    expect(press('ArrowUp', repetition)).toBe('louder');
    for (const code of ['Space', 'KeyN', 'KeyM', 'KeyF', 'Digit3']) expect(press(code, repetition)).toBeNull();
  });

  it('is in the list of keys, each once', () => {
    const labels = KEY_ROWS.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toContain(m.player_key_tenths);
    expect(labels).toHaveLength(20);
  });
});

it('the speed goes step by step and stays at its ends, also from a value between two', () => {
  expect(stepRate(1, 1)).toBe(1.25);
  expect(stepRate(1, -1)).toBe(0.75);
  expect(stepRate(2, 1)).toBe(2);
  expect(stepRate(0.5, -1)).toBe(0.5);
  expect(stepRate(1.1, 1)).toBe(1.25);
  expect(stepRate(1.1, -1)).toBe(1);
});
