import { send, type ProviderContext } from './context.ts';
import { isForPeople } from './failure.ts';
import { readFields, readText, unwrap, type Fields } from './read.ts';
import { SPEC } from './spec-calls.ts';

/** Spec 7.05. */
export async function loadUserFields(context: ProviderContext): Promise<Fields> {
  return readUserFields(await send(context, SPEC.user()));
}

export function readUserFields(body: unknown): Fields {
  return readFields(readFields(body)['user'] ?? readFields(unwrap(body))['user'] ?? unwrap(body));
}

/** Spec 1.09: the operators' name where `operator_fullrate` is a text and not a flag. */
export function readOperators(user: Fields): string | null {
  const text = readText(user, 'operator_fullrate');
  const isName = text !== null && text.length <= 60 && isForPeople(text) && !/^(true|false)$/i.test(text);
  return isName ? text : null;
}
