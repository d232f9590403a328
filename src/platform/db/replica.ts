/** Reads of any copy of the database, each as new as the one before it. A D1 without sessions is read directly. */
export function openReplica(binding: D1Database): D1Database {
  const isSessionKnown = 'withSession' in binding && typeof binding.withSession === 'function';
  return isSessionKnown ? (binding.withSession('first-unconstrained') as unknown as D1Database) : binding;
}
