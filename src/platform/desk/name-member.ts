import { m } from '../text/desk/messages.js';

/** An operator of the trail, or two of one act: a member and a token by the name, a machine's key and the site's rule by their kind. */
export function nameMember(operator: string): string {
  if (operator === 'rule') return m.operator_rule();
  return operator.split(' + ').map(namePart).join(' + ');
}

function namePart(name: string): string {
  if (name.startsWith('key:')) return m.operator_key({ name: name.slice('key:'.length) });
  return name.replace(/^person:/, '');
}
