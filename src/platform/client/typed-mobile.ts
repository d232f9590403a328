import type { ChangeEvent, InputEvent } from 'react';
import { limitMobile } from '../text/mobile.ts';

/** Spec 5.04: keys add nothing to 13 characters. A pasted text is never cut: its start could be another's number. */
export function readTypedMobile({
  currentTarget: field,
  nativeEvent,
}: ChangeEvent<HTMLInputElement> | InputEvent<HTMLInputElement>): string {
  const { inputType = '' } = nativeEvent as { inputType?: string };
  const text = /^insert(?:Text|CompositionText)$/.test(inputType) ? limitMobile(field.value) : field.value;
  if (text !== field.value) field.value = text;
  return text;
}
