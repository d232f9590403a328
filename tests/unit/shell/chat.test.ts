import { expect, it } from 'vitest';
import { chatScript } from '../../../src/app/chat.ts';

it('a live chat is an https address, and none by default (spec 1.13)', () => {
  expect(chatScript('https://chat.example/widget.js?id=7')).toBe('https://chat.example/widget.js?id=7');
  for (const none of [
    undefined,
    '',
    '/widget.js',
    'http://chat.example/w.js',
    'javascript:alert(1)',
    'https://a@b.c/',
  ]) {
    expect(chatScript(none), none).toBeNull();
  }
});
