// node --import shifted-clock.mjs: the process' clock is ahead by the milliseconds in the file CLOCK_FILE at each reading.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const readNow = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(
      target,
      values.length === 0 ? [readNow()] : values,
      newTarget === globalThis.Date ? target : newTarget,
    ),
  get: (target, name) => (name === 'now' ? readNow : Reflect.get(target, name)),
});
