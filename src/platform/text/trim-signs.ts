/** Without the signs at both ends that `sign` matches one by one. In linear time, which a pattern like `x+$` does not take. */
export function trimSigns(text: string, sign: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && sign.test(text.charAt(start))) start += 1;
  while (end > start && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
