import type { ChangeEvent, InputEvent } from 'react';
import { limitMobile } from '../text/mobile.ts';

/**
 * The text of a mobile's field after a change. A key adds nothing to 13 characters of a number (spec 5.04); a pasted
 * text is never cut, because its beginning could be the number of somebody else.
 */
export function readTypedMobile({
  currentTarget: field,
  nativeEvent,
}: ChangeEvent<HTMLInputElement> | InputEvent<HTMLInputElement>): string {
  const { inputType = '' } = nativeEvent as { inputType?: string };
  const text = /^insert(?:Text|CompositionText)$/.test(inputType) ? limitMobile(field.value) : field.value;
  if (text !== field.value) field.value = text;
  return text;
}
