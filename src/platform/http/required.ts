export function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
