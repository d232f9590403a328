/* global Response -- the runtime of Workers has it */
/** Runs calls of d1.ts on the D1 of workerd. Values that JSON lacks are marked (see d1.ts). */
export default {
  async fetch(request, { DB }) {
    const { method, statements, args } = await request.json();
    try {
      const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values.map(unmark)));
      const value = method === 'batch' ? await DB.batch(prepared) : await prepared[0][method](...args);
      return Response.json({ value });
    } catch (error) {
      return Response.json({ error: { message: error.message, cause: error.cause?.message ?? null } });
    }
  },
};

function unmark(value) {
  if (value === null || typeof value !== 'object') return value;
  if ('bigint' in value) return BigInt(value.bigint);
  return 'bytes' in value ? Uint8Array.from(value.bytes).buffer : undefined;
}
