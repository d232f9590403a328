import { Buffer as untyped } from 'node:buffer';

/** Node's Buffer, whose value has no type beside the types of Workers. */
export const Bytes = untyped as unknown as {
  alloc: (size: number) => Buffer;
  concat: (parts: readonly Uint8Array[]) => Buffer;
  from: (bytes: readonly number[] | Uint8Array) => Buffer;
};
