import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPictures } from '../src/stores/pictures.ts';

const PICTURE = { format: 'image/jpeg' } as const;

/** Pictures whose encoder waits until `finish`. */
function openSlowPictures() {
  const runs: PromiseWithResolvers<Uint8Array>[] = [];
  const images = createPictures(undefined, async () => {
    const run = Promise.withResolvers<Uint8Array>();
    runs.push(run);
    return run.promise;
  });
  const make = async (text: string, width = 100) => {
    const stream = new Blob([text]).stream();
    const output = await images.input(stream).transform({ width }).output(PICTURE);
    return output.response().text();
  };
  const settle = async () => {
    for (let round = 0; round < 50; round += 1) await new Promise(setImmediate);
  };
  const finish = async <T>(work: Promise<T>): Promise<T> => {
    let ended = 0;
    do {
      for (const run of runs.slice(ended)) run.resolve(new TextEncoder().encode('made'));
      ended = runs.length;
      await settle();
    } while (ended < runs.length || ended === 0);
    return work;
  };
  return { runs, make, finish, settle };
}

describe('pictures of the Node host', () => {
  it('are encoded once for all who want the same one', async () => {
    const { runs, make, finish } = openSlowPictures();
    const same = Promise.all([make('a'), make('a'), make('a'), make('a')]);
    expect(await finish(same)).toEqual(['made', 'made', 'made', 'made']);
    expect(runs).toHaveLength(1);
    expect(await finish(Promise.all([make('a'), make('a', 200), make('b')]))).toHaveLength(3);
    expect(runs).toHaveLength(4);
  });

  it('keep the named side of a picture that covers less than its width or its height', async () => {
    const halves = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
      .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#00f' } }, left: 20, top: 0 }])
      .png()
      .toBuffer();
    const keep = async (gravity?: 'left' | 'right') => {
      const output = await createPictures()
        .input(new Blob([new Uint8Array(halves)]).stream())
        .transform({ width: 10, height: 20, fit: 'cover', ...(gravity && { gravity }) })
        .output({ format: 'image/png' });
      const { data, info } = await sharp(await output.response().arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([10, 20]);
      return [data[0], data[2], data[info.channels * 9], data[info.channels * 9 + 2]];
    };
    expect(await keep('left')).toEqual([255, 0, 255, 0]);
    expect(await keep('right')).toEqual([0, 255, 0, 255]);
    expect(await keep()).toEqual([255, 0, 0, 255]);
  });

  it('leave a core free, wait in a bounded queue, and are refused beyond it', async () => {
    const { runs, make, finish, settle } = openSlowPictures();
    const results = Promise.allSettled(Array.from({ length: 100 }, (_, index) => make(String(index))));
    await settle();
    expect(runs).toHaveLength(Math.max(1, availableParallelism() - 1));
    const made = (await finish(results)).filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(64 + Math.max(1, availableParallelism() - 1));
    expect(await finish(make('later'))).toBe('made');
  });
});
