/**
 * The built Worker with parts that break on command: `x-fault: DB=fail` breaks one part for one request. It wraps the
 * production entry, which knows nothing of it. A throw that leaves the Worker answers 599.
 *
 * `fail`: the part says so at once. `slow`: it answers after 5 seconds. `half`: it breaks off in the middle: every
 * second statement of a request is lost, a body or a text ends half way.
 */
/* global addEventListener, Cache, Headers, ReadableStream, Request, Response -- the Worker's runtime has them */
import { AsyncLocalStorage } from 'node:async_hooks';
import worker from './entry.mjs';

const SLOW_MS = 5_000;
const requests = new AsyncLocalStorage();
const unhandled = [];
addEventListener('unhandledrejection', (event) => {
  unhandled.push(String(event.reason?.stack ?? event.reason));
});

/** Puts a question to a part in this request: `real` asks it, `cut` halves what it answers. */
async function question(part, real, cut = (answer) => answer) {
  const state = requests.getStore();
  if (state?.part !== part) return real();
  state.asked += 1;
  if (state.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  if (state.kind === 'fail') throw new Error(`${part} failed: Network connection lost.`);
  return state.kind === 'half' ? cut(await real(), state) : real();
}

/** The same object with some methods asked through `question`. */
function faulty(part, target, methods, cut) {
  return new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!methods.includes(name)) return value.bind(target);
      // A method of a remote object has no `apply`.
      return (...args) => question(part, () => target[name](...args), cut);
    },
  });
}

const loseEverySecond = (answer, state) => {
  if (state.asked % 2 === 0) throw new Error('D1_ERROR: Network connection lost.');
  return answer;
};
/** The part did its work, and its answer was lost. */
const loseAnswer = () => {
  throw new Error('Network connection lost.');
};
const halfText = (text) => (typeof text === 'string' ? text.slice(0, text.length / 2) : text);
const halfBytes = (bytes) => bytes.slice(0, Math.floor(bytes.byteLength / 2));
const halfResponse = async (response) =>
  response &&
  new Response(halfBytes(await response.arrayBuffer()), { status: response.status, headers: response.headers });

