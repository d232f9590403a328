import { getApiBase } from '../src/app/provider/settings.ts';
import { EXPECTATIONS, type Expectation, type Type } from './provider/expectations.ts';

// Asks a provider the reading calls of section 7: `right`, `tolerated` or `missing`; exits with 1 for a missing one.
const [url = '', ...rest] = process.argv.slice(2);
const option = (name: string) => {
  const at = rest.indexOf(`--${name}`);
  return at < 0 ? null : (rest[at + 1] ?? null);
};
const TIMEOUT_MS = 3000;

interface Verdict {
  verdict: 'right' | 'tolerated' | 'missing' | 'not sent';
  notes: string[];
}

async function check(call: Expectation): Promise<Verdict> {
  const token = option('token');
  if (call.unsafe === true) return { verdict: 'not sent', notes: ['it signs in, sends an SMS, or moves money'] };
  if (call.personal === true && token === null) return { verdict: 'not sent', notes: ['needs --token'] };
  const path = call.path.replace('{suffix}', option('suffix') ?? '/check');
  const [type = 'movie', id = '1'] = (option('title') ?? 'movie/1').split('/');
  const body = call.path.endsWith('/cart') ? { ...(call.body as object), type, id: Number(id) } : call.body;
  try {
    const response = await fetch(getApiBase(url) + path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(call.personal === true && { authorization: `Bearer ${token ?? ''}` }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (call.path.endsWith('/cart') && response.status === 400)
      return { verdict: 'right', notes: [`400: no title ${type}/${id}; name one by --title`] };
    if (!response.ok) return { verdict: 'missing', notes: [`status ${String(response.status)}`] };
    return judge(call, JSON.parse(await response.text()) as unknown);
  } catch (cause) {
    const text = cause instanceof SyntaxError ? 'no JSON' : cause instanceof Error ? cause.name : 'failed';
    return { verdict: 'missing', notes: [text === 'TimeoutError' ? `no answer in ${String(TIMEOUT_MS)} ms` : text] };
  }
}

function judge({ must, may = {} }: Expectation, body: unknown): Verdict {
  const describeMismatch = ([path, type]: [string, Type]) => {
    const value = valueAt(body, path.split('.'));
    if (value === undefined || value === null) return `${path} is not there`;
    return isOfType(value, type) ? null : `${path} is ${describe(value)}, not ${type}`;
  };
  const isUseless = Object.entries(must).some(([path]) => (valueAt(body, path.split('.')) ?? null) === null);
  const notes = [...Object.entries(must), ...Object.entries(may)].flatMap((entry) => describeMismatch(entry) ?? []);
  return { verdict: isUseless ? 'missing' : notes.length > 0 ? 'tolerated' : 'right', notes };
}

function valueAt(value: unknown, [name, ...deeper]: string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  return valueAt(name === '*' ? Object.values(fields)[0] : fields[name], deeper);
}

function isOfType(value: unknown, type: Type): boolean {
  if (type === 'any') return true;
  if (type === 'flag') return value === 0 || value === 1 || typeof value === 'boolean';
  if (type === 'list') return Array.isArray(value);
  if (type === 'map') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === (type === 'text' ? 'string' : 'number');
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : typeof value;
}

if (!URL.canParse(url)) {
  console.error('usage: npm run check:provider -- URL [--token T] [--title movie/ID] [--suffix /check]');
  process.exitCode = 2;
} else {
  const verdicts = await Promise.all(EXPECTATIONS.map(async (call) => ({ call, ...(await check(call)) })));
  for (const { call, verdict, notes } of verdicts) {
    const line = `${call.id}  ${call.method.padEnd(4)} ${call.path.split('?')[0]?.padEnd(34) ?? ''} ${verdict.padEnd(9)}`;
    console.log(`${line} ${notes.join('; ')}`.trimEnd());
  }
  if (verdicts.some(({ verdict }) => verdict === 'missing')) process.exitCode = 1;
}
