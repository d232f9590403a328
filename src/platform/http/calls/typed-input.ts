import * as v from 'valibot';
import { foldCode, foldNumber } from '../../text/digits.ts';

/** UTF-16 units of a pasted number or code with all that is copied along. */
export const TYPED_MAX_LENGTH = 1000;

const typedText = v.pipe(v.string(), v.maxLength(TYPED_MAX_LENGTH));

/** A pasted number in ASCII (`foldNumber`). Its length, in characters, is counted after that (issue 33). */
export const typedNumber = (maxLength: number) => v.pipe(typedText, v.transform(foldNumber), v.maxLength(maxLength));

export const typedCode = (maxLength: number) => v.pipe(typedText, v.transform(foldCode), v.maxLength(maxLength));
