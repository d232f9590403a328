import type { Task } from '@pardeh/money-simulator/scheduler';
import type { FaultKind } from './steps.ts';

/** A time in which something was not there; null: it is away still. */
interface Outage {
  what: FaultKind;
  from: number;
  until: number | null;
}

/** A tick of the schedule. One that met another, or lost its worker or an answer, may have seen nothing. */
interface Look {
  at: number;
  task: Task | null;
  isOver: boolean;
  isAlone: boolean;
}

const HOST = '.channel.example.com';
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n';
/** Of all histories of this process: the product remembers what an address has answered. */
let sources = 0;

/** The faults of the site as they are, seen or not. */
export class Outages {
  readonly list: Outage[] = [];
  readonly looks: Look[] = [];
  /** Answers of this site that a stream did not get, with their times; null where it is not known. */
  readonly failures = new Map<string, { user: number; at: (number | null)[] }>();
  /** Kinds that are given without asking, of any moment so far. */
  readonly rules = new Set<string>();
  /** The newest stream of each user. */
  readonly streams = new Map<number, string>();

  isAway(kind: FaultKind): boolean {
    return this.list.some((one) => one.what === kind && one.until === null);
  }

  begin(kind: FaultKind, now: number): void {
    if (!this.isAway(kind)) this.list.push({ what: kind, from: now, until: null });
  }

  endAll(now: number, kind?: FaultKind): void {
    for (const one of this.list) {
      if (one.until === null && (kind === undefined || one.what === kind)) one.until = now;
    }
  }

  beginLook(at: number, task: Task | null): Look {
    const others = this.looks.filter((one) => !one.isOver && one.task?.isDead !== true);
    for (const one of others) one.isAlone = false;
    const look = { at, task, isOver: false, isAlone: others.length === 0 };
    this.looks.push(look);
    return look;
  }

  /** An address that no history has had. */
  makeSource(): string {
    sources += 1;
    return `https://s${String(sources)}${HOST}/live.m3u8`;
  }

  makeStream(user: number, item: string): string {
    sources += 1;
    const stream = `${user.toString(36)}-${item}-${sources.toString(36).padStart(10, '0')}`;
    this.streams.set(user, stream);
    return stream;
  }

  /** Of a channel's source, which leads nowhere while it is away; null: of somebody else. */
  answer(url: string): Response | null {
    if (!new URL(url).host.endsWith(HOST)) return null;
    if (!this.isAway('channel')) return new Response(PLAYLIST);
    return new Response(null, { status: 302, headers: { location: 'http://away.invalid/' } });
  }
}

/** Whether the schedule saw all that there was at this moment, and nothing turned its clock. */
export function isWhole({ task, isOver, isAlone }: Look): boolean {
  return isOver && isAlone && task?.wasDisturbed !== true;
}
