import { describe, expect, it, vi } from 'vitest';
import { retryOnce } from '../../../src/platform/retry-once.ts';

const [first, second] = [new Error('first'), new Error('second')];

describe('retryOnce', () => {
  it('gives the first result and does the work once', async () => {
    const work = vi.fn(() => Promise.resolve('done'));
    const isRetryable = vi.fn(() => true);
    expect(await retryOnce(work, isRetryable)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
    expect(isRetryable).not.toHaveBeenCalled();
  });

  it('repeats the work after an error that may pass', async () => {
    const work = vi.fn(() => Promise.resolve('done')).mockRejectedValueOnce(first);
    const isRetryable = vi.fn(() => true);
    expect(await retryOnce(work, isRetryable)).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
    expect(isRetryable).toHaveBeenCalledExactlyOnceWith(first);
  });

  it('throws the second error, and asks about the first alone', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(first).mockRejectedValueOnce(second);
    const isRetryable = vi.fn(() => true);
    await expect(retryOnce(work, isRetryable)).rejects.toBe(second);
    expect(work).toHaveBeenCalledTimes(2);
    expect(isRetryable).toHaveBeenCalledExactlyOnceWith(first);
  });

  it('throws an error that will not pass at once', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(first);
    await expect(retryOnce(work, () => false)).rejects.toBe(first);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
