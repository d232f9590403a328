/** The value of a cookie that scripts can read; undefined where it is absent. `name` is one of ours, without regex signs. */
export function getCookie(name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
}