const REAL = Symbol('real');
function statement(real) {
  return new Proxy(real, {
    get(_, name) {
      if (name === REAL) return real;
      if (name === 'bind') return (...args) => statement(real.bind(...args));
      const value = Reflect.get(real, name);
      if (typeof value !== 'function') return value;
      return (...args) => question('DB', () => value.apply(real, args), loseEverySecond);
    },
  });
}
function database(db) {
  return new Proxy(db, {
    get(_, name) {
      if (name === 'prepare') return (sql) => statement(db.prepare(sql));
      // Reads of the catalogue (platform/db/replica.ts).
      if (name === 'withSession') return (bookmark) => database(db.withSession(bookmark));
      if (name === 'batch') {
        return (list) => question('DB', () => db.batch(list.map((one) => one[REAL] ?? one)), loseEverySecond);
      }
      const value = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
}
function stored(object) {
  if (!object || !('body' in object)) return object;
  return new Proxy(object, {
    get(_, name) {
      if (name === 'arrayBuffer') return async () => halfBytes(await object.arrayBuffer());
      if (name === 'text') return async () => halfText(await object.text());
      if (name === 'body') {
        const bytes = object.arrayBuffer().then(halfBytes);
        return new ReadableStream({
          async start(out) {
            out.enqueue(new Uint8Array(await bytes));
            out.error(new Error('R2: Network connection lost.'));
          },
        });
      }
      const value = Reflect.get(object, name);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}
/** For a cold request no picture was made before. */
function withoutMade(bucket, { isCold }) {
  return new Proxy(bucket, {
    get(_, name) {
      const value = Reflect.get(bucket, name);
      if (name !== 'get' || !isCold) return typeof value === 'function' ? value.bind(bucket) : value;
      return (key, ...rest) => (key.startsWith('img/') ? Promise.resolve(null) : bucket.get(key, ...rest));
    },
  });
}
function images(binding) {
  const wrap = (handle) =>
    new Proxy(handle, {
      get(_, name) {
        if (name === 'transform') return (...args) => wrap(handle.transform(...args));
        if (name !== 'output') return Reflect.get(handle, name);
        return (...args) =>
          question(
            'Images',
            () => handle.output(...args),
            (output) => ({
              response: () => halfResponse(output.response()),
            }),
          );
      },
    });
  return { input: (stream) => wrap(binding.input(stream)) };
}
function objects(part, namespace, methods) {
  return new Proxy(namespace, {
    get(_, name) {
      const value = Reflect.get(namespace, name);
      if (name === 'get') return (id) => faulty(part, namespace.get(id), methods, loseAnswer);
      return typeof value === 'function' ? value.bind(namespace) : value;
    },
  });
}

const PROGRESS_METHODS = ['merge', 'setHidden', 'forgetSeen', 'list', 'pack', 'peek', 'erase'];

/** The edge's cache; with `x-cold` it is empty for this request, and keeps nothing. */
for (const [method, cut] of [
  ['match', halfResponse],
  ['put', undefined],
]) {
  const real = Cache.prototype[method];
  Cache.prototype[method] = function (...args) {
    if (requests.getStore()?.isCold) return Promise.resolve(undefined);
    return question('cache', () => real.apply(this, args), cut);
  };
}

/** The outside world: a provider of this very catalogue, a bank and an SMS service, all in good health but for the fault. */
const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init = {}) => {
  const state = requests.getStore();
  const url = new URL(input instanceof Request ? input.url : input);
  const host = OUTSIDE[url.hostname];
  if (!host) return realFetch(input, init);
  const work = question(host.part, () => host.answer(url, init, state), halfResponse);
  const { signal } = init;
  if (!signal) return work;
  const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([work, aborted]);
};
const OUTSIDE = {
  'provider.test': {
    part: 'provider',
    answer: (url, init, { bindings, ctx }) => {
      const target = `http://localhost${url.pathname}${url.search}`;
      const headers = new Headers(init.headers);
      return requests.run(undefined, () =>
        worker.fetch(new Request(target, { ...init, signal: null, headers }), bindings, ctx),
      );
    },
  },
  'sms.test': { part: 'SMS', answer: () => Response.json({ return: { status: 200 }, entries: [] }) },
  'gateway.zibal.ir': {
    part: 'bank',
    answer: (url) =>
      url.pathname.endsWith('/request')
        ? Response.json({ result: 100, trackId: Number(String(Date.now()).slice(-9)), message: 'success' })
        : Response.json({ result: 201, status: -1, message: 'not paid' }),
  },
};
/** Settings of a request whose `x-settings` names them. */
const sms = { SMS_PROVIDER: 'kavenegar', SMS_API_BASE: 'https://sms.test', KAVENEGAR_KEY: 'k', SMS_TEMPLATE: 't' };
const bank = { DEMO: '', PAYMENT_GATEWAYS: 'zibal', ZIBAL_MERCHANT: 'zibal', MANDATE_PROVIDER: '' };
const SETTINGS = {
  provider: () => ({ API_BASE_URL: 'https://provider.test/api/v1', PROVIDER_CALLS: '*' }),
  SMS: () => sms,
  bank: ({ origin }) => ({ ...sms, ...bank, SITE_URL: origin }),
};

let newHosts = 0;
/** Under a host of its own (decision 026): the isolate has no page of it, and asks the cache. */
function ofNewHost(request) {
  newHosts += 1;
  const url = new URL(request.url);
  url.hostname = `127.1.${newHosts >> 8}.${newHosts & 255}`;
  return new Request(url, request);
}

export default {
  async fetch(incoming, bindings, ctx) {
    const [part, kind] = (incoming.headers.get('x-fault') ?? '=').split('=');
    const isCold = incoming.headers.has('x-cold');
    const request = isCold || part === 'cache' ? ofNewHost(incoming) : incoming;
    const url = new URL(request.url);
    if (url.pathname === '/__unhandled') return Response.json(unhandled.splice(0));
    const state = { part, kind, asked: 0, isCold, bindings, ctx };
    const settings = SETTINGS[request.headers.get('x-settings') ?? part]?.(url) ?? {};
    const env = {
      ...bindings,
      DB: database(bindings.DB),
      CONFIG: faulty('KV', bindings.CONFIG, ['get'], halfText),
      MEDIA: faulty('R2', withoutMade(bindings.MEDIA, state), ['get', 'head', 'put'], stored),
      IMAGES: images(bindings.IMAGES),
      ROOMS: objects('room', bindings.ROOMS, ['open', 'about', 'fetch']),
      PROGRESS: objects('progress', bindings.PROGRESS, PROGRESS_METHODS),
      ...settings,
    };
    return requests.run(state, async () => {
      try {
        const answer = await worker.fetch(request, env, ctx);
        if (answer.status === 101) return answer;
        const result = new Response(answer.body, answer);
        // So that the test knows which faults it has really met.
        result.headers.set('x-asked', String(state.asked));
        return result;
      } catch (error) {
        return new Response(`unhandled: ${error?.stack}`, { status: 599 });
      }
    });
  },
};
