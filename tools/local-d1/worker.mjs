/* global Response -- the runtime of Workers has it */
/**
 * Runs calls of d1.ts on the D1 of workerd, where values that JSON lacks are marked, and stores the objects of media.ts
 * in its R2.
 */
export default {
  async fetch(request, { DB, MEDIA }) {
    const objects = request.headers.get('objects');
    if (objects !== null) return store(MEDIA, JSON.parse(decodeURIComponent(objects)), await request.arrayBuffer());
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

async function store(bucket, objects, bytes) {
  let at = 0;
  const bodies = objects.map(({ size }) => new Uint8Array(bytes, (at += size) - size, size));
  await Promise.all(objects.map(({ key }, index) => bucket.put(key, bodies[index])));
  return Response.json({});
}

function unmark(value) {
  if (value === null || typeof value !== 'object') return value;
  if ('bigint' in value) return BigInt(value.bigint);
  return 'bytes' in value ? Uint8Array.from(value.bytes).buffer : undefined;
}
