import { MediaFailure } from './failure.ts';

export type Range = readonly [start: number, end: number];

/** Seconds between two ranges that play as one. */
const SEAM = 0.1;

/** A SourceBuffer whose operations wait for each other. They reject with `MediaFailure`, or QuotaExceededError. */
export class AppendBuffer {
  readonly #source: MediaSource;
  readonly #buffer: SourceBuffer;
  #mime: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: MediaSource, mime: string) {
    this.#source = source;
    this.#mime = mime;
    this.#buffer = source.addSourceBuffer(mime);
  }

  get isBusy(): boolean {
    return this.#buffer.updating;
  }

  listRanges(): Range[] {
    if (this.#source.readyState === 'closed') return [];
    const { buffered } = this.#buffer;
    return Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)] as const);
  }

  findRange(at: number): Range | null {
    let joined: [number, number] | null = null;
    for (const [start, end] of this.listRanges()) {
      if (joined && start - joined[1] <= SEAM) joined[1] = end;
      else if (joined && at <= joined[1]) break;
      else joined = [start, end];
    }
    return joined && at >= joined[0] - SEAM && at < joined[1] ? joined : null;
  }

  get offset(): number {
    return this.#buffer.timestampOffset;
  }

  /** An initialisation must come first where `offset` changes. */
  append(bytes: Uint8Array<ArrayBuffer>, mime: string, offset: number): Promise<void> {
    return this.#queue(() => {
      // WebKitGTK has no `changeType`, and needs none for another profile of the same codec.
      if (mime !== this.#mime && 'changeType' in this.#buffer) this.#buffer.changeType(mime);
      this.#mime = mime;
      if (this.#buffer.timestampOffset !== offset) {
        this.#buffer.timestampOffset = offset;
        // Without it, WebKitGTK drops the sound after a discontinuity.
        this.#buffer.abort();
      }
      this.#buffer.appendBuffer(bytes);
    });
  }

  remove(from: number, to: number): Promise<void> {
    if (to <= from) return Promise.resolve();
    return this.#queue(() => this.#buffer.remove(from, to));
  }

  #queue(begin: () => void): Promise<void> {
    const done = this.#last.then(() => this.#run(begin));
    this.#last = done.catch(() => null);
    return done;
  }

  #run(begin: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = new AbortController();
      const on = (type: string, settle: () => void) =>
        this.#buffer.addEventListener(
          type,
          () => {
            ended.abort();
            settle();
          },
          { signal: ended.signal },
        );
      on('updateend', resolve);
      on('error', () => reject(new MediaFailure('decode', 'append')));
      try {
        begin();
      } catch (error) {
        ended.abort();
        reject(error instanceof Error ? error : new MediaFailure('decode', 'append'));
      }
    });
  }
}
