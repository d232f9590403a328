/** Invisible controls and the marks that turn the direction of what follows: they would reach beyond their own text. */
// eslint-disable-next-line no-control-regex -- finding control characters is its purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONG_NUMBER = /\+?\p{Nd}(?:[\p{P}\p{S}\p{Z}\p{Cf}]{0,3}\p{Nd}){7,}/gu;

export function toChatText(raw: string, max: number): string {
  return Array.from(raw.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()).slice(0, max).join('');
}

export function toRoomName(raw: string, max: number): string {
  return toChatText(raw.replace(LONG_NUMBER, ''), max);
}
