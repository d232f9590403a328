import { beforeEach, describe, expect, it, vi } from 'vitest';
import { progressOf, readProgress, saveProgress } from '../../src/stores/progress.ts';

class MemoryStorage {
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
});

describe('progress', () => {
  it('resumes where a title stopped, each title by itself', () => {
    saveProgress('movie', 1, 61.5, 600);
    saveProgress('episode', 1, 30, 600);
    expect(readProgress('movie', 1)).toBe(61.5);
    expect(readProgress('episode', 1)).toBe(30);
    expect(readProgress('movie', 2)).toBeNull();
  });

  it.each([
    [4.9, null],
    [5, 5],
    [569.9, 569.9],
    [570, null],
    [600, null],
  ])('at %d of 600 seconds resumes at %s', (at, expected) => {
    saveProgress('movie', 1, at, 600);
    expect(readProgress('movie', 1)).toBe(expected);
  });

  it('forgets a title seen to its end', () => {
    saveProgress('movie', 1, 300, 600);
    saveProgress('movie', 1, 590, 600);
    expect(storage.kept.size).toBe(0);
  });

  it('keeps what it had while the duration is unknown', () => {
    saveProgress('movie', 1, 300, 600);
    saveProgress('movie', 1, 0, Number.NaN);
    saveProgress('movie', 1, 8, 0);
    saveProgress('movie', 1, 8, Number.POSITIVE_INFINITY);
    expect(readProgress('movie', 1)).toBe(300);
  });

  it('starts from the beginning where storage is broken, foreign or forbidden', () => {
    storage.setItem('progress:movie:1', '{"at":"soon"}');
    expect(readProgress('movie', 1)).toBeNull();
    storage.setItem('progress:movie:1', '{');
    expect(readProgress('movie', 1)).toBeNull();
    vi.stubGlobal('localStorage', undefined);
    expect(readProgress('movie', 1)).toBeNull();
    expect(() => saveProgress('movie', 1, 60, 600)).not.toThrow();
  });
});

describe('how far a viewer has come', () => {
  it.each([
    [0, 600, null],
    [4, 600, null],
    [5, 600, 'watching'],
    [569, 600, 'watching'],
    [570, 600, 'watched'],
    [600, 600, 'watched'],
    [100, 0, null],
    [100, Number.NaN, null],
  ])('at %d of %d seconds is %s', (at, duration, expected) => {
    expect(progressOf(at, duration)).toBe(expected);
  });
});
